// @ts-nocheck
/*!
d3-array 3.2.4

Copyright 2010-2023 Mike Bostock

Permission to use, copy, modify, and/or distribute this software for any purpose
with or without fee is hereby granted, provided that the above copyright notice
and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH
REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND
FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS
OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER
TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.

d3-color 3.1.0

Copyright 2010-2022 Mike Bostock

Permission to use, copy, modify, and/or distribute this software for any purpose
with or without fee is hereby granted, provided that the above copyright notice
and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH
REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND
FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS
OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER
TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.

d3-interpolate 3.0.1

Copyright 2010-2021 Mike Bostock

Permission to use, copy, modify, and/or distribute this software for any purpose
with or without fee is hereby granted, provided that the above copyright notice
and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH
REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND
FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS
OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER
TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF
THIS SOFTWARE.
*/
var ie=Math.sqrt(50),le=Math.sqrt(10),ue=Math.sqrt(2);function C(e,r,t){let f=(r-e)/Math.max(0,t),a=Math.
floor(Math.log10(f)),n=f/Math.pow(10,a),o=n>=ie?10:n>=le?5:n>=ue?2:1,i,u,l;return a<0?(l=Math.pow(10,
-a)/o,i=Math.round(e*l),u=Math.round(r*l),i/l<e&&++i,u/l>r&&--u,l=-l):(l=Math.pow(10,a)*o,i=Math.round(
e/l),u=Math.round(r/l),i*l<e&&++i,u*l>r&&--u),u<i&&.5<=t&&t<2?C(e,r,t*2):[i,u,l]}function B(e,r,t){if(r=
+r,e=+e,t=+t,!(t>0))return[];if(e===r)return[e];let f=r<e,[a,n,o]=f?C(r,e,t):C(e,r,t);if(!(n>=a))return[];
let i=n-a+1,u=new Array(i);if(f)if(o<0)for(let l=0;l<i;++l)u[l]=(n-l)/-o;else for(let l=0;l<i;++l)u[l]=
(n-l)*o;else if(o<0)for(let l=0;l<i;++l)u[l]=(a+l)/-o;else for(let l=0;l<i;++l)u[l]=(a+l)*o;return u}function R(e,r,t){e.prototype=r.prototype=t,t.constructor=e}function E(e,r){var t=Object.create(e.prototype);
for(var f in r)t[f]=r[f];return t}function $(){}var w=.7,I=1/w,g="\\s*([+-]?\\d+)\\s*",v="\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)\\s*",
d="\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)%\\s*",xe=/^#([0-9a-f]{3,8})$/,se=new RegExp(`^rgb\\(${g}\
,${g},${g}\\)$`),de=new RegExp(`^rgb\\(${d},${d},${d}\\)$`),ce=new RegExp(`^rgba\\(${g},${g},${g},${v}\
\\)$`),pe=new RegExp(`^rgba\\(${d},${d},${d},${v}\\)$`),me=new RegExp(`^hsl\\(${v},${d},${d}\\)$`),he=new RegExp(
`^hsla\\(${v},${d},${d},${v}\\)$`),z={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,
azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,
brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,
cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,
darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,
darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,
darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,
deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,
forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,
gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,
indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,
lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,
lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,
lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,
lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,
mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,
mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,
mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,
orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,
palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,
powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,
saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,
silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,
springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,
violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074};
R($,p,{copy(e){return Object.assign(new this.constructor,this,e)},displayable(){return this.rgb().displayable()},
hex:T,formatHex:T,formatHex8:ge,formatHsl:be,formatRgb:G,toString:G});function T(){return this.rgb().
formatHex()}function ge(){return this.rgb().formatHex8()}function be(){return Q(this).formatHsl()}function G(){
return this.rgb().formatRgb()}function p(e){var r,t;return e=(e+"").trim().toLowerCase(),(r=xe.exec(
e))?(t=r[1].length,r=parseInt(r[1],16),t===6?V(r):t===3?new x(r>>8&15|r>>4&240,r>>4&15|r&240,(r&15)<<
4|r&15,1):t===8?H(r>>24&255,r>>16&255,r>>8&255,(r&255)/255):t===4?H(r>>12&15|r>>8&240,r>>8&15|r>>4&240,
r>>4&15|r&240,((r&15)<<4|r&15)/255):null):(r=se.exec(e))?new x(r[1],r[2],r[3],1):(r=de.exec(e))?new x(
r[1]*255/100,r[2]*255/100,r[3]*255/100,1):(r=ce.exec(e))?H(r[1],r[2],r[3],r[4]):(r=pe.exec(e))?H(r[1]*
255/100,r[2]*255/100,r[3]*255/100,r[4]):(r=me.exec(e))?J(r[1],r[2]/100,r[3]/100,1):(r=he.exec(e))?J(
r[1],r[2]/100,r[3]/100,r[4]):z.hasOwnProperty(e)?V(z[e]):e==="transparent"?new x(NaN,NaN,NaN,0):null}
function V(e){return new x(e>>16&255,e>>8&255,e&255,1)}function H(e,r,t,f){return f<=0&&(e=r=t=NaN),
new x(e,r,t,f)}function ye(e){return e instanceof $||(e=p(e)),e?(e=e.rgb(),new x(e.r,e.g,e.b,e.opacity)):
new x}function b(e,r,t,f){return arguments.length===1?ye(e):new x(e,r,t,f??1)}function x(e,r,t,f){this.
r=+e,this.g=+r,this.b=+t,this.opacity=+f}R(x,b,E($,{brighter(e){return e=e==null?I:Math.pow(I,e),new x(
this.r*e,this.g*e,this.b*e,this.opacity)},darker(e){return e=e==null?w:Math.pow(w,e),new x(this.r*e,
this.g*e,this.b*e,this.opacity)},rgb(){return this},clamp(){return new x(h(this.r),h(this.g),h(this.
b),q(this.opacity))},displayable(){return-.5<=this.r&&this.r<255.5&&-.5<=this.g&&this.g<255.5&&-.5<=
this.b&&this.b<255.5&&0<=this.opacity&&this.opacity<=1},hex:F,formatHex:F,formatHex8:we,formatRgb:Z,
toString:Z}));function F(){return`#${m(this.r)}${m(this.g)}${m(this.b)}`}function we(){return`#${m(this.
r)}${m(this.g)}${m(this.b)}${m((isNaN(this.opacity)?1:this.opacity)*255)}`}function Z(){let e=q(this.
opacity);return`${e===1?"rgb(":"rgba("}${h(this.r)}, ${h(this.g)}, ${h(this.b)}${e===1?")":`, ${e})`}`}
function q(e){return isNaN(e)?1:Math.max(0,Math.min(1,e))}function h(e){return Math.max(0,Math.min(255,
Math.round(e)||0))}function m(e){return e=h(e),(e<16?"0":"")+e.toString(16)}function J(e,r,t,f){return f<=
0?e=r=t=NaN:t<=0||t>=1?e=r=NaN:r<=0&&(e=NaN),new s(e,r,t,f)}function Q(e){if(e instanceof s)return new s(
e.h,e.s,e.l,e.opacity);if(e instanceof $||(e=p(e)),!e)return new s;if(e instanceof s)return e;e=e.rgb();
var r=e.r/255,t=e.g/255,f=e.b/255,a=Math.min(r,t,f),n=Math.max(r,t,f),o=NaN,i=n-a,u=(n+a)/2;return i?
(r===n?o=(t-f)/i+(t<f)*6:t===n?o=(f-r)/i+2:o=(r-t)/i+4,i/=u<.5?n+a:2-n-a,o*=60):i=u>0&&u<1?0:o,new s(
o,i,u,e.opacity)}function U(e,r,t,f){return arguments.length===1?Q(e):new s(e,r,t,f??1)}function s(e,r,t,f){
this.h=+e,this.s=+r,this.l=+t,this.opacity=+f}R(s,U,E($,{brighter(e){return e=e==null?I:Math.pow(I,e),
new s(this.h,this.s,this.l*e,this.opacity)},darker(e){return e=e==null?w:Math.pow(w,e),new s(this.h,
this.s,this.l*e,this.opacity)},rgb(){var e=this.h%360+(this.h<0)*360,r=isNaN(e)||isNaN(this.s)?0:this.
s,t=this.l,f=t+(t<.5?t:1-t)*r,a=2*t-f;return new x(j(e>=240?e-240:e+120,a,f),j(e,a,f),j(e<120?e+240:
e-120,a,f),this.opacity)},clamp(){return new s(K(this.h),A(this.s),A(this.l),q(this.opacity))},displayable(){
return(0<=this.s&&this.s<=1||isNaN(this.s))&&0<=this.l&&this.l<=1&&0<=this.opacity&&this.opacity<=1},
formatHsl(){let e=q(this.opacity);return`${e===1?"hsl(":"hsla("}${K(this.h)}, ${A(this.s)*100}%, ${A(
this.l)*100}%${e===1?")":`, ${e})`}`}}));function K(e){return e=(e||0)%360,e<0?e+360:e}function A(e){
return Math.max(0,Math.min(1,e||0))}function j(e,r,t){return(e<60?r+(t-r)*e/60:e<180?t:e<240?r+(t-r)*
(240-e)/60:r)*255}function L(e,r,t,f,a){var n=e*e,o=n*e;return((1-3*e+3*n-o)*r+(4-6*n+3*o)*t+(1+3*e+3*n-3*o)*f+o*a)/6}
function W(e){var r=e.length-1;return function(t){var f=t<=0?t=0:t>=1?(t=1,r-1):Math.floor(t*r),a=e[f],
n=e[f+1],o=f>0?e[f-1]:2*a-n,i=f<r-1?e[f+2]:2*n-a;return L((t-f/r)*r,o,a,n,i)}}function X(e){var r=e.length;return function(t){var f=Math.floor(((t%=1)<0?++t:t)*r),a=e[(f+r-1)%r],
n=e[f%r],o=e[(f+1)%r],i=e[(f+2)%r];return L((t-f/r)*r,a,n,o,i)}}var N=e=>()=>e;function ve(e,r){return function(t){return e+t*r}}function $e(e,r,t){return e=Math.pow(e,t),r=Math.pow(
r,t)-e,t=1/t,function(f){return Math.pow(e+f*r,t)}}function Y(e){return(e=+e)==1?S:function(r,t){return t-r?$e(r,t,e):N(isNaN(r)?t:r)}}function S(e,r){
var t=r-e;return t?ve(e,t):N(isNaN(e)?r:e)}var M=(function e(r){var t=Y(r);function f(a,n){var o=t((a=b(a)).r,(n=b(n)).r),i=t(a.g,n.g),u=t(a.b,
n.b),l=S(a.opacity,n.opacity);return function(c){return a.r=o(c),a.g=i(c),a.b=u(c),a.opacity=l(c),a+
""}}return f.gamma=e,f})(1);function ee(e){return function(r){var t=r.length,f=new Array(t),a=new Array(
t),n=new Array(t),o,i;for(o=0;o<t;++o)i=b(r[o]),f[o]=i.r||0,a[o]=i.g||0,n[o]=i.b||0;return f=e(f),a=
e(a),n=e(n),i.opacity=1,function(u){return i.r=f(u),i.g=a(u),i.b=n(u),i+""}}}var Ne=ee(W),Me=ee(X);function re(e,r){r||(r=[]);var t=e?Math.min(r.length,e.length):0,f=r.slice(),a;return function(n){for(a=
0;a<t;++a)f[a]=e[a]*(1-n)+r[a]*n;return f}}function te(e){return ArrayBuffer.isView(e)&&!(e instanceof
DataView)}function fe(e,r){var t=r?r.length:0,f=e?Math.min(t,e.length):0,a=new Array(f),n=new Array(t),o;for(o=
0;o<f;++o)a[o]=y(e[o],r[o]);for(;o<t;++o)n[o]=r[o];return function(i){for(o=0;o<f;++o)n[o]=a[o](i);return n}}function ae(e,r){var t=new Date;return e=+e,r=+r,function(f){return t.setTime(e*(1-f)+r*f),t}}function k(e,r){return e=+e,r=+r,function(t){return e*(1-t)+r*t}}function oe(e,r){var t={},f={},a;(e===null||typeof e!="object")&&(e={}),(r===null||typeof r!="object")&&
(r={});for(a in r)a in e?t[a]=y(e[a],r[a]):f[a]=r[a];return function(n){for(a in t)f[a]=t[a](n);return f}}var D=/[-+]?(?:\d+\.?\d*|\.?\d+)(?:[eE][-+]?\d+)?/g,_=new RegExp(D.source,"g");function ke(e){return function(){
return e}}function Re(e){return function(r){return e(r)+""}}function ne(e,r){var t=D.lastIndex=_.lastIndex=
0,f,a,n,o=-1,i=[],u=[];for(e=e+"",r=r+"";(f=D.exec(e))&&(a=_.exec(r));)(n=a.index)>t&&(n=r.slice(t,n),
i[o]?i[o]+=n:i[++o]=n),(f=f[0])===(a=a[0])?i[o]?i[o]+=a:i[++o]=a:(i[++o]=null,u.push({i:o,x:k(f,a)})),
t=_.lastIndex;return t<r.length&&(n=r.slice(t),i[o]?i[o]+=n:i[++o]=n),i.length<2?u[0]?Re(u[0].x):ke(
r):(r=u.length,function(l){for(var c=0,O;c<r;++c)i[(O=u[c]).i]=O.x(l);return i.join("")})}function y(e,r){var t=typeof r,f;return r==null||t==="boolean"?N(r):(t==="number"?k:t==="string"?(f=
p(r))?(r=f,M):ne:r instanceof p?M:r instanceof Date?ae:te(r)?re:Array.isArray(r)?fe:typeof r.valueOf!=
"function"&&typeof r.toString!="function"||isNaN(r)?oe:k)(e,r)}function P(e,r){r===void 0&&(r=e,e=y);for(var t=0,f=r.length-1,a=r[0],n=new Array(f<0?0:f);t<f;)n[t]=
e(a,a=r[++t]);return function(o){var i=Math.max(0,Math.min(f-1,Math.floor(o*=f)));return n[i](o-i)}}export{M as interpolateRgb,P as piecewise,B as ticks};
