(()=>{var gt="This needs a running kernel: run the cell again.",us=["restarting","autorestarting","termina\
ting","dead"];function ps(n,t){let e=!1,s=()=>{};return Oi(n,i=>{e||t(i)}).then(i=>{e?i():s=i}),()=>{
e=!0,s()}}async function Oi(n,t){let e=await n.widget_manager?.get_model?.(n.get("uid"));if(typeof e?.
comm_live!="boolean")return()=>{};let s=()=>t(e.comm_live),i=()=>{e.comm_live=!1},o=(a,l)=>{us.includes(
l)&&i()},r=e.widget_manager.kernel;return e.on("comm_live_update",s),r?.statusChanged?.connect(o),r?.
disposed?.connect(i),(r?.isDisposed||us.includes(r?.status))&&i(),e.comm_live||s(),()=>{e.off("comm_\
live_update",s),r?.statusChanged?.disconnect(o),r?.disposed?.disconnect(i)}}var ge="lmSuppressShortcuts",Ci="textarea, select, input:not([type=range]):not([type=checkbox])",Ti=new Set(
["Enter","Escape","Home","End","PageUp","PageDown","ArrowLeft","ArrowRight","ArrowUp","ArrowDown"]),
ms=new WeakSet,gs=new WeakSet,fs=!1;function S(...n){fs||window.addEventListener("keydown",Pi,!0),fs=
!0;for(let t of n)ms.add(t),t.dataset[ge]="true"}function ys(n){gs.add(n)}function Pi(n){let t=n.ctrlKey||
n.metaKey,e=n.composedPath(),s=e[0].matches?.(Ci),i=!t&&(n.key.length===1||Ti.has(n.key));if((s?!t||
n.key.toLowerCase()!=="s":i)||t&&"zy".includes(n.key.toLowerCase())&&e.some(a=>gs.has(a)))return;let r=e.
filter(a=>ms.has(a));for(let a of r)delete a.dataset[ge];setTimeout(()=>r.forEach(a=>{a.dataset[ge]=
"true"}))}var ji=0;function Q(n,t,e){let s=document.createElement("button");s.type="button",s.className="cl-pr\
ess",s.textContent=n,S(s);for(let[i,o]of Object.entries(t))s.setAttribute(i,o);return s.addEventListener(
"click",e),s}function Ri(n,t){let e=`cl-save-${ji+=1}-${Math.random().toString(36).slice(2,8)}`,s=document.
createElement("div");s.className="cl-menu-holder";let i=document.createElement("div");i.className="c\
l-menu",i.id=e,i.setAttribute("role","menu"),i.setAttribute("aria-label","Save the picture as"),i.hidden=
!0;let o=Q("Save ▾",{"aria-label":"Save","aria-haspopup":"menu","aria-expanded":"false","aria-cont\
rols":e},()=>a(i.hidden)),r=n.map(l=>{let h=Q(l,{role:"menuitem",tabindex:"-1"},()=>{a(!1),o.focus(),
t(l)});return h.classList.add("cl-menu-item"),h}),a=l=>{i.hidden=!l,o.setAttribute("aria-expanded",String(
l)),l&&r[0]?.focus()};return s.addEventListener("keydown",l=>{let h=r.findIndex(u=>u===document.activeElement),
d={ArrowDown:h+1,ArrowUp:h-1,Home:0,End:-1}[l.key];if(l.key==="Escape"&&!i.hidden)a(!1),o.focus();else if(d!==
void 0&&(!i.hidden||l.key==="ArrowDown"))i.hidden?a(!0):r.at(d%r.length)?.focus();else return;l.preventDefault(),
l.stopPropagation()}),s.addEventListener("focusout",l=>{s.contains(l.relatedTarget)||a(!1)}),i.append(
...r),s.append(o,i),s}var yt=class{more=-1;asleep=!1;constructor(t,e){this.model=t,this.el=e,e.classList.
add("cl-actions"),e.setAttribute("role","group"),e.setAttribute("aria-label","Picture")}show(t){t!==
this.more&&(this.more=t,this.draw())}wake(t){this.asleep=!t,this.draw()}draw(){let{exports:t=[],copies:e}=this.
model.get("head"),s=this.more?[this.unfolder()]:[],i={title:"All knobs back to where they began"};s.
push(Q("Reset",i,()=>this.press("reset"))),e&&s.push(Q("Copy Python",{title:"Python that makes exact\
ly this picture"},()=>this.press("copy"))),t.length&&s.push(Ri(t,o=>this.press("save",o))),this.el.replaceChildren(
...s);for(let o of this.asleep?this.el.querySelectorAll("button:not(.cl-more)"):[])o.setAttribute("d\
isabled",""),o.setAttribute("title",gt)}unfolder(){let t=!!this.model.get("unfolded"),e=t?"Fewer kno\
bs":`More (${this.more})`,s=Q(e,{"aria-expanded":String(t)},()=>{this.model.set("unfolded",!t),this.
model.save_changes(),this.el.querySelector(".cl-more")?.focus()});return s.classList.add("cl-more"),
s}press(t,e=""){this.model.send({kind:"press",what:t,label:e})}};var Ii={first:"M3 3h2v10H3zM13 3v10L6 8z",back:"M11 3v10L4 8z",play:"M4 2.5v11l9-5.5z",pause:"M4 3h3\
v10H4zM9 3h3v10H9z",step:"M5 3v10l7-5z",last:"M11 3h2v10h-2zM3 3v10l7-5z",screen:"M1 2h5v1.5H2.5V6H1\
zM10 2h5v4h-1.5V3.5H10zM1 10h1.5v2.5H6V14H1zM13.5 10H15v4h-5v-1.5h3.5z",link:"M6.3 11.9a2.1 2.1 0 0 \
1-3-3l2.4-2.4a2.1 2.1 0 0 1 3 0l1-1a3.5 3.5 0 0 0-5 0L2.3 7.9a3.5 3.5 0 0 0 5 5l1.2-1.2-1-1zM9.7 4.1\
a2.1 2.1 0 0 1 3 3l-2.4 2.4a2.1 2.1 0 0 1-3 0l-1 1a3.5 3.5 0 0 0 5 0l2.4-2.4a3.5 3.5 0 0 0-5-5L7.5 4\
.3l1 1z",loop:"M8 3a5 5 0 0 1 4.6 3H11v1.5h4V3.4h-1.4v1.7A6.4 6.4 0 0 0 1.6 8H3a5 5 0 0 1 5-5zm0 10a\
5 5 0 0 1-4.6-3H5V8.5H1v4.1h1.4v-1.7A6.4 6.4 0 0 0 14.4 8H13a5 5 0 0 1-5 5z"};function tt(n){let t=document.
createElementNS("http://www.w3.org/2000/svg","svg");return t.setAttribute("viewBox","0 0 16 16"),t.setAttribute(
"aria-hidden","true"),t.appendChild(document.createElementNS("http://www.w3.org/2000/svg","path")).setAttribute(
"d",Ii[n]),t}function C(n,t,e){let s=p("button",`cl-button cl-${n}`);return s.type="button",s.append(
tt(n)),s.title=t,s.setAttribute("aria-label",t),s.addEventListener("click",e),s}function T(n){let t={
willReadFrequently:!0};return n.getContext("2d",t)}function R(n,t){n.textContent!==t&&(n.textContent=
t)}function p(n,t="",e=""){let s=document.createElement(n);return t&&(s.className=t),e&&(s.textContent=
e),s}var zi=0;async function wt(n,t,e){let i={kind:"file",id:`${Date.now()}-${zi+=1}`,name:t.name,size:t.
size},o=t.size>e?0:t.size;for(let r=0,a=0;r<o||a===0;r+=1048576,a++){let l=await t.slice(r,Math.min(
r+1048576,o)).arrayBuffer();n.send({...i,part:a},void 0,[l])}}function ws(n,t,e){let s=o=>t()&&!!o.dataTransfer?.
types.includes("Files"),i=(o,r)=>{s(o)&&(o.preventDefault(),o.stopPropagation(),n.classList.toggle("\
cl-drop",r))};n.addEventListener("dragover",o=>i(o,!0)),n.addEventListener("dragleave",o=>{n.contains(
o.relatedTarget)||i(o,!1)}),n.addEventListener("drop",o=>{i(o,!1);let r=o.dataTransfer?.files[0];s(o)&&
r&&e(r)})}function L(n,t,...e){let s=document.createElement(n);return t&&(s.className=t),s.append(...e),s}function ks(n,t,e,s){
let i=L("input","cl-picker");Object.assign(i,{type:"file",accept:".csv,.tsv,.txt,.dat,text/csv",tabIndex:-1}),
i.setAttribute("aria-hidden","true");let o=L("button","cl-press cl-choose","Choose a file …");o.type=
"button",o.setAttribute("aria-label",`${t.label}: choose a file of this computer`),o.addEventListener(
"click",()=>i.click()),i.addEventListener("change",()=>{let h=i.files?.[0];h&&wt(s,h,t.most),i.value=
""});let r=L("div","cl-preview");r.id=`${e}-preview`,r.setAttribute("role","status");let a=h=>r.replaceChildren(
...Fi(h)),l=[...n.nodes,o,i,r];return{...n,nodes:l,inputs:[...n.inputs,o],preview:a}}function Fi({error:n,
hint:t,facts:e,head:s,target:i,rows:o,more:r}){if(n)return[L("p","cl-refused",n)];if(t)return[L("p",
"",t)];if(!s)return[];let a=L("dl","cl-facts",...e.flatMap(([u,f])=>[L("dt","",u),L("dd","",f)])),l=L(
"tr","",...s.map((u,f)=>bs("th",u,f===i)));l.querySelectorAll("th").forEach(u=>u.setAttribute("scope",
"col"));let h=o.map(u=>L("tr","",...u.map((f,m)=>bs("td",f,m===i)))),c=L("table","",L("caption","",r),
L("thead","",l),L("tbody","",...h)),d=L("div","cl-scroll",c);return d.tabIndex=0,d.setAttribute("rol\
e","region"),d.setAttribute("aria-label","First rows of the file"),[a,d]}function bs(n,t,e){let s=L(
n,e?"cl-target":"",t);return s.title=t,s}function bt(){let n=document.documentElement.dataset.clTheme;if(n)return n==="dark";let t=document.body.
dataset.jpThemeLight;return t!==void 0?t==="false":window.matchMedia("(prefers-color-scheme: dark)").
matches}function G(){return!!globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches}function kt(n){
let t=new MutationObserver(n);t.observe(document.body,{attributeFilter:["data-jp-theme-light"]}),t.observe(
document.documentElement,{attributeFilter:["data-cl-theme"]});let e=window.matchMedia("(prefers-colo\
r-scheme: dark)");return e.addEventListener("change",n),()=>{t.disconnect(),e.removeEventListener("c\
hange",n)}}var Di=24e3,Bi=1500,Hi=200;function vs(n,t,e,s){let i=!1,o=C("play","",()=>i?l():a());o.className="c\
l-round";let r=()=>{let c=`${i?"Stop":"Run round"}: ${e}`;o.replaceChildren(tt(i?"pause":"play")),o.
title=c,o.setAttribute("aria-label",c)},a=()=>{i=!0;let[c,d]=[Number(n.value),performance.now()],u=d,
f=m=>{if(!i)return;if(!o.offsetParent)return l();c=(c+s*Math.min(m-d,Hi)/Di)%s,d=m;let g=String(Math.
floor(c));g!==n.value&&m>=u&&(u=G()?m+Bi:m,n.value=g,n.dispatchEvent(new Event("input"))),requestAnimationFrame(
f)};document.addEventListener("pointerdown",h,!0),requestAnimationFrame(f),r()},l=()=>{i&&(i=!1,document.
removeEventListener("pointerdown",h,!0),n.dispatchEvent(new Event("change")),r())},h=c=>{c.target.closest(
".cl-plot, .cl-actions")?.closest(".cl-dashboard")?.contains(o)&&l()};for(let c of["pointerdown","ke\
ydown"])n.addEventListener(c,l);return t.addEventListener("focus",l),S(o),r(),o}var H=(n,t,e)=>Math.min(Math.max(n,t),e);function Y(n){return n.stops?_i(xs(n).share,n.stops):xs(n)}
function xs({kind:n,low:t,high:e}){let s=n==="log",i=s?Math.log10(t):t,o=s?Math.log10(e):e,r=n==="in\
teger"?Math.round(e-t):240;return{steps:r,share:h=>((s?Math.log10(h):h)-i)/(o-i||1),value:h=>{if(h<=
0)return t;if(h>=r)return e;let c=i+(o-i)*h/r;if(n==="integer")return Math.round(c);let d=s?Number((10**
c).toPrecision(3)):Ji(c,(o-i)/r);return H(d,t,e)}}}function _i(n,t){let e=t.length-1,s=t.map(n);return{
steps:e,share:e?r=>{let a=n(r);if(!(a>=s[0]&&a<=s[e]))return a<s[0]?-1:a>s[e]?2:NaN;let l=Math.max(s.
findIndex(h=>h>=a),1);return(l-1+(a-s[l-1])/(s[l]-s[l-1]))/e}:()=>0,value:r=>t[H(Math.round(r),0,e)]}}
function Ji(n,t){let e=H(Math.ceil(-Math.log10(t)),0,12);return Number(n.toFixed(e))}var Ui={linear:!0,log:!0,integer:!0},Ki=2,qi=100;function Ms(n,t){let{name:e,periodic:s}=t,{share:i}=t.
kind in Ui?Y(t):{share:()=>0},o,r,a=[],[l,h]=[!1,!1],c=()=>n.turn({knob:e,value:r,dragging:l,share:i,
periodic:s}),d=()=>{clearTimeout(o),o=l?setTimeout(u,qi):void 0,a=l?[...a,JSON.stringify(r)]:[],h=!1,
n.send(e,r,l)},u=()=>{a=[],h&&d()};return{send(f,m=!0){[r,l]=[f,!m],h=!c()||!!n.stand[e]?.followed||
m,h&&(m||a.length<Ki)&&d()},told(f){l||(r=f,c())},painted(f){a.splice(0,Math.max(a.indexOf(JSON.stringify(
f)),0)+1),h&&d()},finish(){l&&(l=!1,c(),d())}}}function z(n,t){let e=Math.abs(n),s=e.toExponential(60).replace(".",""),i=s.slice(0,t),o=/^50*e/.test(
s.slice(t))&&Number(i.at(-1))%2===0,[r,a]=(o?s:e.toExponential(t-1).replace(".","")).split("e");return[
r.slice(0,t),Number(a)]}function vt(n,t){if(t<0)return`0.${"0".repeat(-t-1)}${n}`;let e=n.slice(0,t+
1).padEnd(t+1,"0"),s=n.slice(t+1),i=e.replace(/\B(?=(\d{3})+$)/g,",");return s?`${i}.${s}`:i}function ye(n,t){
return`${n[0]}.${n.slice(1)}e${t}`}function et(n){let[t,e]=n.split("e"),s=t.includes(".")?t.replace(
/\.?0+$/,""):t;return e===void 0?s:`${s}e${e}`}function _(n,t=5){if(n===null||Number.isNaN(n))return"\
–";let e=n<0?"−":"",s=Math.abs(n);if(s===1/0)return`${e}∞`;if(s===0)return"0";let[,i]=z(s,30);
if(Number.isInteger(s)&&s<1e15)return e+vt(...z(s,i+1));let o=Math.max(t-1,2);return s<.001||s>=1e7?
e+ye(...z(s,o)):e+vt(...z(s,Math.max(t,i+1)))}function F(n,t=3){return et(_(n,t))}function D(n){if(n===
0||Number.isInteger(n)&&Math.abs(n)<1e6)return String(n+0);let t=n<0?"-":"",[e,s]=z(n,4);if(s<-3||s>=
6)return t+et(ye(e,s));let[,i]=z(n,30);return t+et(vt(...z(n,Math.max(i+1,4)))).replaceAll(",","")}function Es({
name:n,values:t},e){let s=Math.floor(e),i=e-s,o=i?(1-i)*t[s]+i*t[s+1]:t[s];return`${n} = ${F(o)}`}function As(n){
return n[0]>n[n.length-1]}var Ss={"-":"⁻"};[..."⁰¹²³⁴⁵⁶⁷⁸⁹"].forEach((n,t)=>{Ss[t]=
n});function xt(n){let t=Math.abs(n);return t<1e-300?"0":t<1e-4||t>=1e5?Ls(n):(n<0?"−":"")+et(vt(...z(
t,10))).replaceAll(",","")}function Ls(n){return(n<0?"−":"")+et(ye(...z(Math.abs(n),5)))}function we(n){
let t=n.map(xt);return t.some(e=>e.includes("e"))?n.map((e,s)=>t[s]==="0"?"0":Ls(e)):t}function $s(n){
let t=Math.log10(n),e=Math.round(t);return Math.abs(t-e)>1e-9?xt(n):e===0||e===1?e?"10":"1":`10${[...String(
e)].map(s=>Ss[s]).join("")}`}var Wi=60,Vi=32,Gi=0;function A(n,t={},...e){let s=document.createElement(n);for(let[i,o]of Object.entries(
t))o!=null&&o!==""&&s.setAttribute(i,String(o));return s.append(...e),s}function At(n){let t=[],e=0;
for(let s of n.matchAll(/(?<![\p{L}\d_])(\p{L})_(\p{L}+|\d+)(?![\p{L}\d_])/gu))t.push(n.slice(e,s.index)+
s[1],A("sub",{},s[2])),e=s.index+s[0].length;return[...t,n.slice(e)]}function Mt(n){return typeof n==
"number"?D(n):n==null?"":typeof n=="object"&&"text"in n?n.text:String(n)}function Yi(n){let t=Number(
n.trim());return n.trim()!==""&&Number.isFinite(t)?t:n}function ve(n,t){return A("label",{class:"cl-\
label",for:t},...At(n.label))}function Ns(n,t){n.addEventListener("change",t),n.addEventListener("ke\
ydown",e=>{e.key==="Enter"&&t()})}function be(n,t,e,s){let{steps:i,share:o,value:r}=Y(n),a=!1,l=A("i\
nput",{id:t,class:"cl-number",type:"text",inputmode:"decimal",autocomplete:"off",spellcheck:"false",
...e}),h=A("input",{class:"cl-range",type:"range",min:0,max:i,step:1,"aria-label":`${n.label}, slide\
r`,...e}),c=A("span",{class:"cl-mark","aria-hidden":"true"}),d=A("span",{class:"cl-tick"}),u=A("div",
{class:"cl-slide"},h,c),f=A("span",{class:"cl-hand","aria-hidden":"true"}),m="",g=!1,b=k=>{m=Mt(k),l.
value=m,l.style.width=`${H(m.length,4,12)+2}ch`},w=k=>{h.setAttribute("aria-valuetext",Mt(k)),h.style.
setProperty("--part",String(H(o(k),0,1)))},x=k=>{g||(b(k),typeof k=="number"&&(w(k),h.value=String(Math.
round(H(o(k),0,1)*i))))},M=()=>{let k=Mt(r(Number(h.value)));f.textContent=g&&k!==m?k:""},v=k=>{a=!0,
g&&(b(k),M())};h.addEventListener("input",()=>{g=!0;let k=r(Number(h.value));w(k),a||b(k),s.send(k,!1),
M()});let E=()=>{g&&(g=!1,x(r(Number(h.value))),M(),s.finish())},j=()=>s.near(()=>Xi(i,Number(h.value)).
map(k=>r(k)));h.addEventListener("pointerenter",j),h.addEventListener("focus",j);let $=!1;h.addEventListener(
"keydown",()=>{$=!0}),h.addEventListener("keyup",()=>{$=!1,E()}),h.addEventListener("change",()=>{$||
E()});for(let k of["pointerup","touchend"])h.addEventListener(k,E);h.addEventListener("blur",()=>{$=
!1,E()}),Ns(l,()=>{if(l.value===m)return;let k=Yi(l.value);x(k),s.send(k)}),l.addEventListener("keyd\
own",k=>{k.key==="Escape"&&(l.value=m)});let B=k=>{let me=k&&typeof k[0]=="number"?o(k[0]):NaN,ds=me>=
0&&me<=1;c.hidden=d.hidden=!ds,d.replaceChildren(),k&&ds&&d.append(...At(k[1]));for(let Ni of[c,d])Ni.
style.setProperty("--at",String(me))},V=r(i)===n.high?i:i+1,Li=n.periodic?[vs(h,l,n.label,V)]:[],$i=A(
"div",{class:"cl-row"},ve(n,t),...Li,f,l),cs=n.stops&&Zi(n.stops,o);return cs&&u.append(cs),{nodes:[
$i,u,d],inputs:[l,h],display:x,tick:B,picture:v}}function Xi(n,t){let e=Math.max(1,Math.ceil(n/Wi)),
s=new Set([0,n].sort((i,o)=>Math.abs(i-t)-Math.abs(o-t)));for(let i=8*e;i>=e;i/=2)Array.from({length:Math.
floor(n/i)+1},(r,a)=>a*i).sort((r,a)=>Math.abs(r-t)-Math.abs(a-t)).forEach(r=>s.add(r));return[...s]}
function Zi(n,t){let e=A("div",{class:"cl-stops","aria-hidden":"true"});for(let s of n.length<=Vi?n:
[])e.appendChild(A("span")).style.setProperty("--at",String(t(s)));return e}function Qi(n,t,e,s){let i=A(
"select",{id:t,class:"cl-select",...e});n.options.forEach((r,a)=>i.append(A("option",{value:a},r.words))),
i.addEventListener("change",()=>s.send(n.options[i.selectedIndex].value));let o=r=>{let a=JSON.stringify(
r);i.selectedIndex=n.options.findIndex(l=>JSON.stringify(l.value)===a)};return{nodes:[ve(n,t),i],inputs:[
i],display:o}}function to(n,t,e,s){let i=A("input",{id:t,type:"checkbox",...e});return i.addEventListener(
"change",()=>s.send(i.checked)),{nodes:[A("label",{class:"cl-check",for:t},i,A("span",{},...At(n.label)))],
inputs:[i],display:r=>{i.checked=r===!0}}}var eo={solid:"",dash:"6 4",dot:"2 3",dashdot:"6 3 2 3",longdash:"\
10 4"};function so({light:n,dark:t,dash:e}){let s=document.createElementNS("http://www.w3.org/2000/s\
vg","svg"),i=document.createElementNS("http://www.w3.org/2000/svg","line"),o=(r,a)=>Object.entries(a).
forEach(([l,h])=>r.setAttribute(l,String(h)));return o(s,{class:"cl-sample",width:20,height:10,viewBox:"\
0 0 20 10","aria-hidden":"true"}),o(i,{x1:0,y1:5,x2:20,y2:5,"stroke-width":3,"stroke-dasharray":eo[e]??
""}),s.style.setProperty("--light",n),s.style.setProperty("--dark",t),s.append(i),s}function no(n,t,e,s){
let i=n.options.map(()=>A("input",{type:"checkbox"})),o=A("fieldset",{class:"cl-several",id:t,...e});
o.append(A("legend",{class:"cl-label"},...At(n.label))),n.options.forEach((l,h)=>{let c=A("label",{class:"\
cl-check"},i[h]);l.line&&c.append(so(l.line)),c.append(A("span",{},l.words)),o.append(c),i[h].addEventListener(
"change",()=>s.send(n.options.filter((d,u)=>i[u].checked).map(d=>d.value)))});let r=l=>{let h=new Set(
(Array.isArray(l)?l:[]).map(c=>JSON.stringify(c)));n.options.forEach((c,d)=>{i[d].checked=h.has(JSON.
stringify(c.value))})},a=l=>n.options.forEach((h,c)=>{let d=l!==null&&JSON.stringify(h.value)===JSON.
stringify(l);i[c].parentElement.hidden=d});return{nodes:[o],inputs:[o,...i],display:r,leave:a}}function ke(n,t,e,s){
let i=A("input",{id:t,class:"cl-text",type:"text",autocomplete:"off",spellcheck:"false",...e});Ns(i,
()=>s.send(i.value));let o=r=>{i.value=Mt(r)};return{nodes:[ve(n,t),i],inputs:[i],display:o}}var io={
linear:be,log:be,integer:be,choice:Qi,switch:to,several:no,text:ke,file:ke,edits:ke},Et=class{shown={};asleep="";constructor(t,e,s){
this.knobs=t,this.spec=e,this.el=s;let i=`cl-knob-${Gi+=1}-${Math.random().toString(36).slice(2,8)}`,
o=e.help&&A("span",{id:`${i}-help`,class:"cl-hidden"},e.help);this.reason=A("span",{id:`${i}-error`,
class:"cl-hidden"});let r={title:e.help,"aria-describedby":o?o.id:null},l={...this.out=Ms(t,e),near:c=>t.
near(e.name,c)},h=io[e.kind](e,i,r,l);this.control=e.kind==="file"?ks(h,e,i,t.model):h,s.classList.add(
"cl-knob",`cl-knob-${e.kind}`),s.classList.toggle("cl-primary",e.primary),s.dataset.name=e.name,S(s,
...this.control.inputs),s.replaceChildren(...this.control.nodes,...o?[o]:[],this.reason),this.show()}show(){
let{shown:t,control:e}=this,s=this.shown=this.knobs.stand[this.spec.name]??{value:null},i=o=>!("valu\
e"in t)||!oo(t[o],s[o]);i("value")&&(e.display(s.value),this.out.told(s.value)),i("tick")&&e.tick?.(
s.tick??null),i("preview")&&e.preview?.(s.preview??{}),i("without")&&e.leave?.(s.without??null),this.
el.classList.toggle("cl-idle",!!s.idle),(i("locked")||i("error"))&&this.explain()}explain(){let{locked:t,
error:e=""}=this.shown,s=t||this.asleep;this.reason.textContent=e,this.el.classList.toggle("cl-locke\
d",!!s),this.el.classList.toggle("cl-wrong",e!=="");for(let i of this.control.inputs)i.toggleAttribute(
"disabled",!!s),i.setAttribute("aria-invalid",String(e!=="")),e?i.setAttribute("aria-errormessage",this.
reason.id):i.removeAttribute("aria-errormessage"),i.title=e||s||this.spec.help}wake(t){this.asleep=t?
"":gt,this.explain()}painted({at:t,ticks:e,answer:s}){let{name:i}=this.spec;i in t&&(s&&this.out.painted(
t[i]),this.control.picture?.(t[i]),this.control.tick?.((e?e[i]:this.shown.tick)??null))}},oo=(n,t)=>JSON.
stringify(n)===JSON.stringify(t);function xe(n){let t=atob(n),e=new Uint8Array(t.length);for(let s=0;s<e.length;s++)e[s]=t.charCodeAt(
s);return e}function Me(n,t){let e=new Blob([n]).stream().pipeThrough(new DecompressionStream(t));return new Response(
e).arrayBuffer()}var St=n=>JSON.parse(new TextDecoder().decode(n));function Ee({buffer:n,byteOffset:t}){
let e=4+new DataView(n).getUint32(t,!0),s=St(new Uint8Array(n,t+4,e-4));return new Map(s.map(([i,o,r])=>{
let a=new Uint8Array(n,t+e,o);return e+=o,[i,{data:a,about:r}]}))}function Ae(n,t){let e=l=>Object.fromEntries(
Object.entries(l).map(([h,c])=>[h,St(t(c).data)])),s=e(n.told);if(n.error)return{error:n.error,told:s};
let i={},o={};for(let l of n.arrays){let{data:h,about:c}=t(l);i[l]=c,o[l]=new DataView(h.buffer,h.byteOffset,
h.byteLength)}let r=n.panels.map(l=>St(t(l).data));return{spec:{...e(n.spec),panels:r,arrays:i},buffers:o,
told:s}}var ro=400,st=class{open=new Map;constructor(t,e){this.index=t,this.text=e;let s=0;this.places=
t.chunks.map(i=>[s,s+=i])}values(t){return this.index.axes.find(([e])=>e===t)?.[1]}place(t){let e=0;
for(let[s,i]of this.index.axes){let o=JSON.stringify(t[s]),r=i.findIndex(a=>JSON.stringify(a)===o);if(r<
0)return-1;e=e*i.length+r}return e}settings(t){let e={};for(let[s,i]of[...this.index.axes].reverse())
e[s]=i[t%i.length],t=Math.floor(t/i.length);return e}async point(t){let e=this.index.at[t],s=await Promise.
all(this.index.points[e].map(o=>this.chunk(o))),i=o=>s.find(r=>r.has(o))?.get(o);return Ae(St(i(`p${e}`).
data),i)}chunk(t){let e=this.open.get(t)??this.inflate(t);return this.open.delete(t),this.open.set(t,
e),this.open.size>ro&&this.open.delete(this.open.keys().next().value??t),e}async inflate(t){let e=await Me(
xe(this.text.slice(...this.places[t])),"deflate");return Ee(new DataView(e))}};var Os=64,ao=8e6,lo=3e3,ho=250,Se=new Map,X=class n{held=new Map;parts=new Map;bytes=0;knob="";others="";id="";hand=null;shown=null;values={};near=null;touched=-1/0;asked=-1/0;views=new Set;static of(t){
let e=t.get("uid"),s=Se.get(e)??new n(t,e);return Se.set(e,s),s}constructor(t,e){this.model=t,this.uid=
e}join(t){this.views.add(t)}leave(t){this.views.delete(t),this.views.size||Se.delete(this.uid)}without(t,e){
let{[t]:s,...i}=e;return JSON.stringify(Object.entries(i).sort(([o],[r])=>o<r?-1:1))}open(t){let e=this.
without(t,{...this.model.get("at"),...this.values});t===this.knob&&e===this.others||(this.clear(),[this.
knob,this.others,this.id]=[t,e,Math.random().toString(36).slice(2)])}clear(){this.held.clear(),this.
parts.clear(),[this.bytes,this.knob,this.others,this.id,this.asked]=[0,"","","",-1/0]}point(t){this.
near=t,this.touched=performance.now(),this.ask()}ask(){let t=performance.now();if(!this.near||!this.
model.get("ahead")||t-this.touched>lo||(this.open(this.near.knob),t-this.asked<ho||this.bytes>ao))return;
let e=this.near.values().filter(s=>!this.held.has(JSON.stringify(s)));e.length&&(this.asked=t,this.model.
send({kind:"ahead",shelf:this.id,knob:this.knob,values:e.slice(0,Os)}))}turn(t){if(this.values[t.knob]=
t.value,!t.dragging)return this.hand&&(this.touched=performance.now()),this.hand=null,this.shown&&Le(
{...this.model.get("at"),...this.values},this.model.get("at"))&&this.show(null),!1;this.open(t.knob),
this.hand=t;let e=this.nearest(t);return e&&this.show(e.picture),e!==void 0&&Le(e.value,t.value)}nearest(t){
let e=t.share(t.value),s=({value:o})=>{let r=Math.abs(t.share(o)-e);return t.periodic?Math.min(r,1-r):
r},i;for(let o of this.held.values())(!i||s(o)<s(i))&&(i=o);return i}show(t){if(t!==this.shown){this.
shown=t;for(let e of this.views)e.show()}}answered(t){let{at:e}=t,{knob:s}=this;s&&this.without(s,{...e,
...this.values})!==this.others&&this.clear(),s&&this.without(s,e)===this.others&&this.keep(e[s],t,co(
t));let i=s in this.values&&!Le(e[s],this.values[s]);return this.hand?this.shown=this.nearest(this.hand)?.
picture??null:i||(this.shown=null),this.hand||this.ask(),this.shown??t}take(t,e){if(t.shelf!==this.id)
return;for(let[r,a]of Ee(e[0]))this.parts.set(r,a);let s=Ae(t.head,r=>this.parts.get(r));if(s.error!==
void 0)return;let{at:i={},ticks:o}=s.told;this.without(this.knob,i)===this.others&&(this.keep(t.value,
{...s,at:i,ticks:o},e[0].byteLength),this.hand&&this.turn(this.hand))}keep(t,e,s){let i=JSON.stringify(
t);this.bytes+=s-(this.held.get(i)?.bytes??0),this.held.delete(i),this.held.set(i,{value:t,picture:e,
bytes:s});for(let[o,{bytes:r}]of this.held){if(this.held.size<=Os)return;this.held.delete(o),this.bytes-=
r}}},Le=(n,t)=>JSON.stringify(n)===JSON.stringify(t);function co({spec:n,buffers:t}){return Object.keys(
n.arrays).filter(s=>!s.startsWith("s")).reduce((s,i)=>s+(t[i]?.byteLength??0),0)}var $e=new Map,uo=0,Lt=class n{stand={};sent=new Map;views=new Set;static of(t){let e=t.get("uid"),s=$e.
get(e)??new n(t,e);return $e.set(e,s),s}constructor(t,e){this.model=t,this.uid=e,this.shelf=X.of(t),
this.heed(t.get("stand")??{})}join(t){this.views.add(t)}leave(t){this.views.delete(t),this.views.size||
$e.delete(this.uid)}heed(t){let e=this.stand;this.stand=Object.fromEntries(Object.entries(t).map(([s,
i])=>{if(this.sent.has(s)&&this.sent.get(s)!==i.turn){let{value:o,error:r}=e[s];return[s,{...i,value:o,
error:r}]}return this.sent.delete(s),[s,i]})),this.tell()}tell(){for(let t of this.views)t.show()}turn(t){
return this.model.get("solved")===void 0&&this.shelf.turn(t)}send(t,e,s){let i=`${Math.random().toString(
36).slice(2,8)}${uo+=1}`;this.sent.set(t,i),this.stand[t]={...this.stand[t],value:e},this.tell(),this.
model.send({kind:"turn",knob:t,value:e,dragging:s,turn:i})}near(t,e){this.shelf.point({knob:t,values:e})}};
function Cs(n,t){return n.filter(({primary:e,kind:s,name:i})=>!e&&s!=="edits"&&!t[i]?.idle).length}function Ts({filename:n,mime:t},e){let s=p("a");s.href=URL.createObjectURL(new Blob([e],{type:t})),s.
download=n,s.click(),setTimeout(()=>URL.revokeObjectURL(s.href),1e4)}async function $t(n,t){try{await navigator.
clipboard.writeText(n)}catch{po(n,t)}}function po(n,t){let e=p("div","cl-copybox"),s=e.appendChild(p(
"textarea"));s.value=n,s.rows=8,s.readOnly=!0,s.setAttribute("aria-label","Python that makes this pi\
cture; copy it from here");let i=e.appendChild(p("button","cl-option","Close"));i.type="button",i.addEventListener(
"click",()=>e.remove()),t.querySelector(".cl-copybox")?.remove(),t.append(e),s.focus(),s.select()}var fo=0,Nt=class{layout;chosen;tabs=[];shown="";constructor(t){this.root=p("div","cl-panels"),this.
onTab=t,this.id=`cl-grid-${fo+=1}-${Math.random().toString(36).slice(2,8)}`}arrange(t,e){let s=JSON.
stringify([t.layout,t.panels.map(g=>[g.key,g.tab])]);if(s===this.shown)return;[this.shown,this.layout]=
[s,t.layout];let i=new Map(t.panels.map((g,b)=>[g.key,e[b]])),{hero:o,side:r,tabs:a,twin:l}=t.layout,
h=l?[]:[...r],c=l?[...r,...a]:a.length?[...h.splice(-1),...a]:[],d=g=>i.get(g).root;this.tabs=[];for(let g of e)
mo(g.root);let u=p("div","cl-heroes");i.has(o)&&u.append(d(o));let f=p("div","cl-aside");f.append(...h.
map(d));let m=c.length>1?[this.group(t,c,i)]:c.map(d);(l?u:f).append(...m),this.root.dataset.look=l?
"twin":f.childElementCount?"beside":"alone",this.root.replaceChildren(u,...f.childElementCount?[f]:[])}group(t,e,s){
let i=p("div","cl-tabbed"),o=i.appendChild(p("div","cl-tabs"));o.setAttribute("role","tablist"),o.setAttribute(
"aria-label","Panels"),o.addEventListener("keydown",a=>this.key(a));let r=i.appendChild(p("div","cl-\
stack"));for(let a of e){let l=s.get(a),h=t.panels.find(d=>d.key===a),c=o.appendChild(p("button","cl\
-tab",h?.tab));c.type="button",c.id=`${this.id}-${a}`,c.setAttribute("role","tab"),c.addEventListener(
"click",()=>this.choose(a,!0)),l.root.id=`${c.id}-panel`,l.root.setAttribute("role","tabpanel"),l.root.
setAttribute("aria-labelledby",c.id),c.setAttribute("aria-controls",l.root.id),S(c),r.append(l.root),
this.tabs.push([a,c,l])}return this.choose(this.chosen&&e.includes(this.chosen)?this.chosen:e[0]),i}choose(t,e=!1){
this.chosen=t;for(let[s,i,o]of this.tabs)i.setAttribute("aria-selected",String(s===t)),i.tabIndex=s===
t?0:-1,o.root.classList.toggle("cl-behind",s!==t);this.onTab(t,e)}key(t){let e=this.tabs.findIndex(([
a])=>a===this.chosen),i={ArrowRight:e+1,ArrowLeft:e-1,Home:0,End:-1}[t.key];if(i===void 0||t.ctrlKey||
t.metaKey||t.altKey)return;t.preventDefault(),t.stopPropagation();let[o,r]=this.tabs[(i+this.tabs.length)%
this.tabs.length];this.choose(o,!0),r.focus()}};function mo(n){n.classList.remove("cl-behind");for(let t of[
"role","aria-labelledby","id"])n.removeAttribute(t)}var Ps={width:1280,height:720},go=1.7;function yo(n,t){return go*Math.max(1,Math.min(n/Ps.width,t/Ps.
height))}var Ot=class{on=!1;constructor(t,e,s){this.el=t,this.left=e,this.resized=s,this.page=t.ownerDocument}get magnify(){
return this.on?yo(window.innerWidth,window.innerHeight):1}async enter(t){if(!this.on){this.on=!0,this.
el.classList.add("cl-projected"),this.page.addEventListener("fullscreenchange",this.changed),window.
addEventListener("keydown",this.escape,!0),window.addEventListener("resize",this.resize),this.resize();
try{if(!t)throw new Error("a page may not do this by itself");await this.el.requestFullscreen()}catch{
if(!this.on||!this.el.isConnected)return;this.el.setAttribute("popover","manual"),this.el.showPopover?.()}
this.el.focus({preventScroll:!0})}}leave(){this.on&&(this.on=!1,this.el.classList.remove("cl-project\
ed"),this.page.removeEventListener("fullscreenchange",this.changed),window.removeEventListener("keyd\
own",this.escape,!0),window.removeEventListener("resize",this.resize),this.el.removeAttribute("popov\
er"),this.el.style.removeProperty("--cl-magnify"),this.page.fullscreenElement&&this.page.exitFullscreen())}resize=()=>{
this.el.style.setProperty("--cl-magnify",String(this.magnify)),this.resized()};changed=()=>{this.page.
fullscreenElement||this.left()};escape=t=>{t.key==="Escape"&&(t.preventDefault(),t.stopPropagation(),
this.left())}};var Ct=class{constructor(t){this.stage=t,this.projector=new Ot(t.el,()=>this.show(!1),()=>this.magnified()),
this.button=C("screen","Fill the screen, for a lecture (F)",()=>this.toggle()),this.alone=p("select",
"cl-alone"),this.alone.setAttribute("aria-label","Panels"),this.alone.addEventListener("change",()=>this.
show(this.alone.value||!0))}get controls(){return[this.alone,this.button]}key(t){let{spec:e,model:s,
predictions:i}=this.stage;if(!this.projector.on)return i.votes&&i.key(t);let o=/^[1-9]$/.test(t)?e?.
panels[Number(t)-1]?.key:void 0;return o?()=>this.show(s.get("projector")===o?!0:o):i.key(t)}toggle(){
this.show(!this.projector.on,!0)}show(t,e=!1){this.stage.model.set("projector",t),this.stage.model.save_changes(),
this.obey(e)}obey(t){let{model:e,player:s,predictions:i}=this.stage,o=e.get("projector");o&&s.leader===
this.stage&&this.projector.enter(t),o||this.projector.leave(),this.button.setAttribute("aria-pressed",
String(!!o)),i.project(this.projector.on),this.magnified()}magnified(){this.stage.spec&&(this.stage.
load(),this.stage.player.notify())}get layout(){let{layout:t,panels:e}=this.stage.spec,s=this.stage.
model.get("projector");if(!this.projector.on)return t;if(typeof s=="string"&&e.some(r=>r.key===s))return{
hero:s,side:[],tabs:[],twin:!1,share_x:[]};let[i,o]=[t.side.slice(0,1),t.side.slice(1)];return{...t,
side:i,tabs:[...o,...t.tabs],twin:!1}}choices(){let{panels:t}=this.stage.spec,e=[["","All panels"],...t.
map(i=>[i.key,i.tab||i.title])];this.alone.replaceChildren(...e.map(([i,o])=>{let r=p("option","",o);
return r.value=i,r}));let s=this.stage.model.get("projector");this.alone.value=typeof s=="string"?s:
""}};var js=new Uint8Array([31,139,8,0,0,0,0,0,0,255]);async function Rs(n,t,e){let s=new Blob(n).stream().
pipeThrough(t).getReader(),i=[],o=0;for(let r=await s.read();!r.done;r=await s.read())if(i.push(r.value),
o+=r.value.length,o>e)throw await s.cancel(),new Error(`more than ${e} bytes`);return new Uint8Array(
await new Blob(i).arrayBuffer())}async function Is(n){let t=new TextEncoder().encode(JSON.stringify(
n)),e=(await Rs([t],new CompressionStream("gzip"),1e5)).slice(js.length);return`cl1.${btoa(Array.from(
e,i=>String.fromCharCode(i)).join("")).replaceAll("+","-").replaceAll("/","_").replace(/=+$/,"")}`}async function Tt(n){
let t=/^cl([1-9]\d*)\.([\w-]+)$/.exec(n.trim());if(!t)throw new Error("The link holds no state of Co\
nvex Lab.");if(Number(t[1])>1)throw new Error(`The link is of version ${t[1]}; this page reads versi\
on 1 or earlier.`);if(t[2].length>1e5)throw new Error("The link is longer than 100000 letters.");let e;
try{e=JSON.parse(await wo(t[2]))}catch{throw new Error("The link is damaged; copy it again, whole.")}
if(e===null||typeof e!="object"||Array.isArray(e))throw new Error("The link holds no dictionary.");return e}
async function wo(n){let t=atob(n.replaceAll("-","+").replaceAll("_","/"));if(btoa(t).replaceAll("+",
"-").replaceAll("/","_").replace(/=+$/,"")!==n)throw new Error("bits are left over");let s=Uint8Array.
from(t,r=>r.charCodeAt(0)),i=await Rs([js,s],new DecompressionStream("gzip"),1e7);if(new DataView(s.
buffer).getUint32(s.length-4,!0)!==i.length)throw new Error("not one whole member");return new TextDecoder(
"utf-8",{fatal:!0}).decode(i)}var Ds=n=>typeof n=="number"&&Number.isFinite(n),Bs=(n,t)=>Array.isArray(n)&&n.length===t&&n.every(Ds),
zs=(n,t)=>n!==null&&typeof n=="object"&&!Array.isArray(n)&&Object.values(n).every(t),[Fs,bo]=[1e100,
1e-12],ko=n=>{if(!Bs(n,2))return!1;let t=Math.max(...n.map(Math.abs));return t<=Fs&&Math.abs(n[1]-n[0])>=
Math.max(bo*t,1/Fs)},Ne=1e3,vo=n=>Bs(n,9)&&Math.max(...n.map(Math.abs))<=Ne&&Math.hypot(n[0]-n[3],n[1]-
n[4],n[2]-n[5])>=1/Ne&&Math.hypot(...n.slice(6))>=1/Ne,xo=[["frame","a number of at least 0",n=>Ds(n)&&
n>=0],["zoom","a pair of ranges that can be drawn for each panel",n=>zs(n,t=>Array.isArray(t)&&t.length===
2&&t.every(ko))],["camera","nine numbers for each panel, an eye apart from its centre and a way up",
n=>zs(n,vo)],["predict","true or false",n=>typeof n=="boolean"],["projector","true or a panel",n=>n===
!0||typeof n=="string"]];function Hs(n,t,e){if(n.at!==t.at)return`The link is of ${n.at??"no scene"}\
; this page shows ${t.at}.`;let s=Object.entries(t.knobs??{}).find(([c,d])=>JSON.stringify(n.knobs?.[c])!==
JSON.stringify(d));if(s)return`The link is of another ${s[0]}; this page has no such setting.`;let i=xo.
find(([c,,d])=>c in n&&!d(n[c]));if(i)return`The link's ${i[0]} must be ${i[1]}.`;let o=e.clock.values.
length-1;if(n.frame>o)return`The link's frame must lie in 0 to ${o}.`;let r=c=>e.panels.filter(d=>d.
space===c).map(d=>d.key),a=typeof n.projector=="string"?[n.projector]:[],l=[...r(!1),...r(!0)],h=[[Object.
keys(n.zoom??{}),r(!1)],[Object.keys(n.camera??{}),r(!0)],[a,l]];for(let[c,d]of h){let u=c.find(f=>!d.
includes(f));if(u!==void 0)return`The link's panel ${u} is not in this page; it has ${l.join(", ")}.`}
return""}var _s=n=>/^cl\d/.test(n);async function Js(n,t,e){let{frame:s,predict:i,projector:o,zoom:r,
camera:a,sealed:l,...h}=t,c={...h,...l&&await Tt(l)},d=Object.entries(e).filter(([u,f])=>f||u==="fra\
me");return`${n.split("#")[0]}#${await Is({...c,...Object.fromEntries(d)})}`}var Mo=300,Pt=class{resting;constructor(t){this.stage=t}get controls(){return this.stage.model.get("\
link")?[C("link","Copy link to this page as it looks",()=>this.copyLink())]:[]}get all(){let{model:t,
place:e}=this.stage,s=t.get("projector")??!1;return{frame:e,predict:!!t.get("predict"),projector:s,...this.
seen()}}seen(){let t={};for(let e of this.stage.panels)e.look&&((t[e.space?"camera":"zoom"]??={})[e.
panel.key]=e.look);return t}heard(){let{model:t}=this.stage;clearTimeout(this.resting),this.resting=
setTimeout(()=>{let e=this.seen();JSON.stringify(e)!==JSON.stringify(t.get("look")??{})&&(t.set("loo\
k",e),t.save_changes())},Mo)}obey(){let{zoom:t={},camera:e={}}=this.stage.model.get("look")??{};for(let s of this.
stage.panels)s.panel&&s.turn((s.space?e:t)[s.panel.key]??null)}async copyLink(){let{model:t,el:e}=this.
stage;await $t(await Js(location.href,t.get("link"),this.all),e),this.stage.say("ready","copied a li\
nk to this picture")}end(){clearTimeout(this.resting)}};var Eo='a[href^="#panel="], a[href^="#panel-below="]',Us=!1;function qs(){Us||(Us=!0,window.addEventListener(
"click",So,!0),window.addEventListener("keydown",n=>{let t=Ws(n);t&&S(t)},!0))}function Ao(n,t,e){let s=t.
filter(r=>r<=n).sort((r,a)=>a-r),i=t.filter(r=>r>n).sort((r,a)=>r-a),[o]=e?[...i,...s]:[...s,...i];return t.
indexOf(o)}function Ws(n){let{target:t}=n;return t instanceof Element?t.closest(Eo):null}function So(n){
let t=Ws(n);if(!t||n.defaultPrevented)return;n.preventDefault();let[e,s]=decodeURIComponent(t.hash).
split("="),i=Lo(t,s),o=i.map(a=>Ks(a.closest(".cl-stage")??a)),r=i[Ao(Ks(t),o,e==="#panel-below")];r&&
$o(r)}var Ks=n=>n.getBoundingClientRect().top;function Lo(n,t){for(let e=n.parentElement;e;e=e.parentElement){
let i=[...e.querySelectorAll(`.cl-stage .cl-panel[data-key="${CSS.escape(t)}"]`)].filter(o=>o.getClientRects().
length);if(i.length)return i}return[]}function $o(n){let t=document.getElementById(n.getAttribute("a\
ria-labelledby")??"");t?.click();let e=t??n.querySelector(".cl-plot");e instanceof HTMLElement&&(e.tabIndex<
0&&(e.tabIndex=-1),e.focus({preventScroll:!0})),n.scrollIntoView({block:"nearest"})}function y(n,t){if(typeof n!="string"||n[0]!=="@")return n;let[,e,s,i]=n.match(/^@(\w+)(?:([/%])(.+))?$/)??
[],o=Vs(t.colours[e]);if(!s)return t.colours[e];if(s==="/")return`rgba(${o.join()},${i})`;let r=Vs(t.
colours.paper);return`rgb(${o.map((a,l)=>Math.round(Number(i)*a+(1-Number(i))*r[l])).join()})`}function Vs(n){
return[1,3,5].map(t=>parseInt(n.slice(t,t+2),16))}function jt(n,t){let e=n.length-1,s=0;return t.map(i=>{if(!(i>=n[0]&&i<=n[e]))return NaN;for(;s<e-1&&
n[s+1]<=i;)s++;for(;s>0&&n[s]>i;)s--;return s+(i-n[s])/(n[s+1]-n[s])})}function No({x:n,y:t,z:e},s,i){
let{box:o}=i,[r,a]=[Math.max(1,Math.ceil(o.width/2)),Math.max(1,Math.ceil(o.height/2))],l=w=>i.back(
o.x+(w+.5)*o.width/r,0)[0],h=w=>i.back(0,o.y+(w+.5)*o.height/a)[1],c=Float64Array.from({length:r},(w,x)=>l(
x)),d=Float64Array.from({length:a},(w,x)=>h(x)),[u,f]=[jt(n,c),jt(t,d)],m=new ImageData(r,a),g=new Uint32Array(
m.data.buffer);for(let w=0;w<a;w++){if(!(f[w]>=0))continue;let x=Math.min(Math.floor(f[w]),t.length-
2),M=f[w]-x;for(let v=0;v<r;v++){if(!(u[v]>=0))continue;let E=Math.min(Math.floor(u[v]),n.length-2),
j=u[v]-E,$=x*n.length+E,B=(1-M)*((1-j)*e[$]+j*e[$+1])+M*((1-j)*e[$+n.length]+j*e[$+n.length+1]),V=Math.
min(Math.max(Math.floor(B)+1,0),s.length-1);B===B&&(g[w*r+v]=s[V])}}let b=document.createElement("ca\
nvas");return[b.width,b.height]=[r,a],T(b).putImageData(m,0,0),b}function Gs(n,t,e,s,i){let{box:o}=s,
r=JSON.stringify([o,s.back(0,0),s.back(1,1),i.name]);if(t.image?.key!==r||t.image.data!==e){let a=t.
look.colours.map(l=>{let h=Uint8Array.from([...(y(l,i).match(/\d+/g)??[]).map(Number),255]);return new Uint32Array(
h.buffer)[0]});t.image={key:r,data:e,canvas:No(e,a,s)}}n.drawImage(t.image.canvas,o.x,o.y,o.width,o.
height)}/*!
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
*/var Oo=Math.sqrt(50),Co=Math.sqrt(10),To=Math.sqrt(2);function Te(n,t,e){let s=(t-n)/Math.max(0,e),
i=Math.floor(Math.log10(s)),o=s/Math.pow(10,i),r=o>=Oo?10:o>=Co?5:o>=To?2:1,a,l,h;return i<0?(h=Math.
pow(10,-i)/r,a=Math.round(n*h),l=Math.round(t*h),a/h<n&&++a,l/h>t&&--l,h=-h):(h=Math.pow(10,i)*r,a=Math.
round(n/h),l=Math.round(t/h),a*h<n&&++a,l*h>t&&--l),l<a&&.5<=e&&e<2?Te(n,t,e*2):[a,l,h]}function on(n,t,e){
if(t=+t,n=+n,e=+e,!(e>0))return[];if(n===t)return[n];let s=t<n,[i,o,r]=s?Te(t,n,e):Te(n,t,e);if(!(o>=
i))return[];let a=o-i+1,l=new Array(a);if(s)if(r<0)for(let h=0;h<a;++h)l[h]=(o-h)/-r;else for(let h=0;h<
a;++h)l[h]=(o-h)*r;else if(r<0)for(let h=0;h<a;++h)l[h]=(i+h)/-r;else for(let h=0;h<a;++h)l[h]=(i+h)*
r;return l}function Re(n,t,e){n.prototype=t.prototype=e,e.constructor=n}function rn(n,t){var e=Object.
create(n.prototype);for(var s in t)e[s]=t[s];return e}function rt(){}var nt=.7,zt=1/nt,Z="\\s*([+-]?\\\
d+)\\s*",it="\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)\\s*",I="\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]\
?\\d+)?)%\\s*",Po=/^#([0-9a-f]{3,8})$/,jo=new RegExp(`^rgb\\(${Z},${Z},${Z}\\)$`),Ro=new RegExp(`^rg\
b\\(${I},${I},${I}\\)$`),Io=new RegExp(`^rgba\\(${Z},${Z},${Z},${it}\\)$`),zo=new RegExp(`^rgba\\(${I}\
,${I},${I},${it}\\)$`),Fo=new RegExp(`^hsl\\(${it},${I},${I}\\)$`),Do=new RegExp(`^hsla\\(${it},${I}\
,${I},${it}\\)$`),Ys={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,
beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,
burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,
cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,
darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,
darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,
darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,
dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,
gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,
grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,
lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,
lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,
lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,
lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,
limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,
mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,
mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,
moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,
orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,
palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,
powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,
saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,
silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,
springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,
violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074};
Re(rt,ot,{copy(n){return Object.assign(new this.constructor,this,n)},displayable(){return this.rgb().
displayable()},hex:Xs,formatHex:Xs,formatHex8:Bo,formatHsl:Ho,formatRgb:Zs,toString:Zs});function Xs(){
return this.rgb().formatHex()}function Bo(){return this.rgb().formatHex8()}function Ho(){return an(this).
formatHsl()}function Zs(){return this.rgb().formatRgb()}function ot(n){var t,e;return n=(n+"").trim().
toLowerCase(),(t=Po.exec(n))?(e=t[1].length,t=parseInt(t[1],16),e===6?Qs(t):e===3?new O(t>>8&15|t>>4&
240,t>>4&15|t&240,(t&15)<<4|t&15,1):e===8?Rt(t>>24&255,t>>16&255,t>>8&255,(t&255)/255):e===4?Rt(t>>12&
15|t>>8&240,t>>8&15|t>>4&240,t>>4&15|t&240,((t&15)<<4|t&15)/255):null):(t=jo.exec(n))?new O(t[1],t[2],
t[3],1):(t=Ro.exec(n))?new O(t[1]*255/100,t[2]*255/100,t[3]*255/100,1):(t=Io.exec(n))?Rt(t[1],t[2],t[3],
t[4]):(t=zo.exec(n))?Rt(t[1]*255/100,t[2]*255/100,t[3]*255/100,t[4]):(t=Fo.exec(n))?sn(t[1],t[2]/100,
t[3]/100,1):(t=Do.exec(n))?sn(t[1],t[2]/100,t[3]/100,t[4]):Ys.hasOwnProperty(n)?Qs(Ys[n]):n==="trans\
parent"?new O(NaN,NaN,NaN,0):null}function Qs(n){return new O(n>>16&255,n>>8&255,n&255,1)}function Rt(n,t,e,s){
return s<=0&&(n=t=e=NaN),new O(n,t,e,s)}function _o(n){return n instanceof rt||(n=ot(n)),n?(n=n.rgb(),
new O(n.r,n.g,n.b,n.opacity)):new O}function Ft(n,t,e,s){return arguments.length===1?_o(n):new O(n,t,
e,s??1)}function O(n,t,e,s){this.r=+n,this.g=+t,this.b=+e,this.opacity=+s}Re(O,Ft,rn(rt,{brighter(n){
return n=n==null?zt:Math.pow(zt,n),new O(this.r*n,this.g*n,this.b*n,this.opacity)},darker(n){return n=
n==null?nt:Math.pow(nt,n),new O(this.r*n,this.g*n,this.b*n,this.opacity)},rgb(){return this},clamp(){
return new O(U(this.r),U(this.g),U(this.b),Dt(this.opacity))},displayable(){return-.5<=this.r&&this.
r<255.5&&-.5<=this.g&&this.g<255.5&&-.5<=this.b&&this.b<255.5&&0<=this.opacity&&this.opacity<=1},hex:tn,
formatHex:tn,formatHex8:Jo,formatRgb:en,toString:en}));function tn(){return`#${J(this.r)}${J(this.g)}${J(
this.b)}`}function Jo(){return`#${J(this.r)}${J(this.g)}${J(this.b)}${J((isNaN(this.opacity)?1:this.
opacity)*255)}`}function en(){let n=Dt(this.opacity);return`${n===1?"rgb(":"rgba("}${U(this.r)}, ${U(
this.g)}, ${U(this.b)}${n===1?")":`, ${n})`}`}function Dt(n){return isNaN(n)?1:Math.max(0,Math.min(1,
n))}function U(n){return Math.max(0,Math.min(255,Math.round(n)||0))}function J(n){return n=U(n),(n<16?
"0":"")+n.toString(16)}function sn(n,t,e,s){return s<=0?n=t=e=NaN:e<=0||e>=1?n=t=NaN:t<=0&&(n=NaN),new P(
n,t,e,s)}function an(n){if(n instanceof P)return new P(n.h,n.s,n.l,n.opacity);if(n instanceof rt||(n=
ot(n)),!n)return new P;if(n instanceof P)return n;n=n.rgb();var t=n.r/255,e=n.g/255,s=n.b/255,i=Math.
min(t,e,s),o=Math.max(t,e,s),r=NaN,a=o-i,l=(o+i)/2;return a?(t===o?r=(e-s)/a+(e<s)*6:e===o?r=(s-t)/a+
2:r=(t-e)/a+4,a/=l<.5?o+i:2-o-i,r*=60):a=l>0&&l<1?0:r,new P(r,a,l,n.opacity)}function Uo(n,t,e,s){return arguments.
length===1?an(n):new P(n,t,e,s??1)}function P(n,t,e,s){this.h=+n,this.s=+t,this.l=+e,this.opacity=+s}
Re(P,Uo,rn(rt,{brighter(n){return n=n==null?zt:Math.pow(zt,n),new P(this.h,this.s,this.l*n,this.opacity)},
darker(n){return n=n==null?nt:Math.pow(nt,n),new P(this.h,this.s,this.l*n,this.opacity)},rgb(){var n=this.
h%360+(this.h<0)*360,t=isNaN(n)||isNaN(this.s)?0:this.s,e=this.l,s=e+(e<.5?e:1-e)*t,i=2*e-s;return new O(
Oe(n>=240?n-240:n+120,i,s),Oe(n,i,s),Oe(n<120?n+240:n-120,i,s),this.opacity)},clamp(){return new P(nn(
this.h),It(this.s),It(this.l),Dt(this.opacity))},displayable(){return(0<=this.s&&this.s<=1||isNaN(this.
s))&&0<=this.l&&this.l<=1&&0<=this.opacity&&this.opacity<=1},formatHsl(){let n=Dt(this.opacity);return`${n===
1?"hsl(":"hsla("}${nn(this.h)}, ${It(this.s)*100}%, ${It(this.l)*100}%${n===1?")":`, ${n})`}`}}));function nn(n){
return n=(n||0)%360,n<0?n+360:n}function It(n){return Math.max(0,Math.min(1,n||0))}function Oe(n,t,e){
return(n<60?t+(e-t)*n/60:n<180?e:n<240?t+(e-t)*(240-n)/60:t)*255}function ln(n,t,e,s,i){var o=n*n,r=o*
n;return((1-3*n+3*o-r)*t+(4-6*o+3*r)*e+(1+3*n+3*o-3*r)*s+r*i)/6}function Ko(n){var t=n.length-1;return function(e){
var s=e<=0?e=0:e>=1?(e=1,t-1):Math.floor(e*t),i=n[s],o=n[s+1],r=s>0?n[s-1]:2*i-o,a=s<t-1?n[s+2]:2*o-
i;return ln((e-s/t)*t,r,i,o,a)}}function qo(n){var t=n.length;return function(e){var s=Math.floor(((e%=
1)<0?++e:e)*t),i=n[(s+t-1)%t],o=n[s%t],r=n[(s+1)%t],a=n[(s+2)%t];return ln((e-s/t)*t,i,o,r,a)}}var Ie=n=>()=>n;
function Wo(n,t){return function(e){return n+e*t}}function Vo(n,t,e){return n=Math.pow(n,e),t=Math.pow(
t,e)-n,e=1/e,function(s){return Math.pow(n+s*t,e)}}function Go(n){return(n=+n)==1?hn:function(t,e){return e-
t?Vo(t,e,n):Ie(isNaN(t)?e:t)}}function hn(n,t){var e=t-n;return e?Wo(n,e):Ie(isNaN(n)?t:n)}var Bt=(function n(t){
var e=Go(t);function s(i,o){var r=e((i=Ft(i)).r,(o=Ft(o)).r),a=e(i.g,o.g),l=e(i.b,o.b),h=hn(i.opacity,
o.opacity);return function(c){return i.r=r(c),i.g=a(c),i.b=l(c),i.opacity=h(c),i+""}}return s.gamma=
n,s})(1);function cn(n){return function(t){var e=t.length,s=new Array(e),i=new Array(e),o=new Array(
e),r,a;for(r=0;r<e;++r)a=Ft(t[r]),s[r]=a.r||0,i[r]=a.g||0,o[r]=a.b||0;return s=n(s),i=n(i),o=n(o),a.
opacity=1,function(l){return a.r=s(l),a.g=i(l),a.b=o(l),a+""}}}var Vl=cn(Ko),Gl=cn(qo);function Yo(n,t){
t||(t=[]);var e=n?Math.min(t.length,n.length):0,s=t.slice(),i;return function(o){for(i=0;i<e;++i)s[i]=
n[i]*(1-o)+t[i]*o;return s}}function Xo(n){return ArrayBuffer.isView(n)&&!(n instanceof DataView)}function Zo(n,t){
var e=t?t.length:0,s=n?Math.min(e,n.length):0,i=new Array(s),o=new Array(e),r;for(r=0;r<s;++r)i[r]=ze(
n[r],t[r]);for(;r<e;++r)o[r]=t[r];return function(a){for(r=0;r<s;++r)o[r]=i[r](a);return o}}function Qo(n,t){
var e=new Date;return n=+n,t=+t,function(s){return e.setTime(n*(1-s)+t*s),e}}function Pe(n,t){return n=
+n,t=+t,function(e){return n*(1-e)+t*e}}function tr(n,t){var e={},s={},i;(n===null||typeof n!="objec\
t")&&(n={}),(t===null||typeof t!="object")&&(t={});for(i in t)i in n?e[i]=ze(n[i],t[i]):s[i]=t[i];return function(o){
for(i in e)s[i]=e[i](o);return s}}var je=/[-+]?(?:\d+\.?\d*|\.?\d+)(?:[eE][-+]?\d+)?/g,Ce=new RegExp(
je.source,"g");function er(n){return function(){return n}}function sr(n){return function(t){return n(
t)+""}}function nr(n,t){var e=je.lastIndex=Ce.lastIndex=0,s,i,o,r=-1,a=[],l=[];for(n=n+"",t=t+"";(s=
je.exec(n))&&(i=Ce.exec(t));)(o=i.index)>e&&(o=t.slice(e,o),a[r]?a[r]+=o:a[++r]=o),(s=s[0])===(i=i[0])?
a[r]?a[r]+=i:a[++r]=i:(a[++r]=null,l.push({i:r,x:Pe(s,i)})),e=Ce.lastIndex;return e<t.length&&(o=t.slice(
e),a[r]?a[r]+=o:a[++r]=o),a.length<2?l[0]?sr(l[0].x):er(t):(t=l.length,function(h){for(var c=0,d;c<t;++c)
a[(d=l[c]).i]=d.x(h);return a.join("")})}function ze(n,t){var e=typeof t,s;return t==null||e==="bool\
ean"?Ie(t):(e==="number"?Pe:e==="string"?(s=ot(t))?(t=s,Bt):nr:t instanceof ot?Bt:t instanceof Date?
Qo:Xo(t)?Yo:Array.isArray(t)?Zo:typeof t.valueOf!="function"&&typeof t.toString!="function"||isNaN(t)?
tr:Pe)(n,t)}function dn(n,t){t===void 0&&(t=n,n=ze);for(var e=0,s=t.length-1,i=t[0],o=new Array(s<0?
0:s);e<s;)o[e]=n(i,i=t[++e]);return function(r){var a=Math.max(0,Math.min(s-1,Math.floor(r*=s)));return o[a](
r-a)}}var Fe=7;function at(n,t,e){let[s,i]=[Math.min(...t),Math.max(...t)],o=[];for(let r of ir(n,s,i)){let a=r.
filter(({at:l})=>l>=s&&l<=i);if(a.length&&e(a))return a;a.length&&(o=a.slice(0,1))}return o}function ir(n,t,e){
return n.ticks?or(n.ticks):e>t?n.log?ar(t,e):rr(t,e):[]}function*or({at:n,words:t}){let e=n.map((s,i)=>({
at:s,words:t[i]}));for(let s=1;s<=e.length;s++)yield e.filter((i,o)=>o%s===0)}function*rr(n,t){yield*un(
n,t,e=>e)}function*ar(n,t){let e=t-n;if(Math.floor(t)>Math.ceil(n)&&e>1.5)for(let s=Math.max(1,Math.
ceil(e/(Fe-1)));s<=e;s++)yield Ht(n,t,s,[1]);else e>.7&&(yield Ht(n,t,1,[1,2,5]),yield Ht(n,t,1,[1,3]),
yield Ht(n,t,1,[1]));yield*un(10**n,10**t,Math.log10)}function Ht(n,t,e,s){let i=[];for(let l=e*Math.
floor(n/e);l<=t;l+=e)for(let h of s)i.push({at:l+Math.log10(h),value:+`${h}e${l}`});let o=i.filter(({
at:l})=>l>=n&&l<=t),r=o.map(({value:l})=>l),a=s.length===1?r.map($s):we(r);return o.map(({at:l},h)=>({
at:l,words:a[h]}))}function*un(n,t,e){for(let s=Fe;s>0;s--){let i=on(n,t,s);if(i.length>Fe+1)continue;
let o=i.length>1?i[1]-i[0]:t-n,r=h=>Math.abs(Number(xt(h).replace("−","-"))-h)<.001*o,a=i.filter(r),
l=we(a);yield a.map((h,c)=>({at:e(h),words:l[c]}))}}var lt=256,lr=6;function pn({stops:n},t){let e=n.map(i=>y(i,t)),s=dn(Bt,e);return Array.from({length:lt},
(i,o)=>s(o/(lt-1)))}function De(n,t){let e=ht(n),s=e[e.length-1]>e[0],i=s?e:e.toReversed();return Int32Array.
from(jt(i,t),o=>{if(!(o>=0))return-1;let r=Math.min(Math.floor(o),n.length-1);return s?r:n.length-1-
r})}function ht(n){let t=n.length-1,[e,s]=t>0?[n[1]-n[0],n[t]-n[t-1]]:[1,1];return Float64Array.from(
{length:n.length+1},(i,o)=>o===0?n[0]-e/2:o>t?n[t]+s/2:(n[o-1]+n[o])/2)}function fn(n,t,{x:e,y:s,z:i},o,r){
let{box:a}=o,{low:l,high:h}=t.look,[c,d]=[a.width,a.height],u=(v,E)=>Float64Array.from({length:v},(j,$)=>E(
$+.5)),f=De(e,u(c,v=>o.back(a.x+v,0)[0])),m=De(s,u(d,v=>o.back(0,a.y+v)[1])),g=hr(t,r),b=new ImageData(
c,d),w=new Uint32Array(b.data.buffer),x=Uint32Array.from(i,v=>{if(!Number.isFinite(v))return 0;let E=(v-
l)/(h-l||1);return g[Math.round(Math.min(Math.max(E,0),1)*(lt-1))]});for(let v=0;v<d;v++)if(!(m[v]<0))
for(let E=0;E<c;E++)f[E]>=0&&(w[v*c+E]=x[m[v]*e.length+f[E]]);let M=document.createElement("canvas");
[M.width,M.height]=[c,d],T(M).putImageData(b,0,0),n.imageSmoothingEnabled=!1,n.drawImage(M,a.x,a.y,c,
d),n.imageSmoothingEnabled=!0}function hr(n,t){if(n.palette?.theme===t.name)return n.palette.words;let e=Uint32Array.
from(pn(n.look,t),s=>{let i=Uint8Array.from([...(s.match(/\d+/g)??[]).map(Number),255]);return new Uint32Array(
i.buffer)[0]});return n.palette={theme:t.name,words:e},e}function Be({low:n,high:t,log:e=!1},s){let i=Math.
max(2,Math.floor(s/26));return at({log:e,ticks:null},[n,t],o=>o.length<=i)}function mn(n,t,{place:{box:e},
size:s},i){let[o,r]=[e.x+e.width+6,8];pn(t,i).forEach((c,d)=>{n.fillStyle=c;let u=e.y+e.height*(1-(d+
1)/lt);n.fillRect(o,u,r,e.height/lt+.6)}),n.fillStyle=y("@ink",i),n.font=`${12*s.scale}px ${i.font}`,
n.textAlign="left",n.textBaseline="middle";let{low:l,high:h}=t;for(let{at:c,words:d}of Be(t,e.height)){
let u=e.y+e.height*(1-(c-l)/(h-l));n.fillText(d,o+r+5,Math.min(Math.max(u,e.y+5),e.y+e.height-5))}t.
unit&&(n.save(),n.translate(s.width-2,e.y+e.height/2),n.rotate(-Math.PI/2),n.textAlign="center",n.textBaseline=
"bottom",n.fillText(t.unit,0,0,e.height+2*e.y),n.restore())}function _t(n,t,{x:e,y:s,z:i},o,r){let[a,
l]=[ht(e),ht(s)];n.save(),n.beginPath();for(let f=0;f<s.length;f++)for(let m=0;m<e.length;m++){if(!(Math.
abs(i[f*e.length+m])>0))continue;let[g,b]=[o.x(a[m]),o.y(l[f+1])];n.rect(g,b,o.x(a[m+1])-g,o.y(l[f])-
b)}n.clip(),n.strokeStyle=y(t.look.color,r),n.lineWidth=1.1,n.beginPath();let{box:h}=o,c=[h.y+h.height,
h.y],[d,u]=t.look.way==="/"?c:c.reverse();for(let f=h.x-h.height;f<h.x+h.width;f+=lr)n.moveTo(f,d),n.
lineTo(f+h.height,u);n.stroke(),n.restore()}function gn(n,t){let e=null;for(let{trace:s,data:i}of n){
let o=dr(i,t),r=o&&i.z[o[1]*i.x.length+o[0]];o&&(s.look.kind==="heatmap"?(!e||!Number.isNaN(r))&&(e=
{trace:s,data:i,cell:o,marks:cr()}):r&&e&&i.x.length===e.data.x.length&&e.marks.push(s.look.name))}return e}
var cr=()=>[];function dr({x:n,y:t},e){let[s,i]=[n,t].map((o,r)=>De(o,Float64Array.of(e[r]))[0]);return s<
0||i<0?null:[s,i]}function ur(n,t){let e=t.buffer.slice(t.byteOffset,t.byteOffset+t.byteLength);if(n.type==="f4")return Float64Array.
from(new Float32Array(e));if(n.type==="i4")return new Int32Array(e);let s=new Int16Array(e),i=new Float64Array(
s.length);for(let o=0;o<s.length;o++)i[o]=s[o]===-32768?NaN:n.offset+n.scale*s[o];return i}function yn(n,t,e={}){
let s={};for(let[i,o]of Object.entries(n)){let r=e[i]?.values??ur(o,t[i]);s[i]={values:r,shape:o.shape,
log:!!o.log}}return s}function He(n,t){let e=n.values.length/n.shape[0];return n.values.subarray(t*e,
(t+1)*e)}function _e(n,t){let e=Math.floor(t),s=t-e,i=He(n,e);if(s===0)return i;let o=He(n,Math.min(
e+1,n.shape[0]-1));return i.map((r,a)=>(1-s)*r+s*o[a])}function pr(n,t,e){let{values:s,shape:i}=t[n.
shape],o=_e(t[n.A],e),r=_e(t[n.b],e)[0],a=i[1],l=new Float64Array(i[0]);for(let h=0;h<l.length;h++){
let c=r;for(let d=0;d<a;d++)c+=s[h*a+d]*o[d];l[h]=c}return l}function wn(n){let t=Math.max(...n.map(
e=>e.length));return n.map(e=>e.length===1&&t>1?new Float64Array(t).fill(e[0]):e)}var fr={weave([n,t]){
let e=new Float64Array(3*n.length).fill(NaN);return n.forEach((s,i)=>{e[3*i]=s,e[3*i+1]=t[i]}),e},around([
n,t,e],{axis:s}){let i=[],[o,r]=s?[t,e]:[n,n];for(let a=0;a<n.length;a++){let l=a;for(;l<n.length&&Number.
isFinite(n[l]+t[l]+e[l]);)l++;l!==a&&(i.push(...o.slice(a,l),...r.slice(a,l).reverse(),NaN),a=l)}return Float64Array.
from(i)},sides([n],{half:t}){let e=new Float64Array(6*n.length).fill(NaN);return n.forEach((s,i)=>e.
set([s-t,s-t,s+t,s+t,s-t],6*i)),e},rise([n],{foot:t}){let e=new Float64Array(6*n.length).fill(NaN);return n.
forEach((s,i)=>e.set([t,s,s,t,t],6*i)),e}};function mr(n,t,e){let s=Float64Array.from(Jt(n.of[0],t,e)),
i=Jt(n.klass,t,e);for(let o=0;o<s.length;o++){let r=i[Math.min(Math.floor(o/n.each),i.length-1)];Math.
round(r)!==n.is&&(s[o]=NaN)}return s}function Jt(n,t,e){let s=Math.floor(e);switch(n.how){case"stati\
c":return t[n.a].values;case"prefix":return t[n.a].values.subarray(0,t[n.upto].values[s]+1);case"res\
t":return t[n.a].values.subarray(t[n.upto].values[s]);case"row":return He(t[n.a],s);case"blend":return _e(
t[n.a],e);case"ragged":{let i=t[n.offsets].values;return t[n.a].values.subarray(i[s],i[s+1])}case"mo\
ved":return pr(n,t,e);case"only":return mr(n,t,e);case"words":return[n.words[s]]}return fr[n.how](wn(
n.of.map(i=>Jt(i,t,e))),n)}function Je(n){return n.how==="blend"||(n.of??[]).some(Je)}function bn(n){
return n.how!=="blend"&&n.how!=="moved"&&(n.of??[]).every(bn)}function N(n,t,e){n.steps??=Object.values(
n.bind).every(bn);let s=n.moving?n.steps?Math.floor(e):e:0;if(n.read?.key!==s||n.read.arrays!==t){let i={};
for(let[o,r]of Object.entries(n.bind))i[o]=Jt(r,t,e);if(["line","points","words"].includes(n.look.kind)){
let o=["x","y","z"].filter(r=>r in i);wn(o.map(r=>i[r])).forEach((r,a)=>{i[o[a]]=r})}n.read={key:s,arrays:t,
data:i}}return n.read.data}function kn(n,t,e){let s=n.space?["x","y","z"]:["x","y"];return n.traces.filter(i=>!i.ghost).map(i=>{
let o=N(i,t,e),r=i.look.kind==="hatch",a=r||i.look.kind==="heatmap",l=a||i.look.kind==="bands",h=(d,u)=>l||
s.every(f=>Number.isFinite(o[f][u])),c=s.map((d,u)=>{let f=Array.from(o[d]),m=a?gr(f,r?yr(o,u):void 0):
f.filter(h),g=n.axes[u].log?m.map(b=>10**b):m;return g.length?[Math.min(...g),Math.max(...g)]:null});
return[i.mark,...c]})}function gr(n,t=n.map((e,s)=>s)){let e=ht(Float64Array.from(n));return t.length?
[e[Math.min(...t)],e[Math.max(...t)+1]]:[]}function yr({x:n,z:t},e){return Array.from(t).flatMap((s,i)=>Math.
abs(s)>0?[e?Math.floor(i/n.length):i%n.length]:[])}var Ut={faint:1,line:4,marker:8,words:60},wr=.3,br=.1,vn=14,kr=120,vr=8,xr=1.15,Mr=.8,Er=[12,24],xn=60,
Mn=5,K=class n{named=[];constructor(t,e,s,i){this.box=t,this.columns=Math.max(1,Math.ceil(t.width/3)),
this.rows=Math.max(1,Math.ceil(t.height/3)),this.cells=e??new Uint8Array(this.columns*this.rows),this.
owners=s??[0,1].map(()=>new Uint32Array(this.columns*this.rows)),this.looks=i??[[],[]]}copy(){let t=this.
owners.map(e=>e.slice());return new n(this.box,this.cells.slice(),t,this.looks.map(e=>[...e]))}mark(t,e,s,i){
let o=Math.floor((t-this.box.x)/3),r=Math.floor((e-this.box.y)/3);if(o<0||r<0||o>=this.columns||r>=this.
rows)return;let a=r*this.columns+o;this.cells[a]<s&&(this.cells[a]=s),i&&(this.owners[i.kind][a]|=i.
bit)}owner({color:t,name:e="",dash:s=""},i){let o=this.looks[i],r=`${Ue(t)}
${e}
${s}`;return o.includes(r)||o.push(r),{kind:i,bit:1<<o.indexOf(r)%31}}line(t,e,s,i){for(let o=1;o<t.
length;o++){let r=qe(t[o-1],e[o-1],t[o],e[o],this.box);if(!r)continue;let[a,l,h,c]=r,d=Math.ceil(Math.
max(Math.abs(h-a),Math.abs(c-l))/3)||1;for(let u=0;u<=d;u++)this.mark(a+(h-a)*u/d,l+(c-l)*u/d,s,i)}}disc(t,e,s,i,o){
for(let r=-s;r<=s;r+=3){let a=Math.sqrt(s*s-r*r);for(let l=-a;l<=a;l+=3)this.mark(t+l,e+r,i,o);this.
mark(t+a,e+r,i,o)}}name(t,{x:e,y:s,text:i=t.text},o){for(let r=0;r<e.length;r++){let a={x:o.x(e[r]),
y:o.y(s[r]),colour:Ue(t.color)};i[r]&&t.anchor!=="row"&&this.named.push(a)}}around([t,e,s,i],o,r,a){
let{box:l,columns:h,rows:c}=this,d=Math.max(0,Math.floor((t-r-l.x)/3)),u=Math.min(h-1,Math.floor((t+
s+r-l.x)/3)),f=Math.max(0,Math.floor((e-r-l.y)/3)),m=Math.min(c-1,Math.floor((e+i+r-l.y)/3));for(let g=f;g<=
m;g++){let b=l.y+(g+.5)*3;for(let w=d;w<=u;w++){let x=this.owners[o][g*h+w];if(!x)continue;let M=Ke(
[t,e,s,i],l.x+(w+.5)*3,b);M<r&&a(x,M)}}}meant(t,e,s){for(let[i,o]of Er.entries()){let r=this.looks[i].
reduce((c,d,u)=>d.startsWith(`${s}
`)?c|1<<u%31:c,0),[a,l]=[1/0,0],h=[t,e,0,0];if(this.around(h,i,o,(c,d)=>{c&r&&(a=Math.min(a,d))}),this.
around(h,i,o,(c,d)=>{d<=a+3&&(l|=c&r)}),l)return{kind:i,bit:l}}return null}isRight(t,e,s,i,o){let r=Ke(
t,e,s)+Mn;for(let h of this.named)if(!(h.colour!==o||Math.hypot(h.x-e,h.y-s)<3)&&Ke(t,h.x,h.y)<r)return!1;
if(!i)return!0;let[a,l]=[1/0,1/0];return this.around(t,i.kind,xn,(h,c)=>{h&i.bit?a=Math.min(a,c):l=Math.
min(l,c)}),a<xn&&a+Mn<=l}cost(t,e,s,i){let{box:o,columns:r,rows:a,cells:l}=this,h=Math.max(0,Math.floor(
(t-o.x)/3)),c=Math.min(r-1,Math.floor((t+s-o.x)/3)),d=Math.max(0,Math.floor((e-o.y)/3)),u=Math.min(a-
1,Math.floor((e+i-o.y)/3)),f=0;for(let m=d;m<=u;m++)for(let g=h;g<=c;g++)f+=l[m*r+g];return f}place(t,e,s,i,o,r){
let[a,l,h]=[xr*i,Mr*i,Ue(r)],c=o==="row"?null:this.meant(t,e,h),d={left:t,middle:e,cost:1/0,isRight:o===
"row"},[u,f]=[d,d],m=(g,b,w)=>{let[x,M]=[this.across(t+g,s),this.up(e+b,a)],v=this.cost(x,M-a/2,s,a)+
w;if(v<u.cost&&(u={...d,left:x,middle:M,cost:v}),v>=f.cost)return!1;let E=[x,M-l/2,s,l];return o!=="\
row"&&!this.isRight(E,t,e,c,h)?!1:(f={left:x,middle:M,cost:v,isRight:!0},v<=w)};return Sr(o,s,i).some(
([g,b],w)=>m(g,b,wr*w)),f.cost>vn&&o!=="row"&&this.near(t,e,s,a).some(([g,b,w])=>m(g,b,br*w)),f.cost<=
Math.max(u.cost,vn)&&(u=f),this.take(u.left,u.middle-a/2,s,a),u}near(t,e,s,i){let{box:o}=this,r=[];for(let a=o.
x+2;a<=o.x+o.width-s;a+=vr)for(let l=o.y+i/2;l<o.y+o.height-i/2;l+=.6*i){let[h,c]=[a-t,l-e],d=Math.hypot(
Math.max(h,0,-h-s),c);d<=kr&&r.push([h,c,d])}return r.sort((a,l)=>a[2]-l[2])}across(t,e){let{x:s,width:i}=this.
box;return Math.max(Math.min(t,s+i-e-2),s+2)}up(t,e){let{y:s,height:i}=this.box;return Math.max(Math.
min(t,s+i-e/2-1),s+e/2+1)}take(t,e,s,i){for(let o=1;o<i;o+=3)for(let r=0;r<s;r+=3)this.mark(t+r,e+o,
Ut.words)}},Ar={right:[[1,0],[1,-1],[1,1],[-1,0],[-1,-1],[-1,1],[0,-1],[0,1]],left:[[-1,0],[-1,-1],[
-1,1],[1,0],[1,-1],[1,1],[0,-1],[0,1]],above:[[0,-1],[1,-1],[-1,-1],[0,1],[1,0],[-1,0],[1,1],[-1,1]],
below:[[0,1],[1,1],[-1,1],[0,-1],[1,0],[-1,0],[1,-1],[-1,-1]],center:[[0,0],[0,-1],[0,1],[1,0],[-1,0],
[1,-1],[-1,-1],[1,1],[-1,1]],row:[[1,0],[-1,0]]};function Sr(n,t,e){let s=.6*e+7,i=n==="row"?5:0;return[
1,1.9,3,4.5,6.5].flatMap(o=>Ar[n].map(([r,a])=>{let l=r*(a?Math.max(1,8*o-4):8*o+i),h=t*(.5-.5*r);return[
l-h,a*s*o]}))}function qe(n,t,e,s,i){if(!Number.isFinite(n+t+e+s))return null;let[o,r]=[0,1],[a,l]=[
e-n,s-t];for(let[d,u]of[[-a,n-i.x],[a,i.x+i.width-n],[-l,t-i.y],[l,i.y+i.height-t]]){if(d===0&&u<0)return null;
d<0&&(o=Math.max(o,u/d)),d>0&&(r=Math.min(r,u/d))}if(o>r)return null;let[h,c]=o>0?[n+o*a,t+o*l]:[n,t];
return r<1?[h,c,n+r*a,t+r*l]:[h,c,e,s]}function En(n,{look:t,ghost:e,moving:s},i,o,r){let a=(t.opacity??
1)<.5||t.color==="@faint",l=t.kind==="line",c=t.name&&(e||!(a||l&&s&&Lr(i)))?n.owner(t,l?1:0):void 0;
if(l&&t.width&&n.line(i,o,e||a?Ut.faint:Ut.line,c),!(t.kind!=="points"&&!t.dots))for(let d=0;d<i.length;d++){
let u=(r?r[d]:t.dots??t.size??8)/2;u>0&&Number.isFinite(i[d]+o[d])&&n.disc(i[d],o[d],u+1,Ut.marker,c)}}
function Lr(n){let t=n.filter(Number.isFinite);return t.every(e=>Math.abs(e-t[0])<.5)}var Ue=(n="")=>n.
split("/")[0],Ke=([n,t,e,s],i,o)=>Math.hypot(Math.max(n-i,0,i-n-e),Math.max(t-o,0,o-t-s));var[$r,Nr]=[22,2];function Or(n,[t,e],[s,i,o,r],a,l){let[h,c]=[Math.max(s,Math.min(t,s+o)),Math.max(
i-r/2,Math.min(e,i+r/2))];Math.hypot(h-t,c-e)<=l||(n.save(),n.lineWidth=1,n.strokeStyle=a,n.globalAlpha*=
.6,n.beginPath(),n.moveTo(h,c),n.lineTo(t,e),n.stroke(),n.restore())}function An(n,t,e,s,i,o,r){let{
size:a,color:l}=t,h=r.room??new K(r.box);n.font=`${a}px ${o.font}`,n.textAlign="left",n.textBaseline=
"middle",n.lineWidth=3,n.lineJoin="round";for(let c=0;c<s.length;c++){if(!(e[c]&&Number.isFinite(s[c])&&
Number.isFinite(i[c])))continue;let{width:d}=n.measureText(e[c]),{left:u,middle:f,isRight:m}=h.place(
s[c],i[c],d,a,t.anchor,l),g=m?$r:Nr;Or(n,[s[c],i[c]],[u,f,d,a],y(l,o),g),n.strokeStyle=y("@paper/0.8\
5",o),n.strokeText(e[c],u,f),n.fillStyle=y(l,o),n.fillText(e[c],u,f)}}var Cr={solid:[],dash:[7,5],dot:[1.5,3.5],dashdot:[8,4,2,4],longdash:[13,6]};function $n(n,t,e,s){n.
beginPath();let i=!1;for(let o=0;o<t.length;o++)Number.isFinite(t[o])&&Number.isFinite(e[o])?i?n.lineTo(
t[o],e[o]):(n.moveTo(t[o],e[o]),i=!0):(i&&s&&n.closePath(),i=!1);i&&s&&n.closePath()}var Tr={"/":[[0,
8,8,0],[-2,2,2,-2],[6,10,10,6]],"\\":[[0,0,8,8],[-2,6,2,10],[6,-2,10,2]],x:[[0,0,8,8],[0,8,8,0]],"-":[
[0,4,8,4]],"|":[[4,0,4,8]],"+":[[0,4,8,4],[4,0,4,8]],".":[[3.5,4,4.5,4]]};function Pr(n,t,e){let s=document.
createElement("canvas");s.width=s.height=8;let i=T(s);i.strokeStyle=e,i.lineWidth=t==="."?2:1.6;for(let[
o,r,a,l]of Tr[t])i.beginPath(),i.moveTo(o,r),i.lineTo(a,l),i.stroke();return n.createPattern(s,"repe\
at")}function jr(n,t,e,s,i){$n(n,e,s,!0),t.hatch?n.fillStyle=Pr(n,t.hatch,y(t.color,i)):n.fillStyle=
y(t.fill,i),n.fill()}var Rr=3e3,Kt=40;function Sn(n){for(let t=0;t<n.length;t++)if(Math.abs(n[t])>Rr)
return!0;return!1}function Ir(n,t,e){if(!(Sn(n)||Sn(t)))return[n,t];let s={x:e.x-Kt,y:e.y-Kt,width:e.
width+2*Kt,height:e.height+2*Kt},i=[],o=[];for(let r=1;r<n.length;r++){let a=qe(n[r-1],t[r-1],n[r],t[r],
s);a&&((i[i.length-1]!==a[0]||o[o.length-1]!==a[1])&&(i.push(NaN,a[0]),o.push(NaN,a[1])),i.push(a[2]),
o.push(a[3]))}return[Float64Array.from(i),Float64Array.from(o)]}function zr(n,t,e,s,i,o){let{color:r,
width:a,dash:l}=t;a&&(n.strokeStyle=y(r,i),n.lineWidth=a,n.lineJoin="round",n.lineCap=l==="dot"?"rou\
nd":"butt",n.setLineDash((Cr[l]??[]).map(h=>h*Math.max(1,a/2))),$n(n,...Ir(e,s,o),!1),n.stroke(),n.setLineDash(
[]))}function Fr(n,t,e,s,i){n.fillStyle=y(t.color,i);let o=4+2*t.width;for(let r=0;r+1<e.length;r+=3){
let[a,l]=[e[r+1]-e[r],s[r+1]-s[r]],h=Math.hypot(a,l);if(!(h>.5))continue;let[c,d]=[a/h*o,l/h*o];n.beginPath(),
n.moveTo(e[r+1],s[r+1]),n.lineTo(e[r+1]-c-.45*d,s[r+1]-d+.45*c),n.lineTo(e[r+1]-c+.45*d,s[r+1]-d-.45*
c),n.fill()}}var Dr={circle:n=>n.arc(0,0,1,0,2*Math.PI),square:n=>n.rect(-.88,-.88,1.76,1.76),diamond:n=>ct(
n,[[0,-1.25],[1.25,0],[0,1.25],[-1.25,0]]),"triangle-up":n=>ct(n,[[0,-1.2],[1.1,.8],[-1.1,.8]]),"tri\
angle-down":n=>ct(n,[[0,1.2],[1.1,-.8],[-1.1,-.8]]),cross:n=>ct(n,[[-.4,-1.2],[.4,-1.2],[.4,-.4],[1.2,
-.4],[1.2,.4],[.4,.4],[.4,1.2],[-.4,1.2],[-.4,.4],[-1.2,.4],[-1.2,-.4],[-.4,-.4]]),x:n=>ct(n,[[-1.1,
-.6],[-.6,-1.1],[0,-.5],[.6,-1.1],[1.1,-.6],[.5,0],[1.1,.6],[.6,1.1],[0,.5],[-.6,1.1],[-1.1,.6],[-.5,
0]])};function ct(n,t){t.forEach(([e,s],i)=>i?n.lineTo(e,s):n.moveTo(e,s)),n.closePath()}function Br(n,t,e,s,i,o){
let{color:r,symbol:a="circle"}=t,l=t.dots??t.size??8,h=a.endsWith("-open"),c=Dr[h?a.slice(0,-5):a];n.
fillStyle=n.strokeStyle=y(r,o);for(let d=0;d<e.length;d++){if(!(Number.isFinite(e[d])&&Number.isFinite(
s[d])))continue;let u=(i?i[d]:l)/2;u>0&&(n.save(),n.translate(e[d],s[d]),n.scale(u,u),n.beginPath(),
c(n),n.lineWidth=(h?2:1)/u,h||(n.fill(),n.strokeStyle=y("@paper/0.7",o)),n.stroke(),n.restore(),n.strokeStyle=
y(r,o))}}function Ln(n,t){let e=new Float64Array(n.length);for(let s=0;s<e.length;s++)e[s]=t(n[s]);return e}
function qt(n,t,e,s,i){let{look:o}=t;if(o.kind==="bands"){Gs(n,t,e,s,i);return}let r=Ln(e.x,s.x),a=Ln(
e.y,s.y);n.globalAlpha=o.opacity??1,o.fill&&jr(n,o,r,a,i),o.kind==="line"&&zr(n,o,r,a,i,s.box),o.head&&
Fr(n,o,r,a,i),(o.kind==="points"||o.dots)&&Br(n,o,r,a,e.size,i),o.kind==="words"&&An(n,o,e.text??o.text,
r,a,i,s),n.globalAlpha=1,s.room&&En(s.room,t,r,a,e.size),t.painted={px:r,py:a}}var Nn=(n,t)=>e=>n+(e-n)*t;function On(n,t){let e=p("canvas","cl-swatch"),s=n.symbol&&n.symbol!=="sh\
ade"?14:26;[e.width,e.height]=[2*s,24],e.style.width=`${s}px`;let i=T(e);i.scale(2,2);let o={x:m=>m,
y:m=>m,back:(m,g)=>[m,g],box:{x:0,y:0,width:s,height:12}},{symbol:r,opacity:a}=n,l=`@${n.tone}`,h=Math.
min(Math.max(n.width,1),4.5),c=r?{kind:"points",symbol:r,size:r==="square"?11:9}:{kind:"line",width:h,
dash:n.dash},d=r?{x:[7],y:[6]}:{x:[1,25],y:[6,6]},u={name:n.words,color:l,opacity:Math.max(a,.35),...c},
f={bind:{},moving:!1,over:!0,ghost:!1,future:!1,mark:0};if(r==="shade"){let m=i.createLinearGradient(
0,0,26,0);m.addColorStop(0,y(`${l}%0.08`,t)),m.addColorStop(1,y(`${l}%0.6`,t)),i.fillStyle=m,i.fillRect(
0,1,26,10)}else if(r.startsWith("hatch")){let m={look:{kind:"hatch",name:"",color:l,way:r[5]},...f},
g={...o,x:Nn(7,12),y:Nn(6,-10)};_t(i,m,{x:[7],y:[6],z:[1]},g,t)}else qt(i,{look:u,...f},d,o,t);return e}var Hr=.8,q=9,_r=1/50;function Cn({start:n,target:t,within:e},s){let i=[0,1].filter(h=>e[h]>0),o=i.map(
h=>(s[h]-n[h])/e[h]),r=i.map(h=>(t[h]-n[h])/e[h]);if(Math.hypot(...o.map((h,c)=>h-r[c]))<=1)return 0;
let[a,l]=[Math.hypot(...o),Math.hypot(...r)];return o.reduce((h,c,d)=>h+c*r[d],0)<=Hr*a*l?3:a<l?1:2}
var Wt=class{start=null;at=null;tries=[];truth=null;cloud=[];watched=!1;pending=0;answered=()=>{};moved=()=>{};constructor(t){
this.plane=t;let{box:e}=t;e.addEventListener("pointermove",s=>this.follow(s)),e.addEventListener("po\
interleave",()=>{this.isOpen&&this.put(null)}),e.addEventListener("keydown",s=>this.key(s),!0)}get isOpen(){
return this.start!==null&&this.truth===null&&!this.watched}get isShown(){return this.start!==null}open(t,e){
Object.assign(this,{start:t,...e,at:null,tries:[],truth:null}),[this.cloud,this.watched]=[[],!e],this.
show();let{box:s}=this.plane;s.closest(".cl-stage")?.contains(document.activeElement)&&s.focus({preventScroll:!0})}tell(t){
if(!this.start)return;[this.truth,this.at]=[t,null],t.target.every((s,i)=>{let[o,r]=this.plane.layout().
ranges[i];return(s-o)*(r-s)>=0})||this.plane.show(null),this.show()}close(){this.start&&(this.start=
this.at=this.truth=null,[this.tries,this.cloud]=[[],[]],this.show())}scatter(t){this.cloud=t,this.paintSoon()}show(){
let{box:t}=this.plane;t.classList.toggle("cl-aiming",this.isOpen),t.setAttribute("aria-roledescripti\
on",this.isOpen?"Plot to aim at":"Plot"),this.paintSoon()}paintSoon(){this.pending||=requestAnimationFrame(
()=>{this.pending=0,this.plane.paintMoving()})}put(t){this.at=t,this.paintSoon()}follow(t){!this.isOpen||
t.buttons||t.pointerType==="touch"||this.put(this.plane.layout().place.back(...this.plane.hands.at(t)))}answer(t){
this.tries.push(t),this.put(null),this.answered(t)}key(t){if(!this.isOpen||t.ctrlKey||t.metaKey||t.altKey||
t.shiftKey)return;let s={ArrowLeft:[-1,0],ArrowRight:[1,0],ArrowUp:[0,1],ArrowDown:[0,-1]}[t.key];if(!s&&
t.key!=="Enter")return;t.preventDefault(),t.stopPropagation();let i=this.at??this.start;if(!s){this.
at&&this.answer(i);return}let{ranges:o,place:r}=this.plane.layout(),a=Math.min(r.box.width,r.box.height),
l=i.map((h,c)=>{let[d,u]=[Math.min(...o[c]),Math.max(...o[c])],f=c?r.box.height:r.box.width,m=s[c]*_r*
a*(o[c][1]-o[c][0])/f;return Math.min(Math.max(h+m,d),u)});this.put(l),this.moved(l)}paint(t,e,s){if(!this.
start)return;let i=new Vt(t,e,s),{start:o,truth:r}=this;r&&(i.zone(r.target,r.within),i.line(o,r.target,
"@good",[])),this.cloud.forEach((a,l)=>{for(let h of a)i.dot(h,3.5,l?"@rival1":"@muted",!1)}),this.at&&
(i.line(o,this.at,"@now",[5,4]),i.cross(this.at,"@now")),this.tries.forEach((a,l)=>{i.line(o,a,"@riv\
al1",[5,4]),i.cross(a,"@rival1",this.tries.length>1?String(l+1):"")}),i.dot(o,6,"@now",!0),r&&i.dot(
r.target,6,"@good",!1)}end(){cancelAnimationFrame(this.pending)}};function Tn(n,t,e,s){let i=new Vt(
n,t,e);s.forEach((o,r)=>{i.dot(o,q,"@ink",!0),i.letter(o,We(r))})}var We=n=>String.fromCharCode(65+n),
Vt=class{constructor(t,e,s){this.ctx=t,this.place=e,this.theme=s}pixels([t,e]){return[this.place.x(t),
this.place.y(e)]}stroke(t,e,s){let{ctx:i}=this;for(let[o,r]of[["@paper/0.8",e+3],[t,e]])i.strokeStyle=
y(o,this.theme),i.lineWidth=r,i.beginPath(),s(),i.stroke()}line(t,e,s,i){let[[o,r],[a,l]]=[this.pixels(
t),this.pixels(e)];this.ctx.setLineDash(i),this.stroke(s,1.6,()=>{this.ctx.moveTo(o,r),this.ctx.lineTo(
a,l)}),this.ctx.setLineDash([])}cross(t,e,s=""){let{ctx:i}=this,[o,r]=this.pixels(t);this.stroke(e,2.2,
()=>{for(let[a,l]of[[1,1],[1,-1]])i.moveTo(o-6*a,r-6*l),i.lineTo(o+6*a,r+6*l)}),s&&this.words(s,o+9,
r+4,12,e)}words(t,e,s,i,o){let{ctx:r}=this;r.font=`700 ${i}px ${this.theme.font}`,r.lineWidth=4,r.strokeStyle=
y("@paper/0.8",this.theme),r.strokeText(t,e,s),r.fillStyle=y(o,this.theme),r.fillText(t,e,s)}letter(t,e){
let[s,i]=this.pixels(t),{box:o}=this.place,r=s+q+16<o.x+o.width?s+q:s-q-12;this.words(e,r,i-q-14>o.y?
i-q+2:i+q+11,15,"@ink")}dot(t,e,s,i){let{ctx:o}=this,[r,a]=this.pixels(t);this.stroke(s,2,()=>o.arc(
r,a,e,0,2*Math.PI)),!i&&(o.fillStyle=y(s,this.theme),o.fill())}zone(t,e){let{ctx:s,place:i}=this,[o,
r]=this.pixels(t),[a,l]=[Math.abs(i.x(t[0]+e[0])-o),Math.abs(i.y(t[1]+e[1])-r)];s.fillStyle=y("@good\
/0.16",this.theme),s.strokeStyle=y("@good/0.6",this.theme),s.lineWidth=1,s.beginPath();let{box:h}=i;
e[1]?e[0]?s.ellipse(o,r,a,l,0,0,2*Math.PI):s.rect(h.x,r-l,h.width,2*l):s.rect(o-a,h.y,2*a,h.height),
s.fill(),s.stroke()}};var W=12,Pn=19.5,dt=6,Jr=9;function In(n,t,e,s){let[i,o]=n.axes,r=Ve(n),{scale:a}=e,l=m=>s(m,W*a),h=i.
ticks?.at.length===0?0:1.4*W*a,c={top:8,right:r?Kr(r,e,l):14,bottom:dt+h+(i.title?Pn*a:0)},d=o.title?
Pn*a:0,u=o.ticks?.at.length===0?14:44*a,f=Math.ceil(u+(o.title?12:0));for(let m=0;;m++){let g=Ur(e,{
...c,left:f}),b=n.equal?qr(t,g):t,w=Wr(b,g),x=({at:E})=>[w.y(E),(o.ticks?1.05:1.4)*W*a],M=at(o,b[1],
E=>jn(E.map(x),0)),v=Math.ceil(d+dt+Math.max(0,...M.map(({words:E})=>l(E))));if(v<=f||m){let E=({at:$,
words:B})=>{let V=l(B);return[Ge(w.x($),V,e.width),V]},j=at(i,b[0],$=>jn($.map(E),dt*a));return{ranges:b,
place:w,x:j,y:M,size:e,heat:r}}f=Math.min(v,Math.max(f,.55*e.width))}}function Ve({traces:n}){return n.
findLast(t=>t.look.kind==="heatmap")?.look}function Ur({width:n,height:t},{left:e,right:s,top:i,bottom:o}){
let[r,a]=[Math.round(e),Math.round(i)];return{x:r,y:a,width:Math.max(10,Math.round(n-s)-r),height:Math.
max(10,Math.round(t-o)-a)}}function Kr(n,t,e){return 19+Math.max(0,...Be(n,t.height).map(i=>e(i.words)))+
4+(n.unit?1.5*W*t.scale:0)}function qr(n,t){let e=[t.width,t.height],s=n.map(([o,r],a)=>e[a]/Math.abs(
r-o)),i=Math.min(...s);return n.map(([o,r],a)=>{let l=(r-o)*(s[a]/i);return[(o+r-l)/2,(o+r+l)/2]})}function Wr([
[n,t],[e,s]],i){let[o,r]=[i.width/(t-n),i.height/(s-e)],a=i.y+i.height;return{x:l=>i.x+(l-n)*o,y:l=>a-
(l-e)*r,back:(l,h)=>[n+(l-i.x)/o,e+(a-h)/r],box:i}}function jn(n,t){let e=[...n].sort((s,i)=>s[0]-i[0]);
return e.every(([s,i],o)=>{if(!o)return!0;let[r,a]=e[o-1];return s-r>=(i+a)/2+t})}function Ge(n,t,e){
return Math.max(Math.min(n,e-t/2-1),t/2+1)}function zn(n,{place:t,x:e,y:s},i){let{box:o}=t;n.fillStyle=
y("@grid",i);for(let{at:r}of e)n.fillRect(Math.round(t.x(r))-.5,o.y,1,o.height);for(let{at:r}of s)n.
fillRect(o.x,Math.round(t.y(r))-.5,o.width,1)}function Fn(n,t,e,s){let{place:i,x:o,y:r,size:a}=e,{box:l}=i,
{scale:h}=a;n.fillStyle=y("@ink",s),n.font=`${W*h}px ${s.font}`,n.textBaseline="top",n.textAlign="ce\
nter";for(let{at:u,words:f}of o)n.fillText(f,Ge(i.x(u),n.measureText(f).width,a.width),l.y+l.height+
dt);n.textBaseline="middle",n.textAlign="right";for(let{at:u,words:f}of r)n.fillText(f,l.x-dt,i.y(u));
let[c,d]=t.axes;n.textAlign="center",n.textBaseline="bottom",Rn(n,c.title,l.x+l.width/2,a.height-2,a.
width,h,s),n.save(),n.translate(2,0),n.rotate(-Math.PI/2),n.translate(-a.height,0),n.textBaseline="t\
op",Rn(n,d.title,a.height-l.y-l.height/2,0,a.height,h,s),n.restore(),e.heat&&mn(n,e.heat,e,s)}function Rn(n,t,e,s,i,o,r){
let a=c=>{n.font=`${c*o}px ${r.font}`};a(W);let l=n.measureText(t).width,h=t;if(l>i)for(a(Math.max(Jr,
W*i/l));h.length>2&&n.measureText(h).width>i+1;)h=`${h.slice(0,-2).trimEnd()}…`;n.fillText(h,Ge(e,
n.measureText(h).width,i),s)}function Dn(n,{x:t,y:e}){return[t,e].map((s,i)=>{let o=n.axes[i].title||
(i?"up":"across");return s.length?`${o}: ${s[0].words} to ${s[s.length-1].words}`:o}).join("; ")}function Gt(n,t,e,s){let i=n.filter(({painted:o,look:r})=>o&&(r.name||r.hover));return Vr(i,t,e,s)??
Gr(i,t,e,s)}function Vr(n,t,e,s){let i=null,o=s*s;for(let r of n){let{px:a,py:l}=r.painted;for(let h=0;h<
a.length;h++){let c=(a[h]-t)**2+(l[h]-e)**2;c<o&&([o,i]=[c,{trace:r,i:h,px:a[h],py:l[h]}])}}return i}
function Gr(n,t,e,s){let i=null,o=s*s;for(let r of n.filter(({look:a})=>a.kind==="line")){let{px:a,py:l}=r.
painted;for(let h=1;h<a.length;h++){let[c,d]=[a[h]-a[h-1],l[h]-l[h-1]],u=((t-a[h-1])*c+(e-l[h-1])*d)/
(c*c+d*d),f=Math.min(Math.max(u,0),1),m={px:a[h-1]+f*c,py:l[h-1]+f*d},g=(m.px-t)**2+(m.py-e)**2;g<o&&
([o,i]=[g,{trace:r,i:f<.5?h-1:h,...m}])}}return i}function Bn({trace:n,i:t},e,s,i){let o=N(n,s,i),r=[
p("strong","",n.look.hover?.[t]??n.look.name)];for(let[a,l]of["x","y"].entries()){let h=e.axes[a],c=h.
log?10**o[l][t]:o[l][t],d=p("div");d.textContent=`${h.title||l} ${_(c)}`,r.push(d)}return r}function Hn(n,t){
if(t.cross)return Xe(n,t).map(l=>p("div","",l));let{trace:e,data:s,cell:[i,o]}=n,r=`${Ye(t.axes[0],s.
x[i])}, ${Ye(t.axes[1],s.y[o])}`,a=`${r}: ${_(_n(n))}`;return[p("strong","",e.look.name||r),p("div",
"",a)]}function Xe(n,t){let{trace:e,data:s,cell:[i,o],marks:r}=n,{name:a,unit:l}=e.look,h=[s.x[i],s.
y[o]].map((f,m)=>{let{title:g,ticks:b,log:w}=t.axes[m];return`${g} = ${b?Ye(t.axes[m],f):F(w?10**f:f)}`}),
c=_n(n),u=[...Number.isNaN(c)?[]:[`${F(c)} ${l}`],...r];return[h.join(", "),u.join(", ")||a]}function _n({
trace:n,data:t,cell:[e,s]}){let i=t.z[s*t.x.length+e];return n.look.log?10**i:i}function Ye({ticks:n,
log:t},e){return n?.words[n.at.indexOf(e)]??_(t?10**e:e)}var Yr=50,Yt=class{at=null;said="";toldAt=-1/0;waiting;constructor(t){this.plane=t;let{box:e}=t;e.addEventListener(
"pointermove",s=>this.drag(s));for(let s of["pointerup","pointercancel"])e.addEventListener(s,()=>this.
release());e.addEventListener("keydown",s=>this.key(s))}held;later;load(){let{panel:t,box:e}=this.plane,
s=!!t.cross;e.parentElement?.classList.toggle("cl-crossed",s),s?this.at?this.tell():this.put(t.cross):
this.at=null}release(){this.held=void 0,this.later&&this.put(this.later),this.later=void 0}put(t){if(this.
plane.panel.cross){if(this.held!==void 0){this.later=t;return}this.move(t.map((e,s)=>this.plane.panel.
axes[s].log?Math.log10(e):e))}}move(t){let e=this.plane.home,[s,i]=t.map((o,r)=>this.inside(o,r,e[r]));
this.at=[s,i],this.plane.paintMoving(),this.tell()}inside(t,e,s){let{ticks:i}=this.plane.panel.axes[e],
o=Math.min(Math.max(t,Math.min(...s)),Math.max(...s));return i?.at.length?i.at.reduce((r,a)=>Math.abs(
a-o)<Math.abs(r-o)?a:r):o}tell(){let t=this.at&&this.plane.cell(this.at),e=t?Xe(t,this.plane.panel):
[],s=e.length?`Here: ${e.join(" — ")}`:"";s!==this.said&&this.plane.say(s),this.said=s}takes(t){let{
plane:e}=this;if(!e.panel?.cross||t.shiftKey)return!1;let{box:s}=e.layout().place,[i,o]=e.hands.at(t);
return i<s.x||i>s.x+s.width||o<s.y||o>s.y+s.height?!1:(this.held=t.pointerId,e.box.setPointerCapture(
t.pointerId),this.follow(t),!0)}drag(t){this.held===t.pointerId&&(t.buttons?this.follow(t):this.release())}follow(t){
this.move(this.plane.layout().place.back(...this.plane.hands.at(t))),this.report()}report(){clearTimeout(
this.waiting);let t=Yr-(performance.now()-this.toldAt);if(t>0){this.waiting=setTimeout(()=>this.report(),
t);return}this.toldAt=performance.now(),this.at&&this.plane.tell(this.at,!1)}key(t){let s={ArrowLeft:[
-1,0],ArrowRight:[1,0],ArrowUp:[0,1],ArrowDown:[0,-1]}[t.key];if(t.ctrlKey||t.metaKey||t.altKey||t.shiftKey||
!s||!this.at)return;t.preventDefault(),t.stopPropagation();let i=this.plane.cell(this.at);if(!i)return;
let{data:o,cell:r}=i,a=[o.x,o.y].map((l,h)=>{let c=Math.min(Math.max(r[h]+s[h],0),l.length-1);return s[h]?
l[c]:this.at[h]});this.move(a),this.report()}paint(t,{x:e,y:s,box:i},o){if(!this.at)return;let[r,a]=[
e(this.at[0]),s(this.at[1])];for(let[l,h]of[[3,"@paper/0.7"],[1.2,"@ink"]])t.fillStyle=y(h,o),t.fillRect(
r-l/2,i.y,l,i.height),t.fillRect(i.x,a-l/2,i.width,l);t.beginPath(),t.arc(r,a,5,0,2*Math.PI),t.fillStyle=
y("@now",o),t.strokeStyle=y("@ink",o),t.lineWidth=1.4,t.fill(),t.stroke()}end(){clearTimeout(this.waiting)}};var Kn=80,Jn=1/3,Xr=["line","points"],Ze=["x","y"];function Xt({how:n,of:t,klass:e,is:s,each:i,half:o,
foot:r,axis:a}){return[n,(t??[]).map(Xt),e&&Xt(e),s,i,o,r,a]}var Un=({look:n,mark:t,bind:e})=>JSON.stringify(
[n,t,Xt(e.x),Xt(e.y)]);function Zr(n,t){let e=n.length===t.length;for(let s=0;e&&s<n.length;s++)e=Number.
isFinite(n[s])===Number.isFinite(t[s]);return e}function Qr(n,t){for(let e=0;e<n.length;e++)if(Number.
isFinite(t[e])&&n[e]!==t[e])return!0;return!1}var ta=(n,t)=>t.equal&&n.key===t.key&&n.traces.length===
t.traces.length&&!t.axes.some((e,s)=>e.log||n.axes[s].log||e.title!==n.axes[s].title),Zt=class{from=new Map;constructor(t,e,s,i,o){
this.start=i,this.span=o,ta(t.panel,s.panel)&&s.panel.traces.forEach((r,a)=>{let l=t.panel.traces[a];
if(!r.moving||!Xr.includes(r.look.kind)||Un(l)!==Un(r))return;let h=N(l,t.arrays,t.position),c=e?.at(
l,h,i)??h,d=N(r,s.arrays,s.position);Ze.every(u=>Zr(c[u],d[u]))&&Ze.some(u=>Qr(c[u],d[u]))&&this.from.
set(r,c)})}isOver(t){return!this.from.size||t-this.start>=this.span}at(t,e,s){let i=this.from.get(t);
if(!i||this.isOver(s))return e;let o=Jn+(1-Jn)*Math.max((s-this.start)/this.span,0),r={...e};for(let a of Ze)
r[a]=Float64Array.from(e[a],(l,h)=>i[a][h]+o*(l-i[a][h]));return r}};var Qe={mouse:10,touch:22},ea=4,sa=80,na=0,Qt=class{stroke=null;toldAt=0;constructor(t,e){this.plane=
t,this.hold=e,this.ring=document.createElement("div"),this.ring.className="cl-grab",this.ring.hidden=
!0;let{box:s}=t;s.append(this.ring),s.addEventListener("pointerdown",i=>this.press(i),!0),s.addEventListener(
"pointermove",i=>this.move(i),!0),s.addEventListener("pointerup",i=>this.drop(i),!0),s.addEventListener(
"pointercancel",i=>this.drop(i),!0),s.addEventListener("touchstart",i=>{let[o]=i.touches;i.touches.length===
1&&this.under(o,Qe.touch)&&i.preventDefault()},{passive:!1})}under(t,e){let{plane:s}=this;if(!s.panel||
!this.hold.drags())return null;let i=a=>a.look.kind==="points"||!!a.look.dots,[o,r]=s.hands.at(t);return Gt(
s.visible.filter(i),o,r,e)}press(t){if(t.button||t.shiftKey||this.stroke)return;let e=t.pointerType===
"touch"?Qe.touch:Qe.mouse,s=this.under(t,e);if(!s)return;t.stopPropagation();let i=this.plane.numbersAt(
s.px,s.py),o=[t.clientX,t.clientY];this.stroke={id:`${Date.now()}-${na+=1}`,pointer:t.pointerId,from:i,
at:o,live:!1},this.plane.pressed=[t.clientX,t.clientY]}move(t){let{stroke:e}=this;if(!(!e||t.pointerId!==
e.pointer)){if(t.stopPropagation(),!e.live){if(Math.hypot(t.clientX-e.at[0],t.clientY-e.at[1])<=ea)return;
e.live=!0,this.plane.box.setPointerCapture(t.pointerId),this.plane.tip.hidden=!0}this.show(t),this.hold.
follows()&&performance.now()-this.toldAt>sa&&this.tell(t)}}drop(t){let{stroke:e}=this;if(!e||t.pointerId!==
e.pointer)return;this.stroke=null,this.ring.hidden=!0;let s=t.pointerType==="touch";e.live&&t.type===
"pointerup"?this.tell(t,e):s&&t.type==="pointerup"&&this.plane.click(t),e.live&&(this.plane.pressed=
[-1/0,-1/0])}tell(t,e=this.stroke){this.toldAt=performance.now(),e&&this.hold.stroke(e.from,this.plane.
numbersAt(...this.inside(t)),e.id)}inside(t){let{box:e}=this.plane.layout().place,[s,i]=this.plane.hands.
at(t),o=(r,a,l)=>Math.min(Math.max(r,a),a+l);return[o(s,e.x,e.width),o(i,e.y,e.height)]}show(t){let[
e,s]=this.inside(t);this.ring.hidden=!1,this.ring.style.transform=`translate(${e}px, ${s}px)`}};var ia=12,oa=3,ra=4,aa=[.36,.28,.2],la=12,ha=6,ca=.36,da=1e4,ua=14;function qn({px:n,py:t}){let e=[];
for(let l=n.length-1;l>=0&&e.length<=oa;l--){let[h,c]=e[e.length-1]??[NaN,NaN];Number.isFinite(n[l]+
t[l])&&(n[l]!==h||t[l]!==c)&&e.push([n[l],t[l]])}if(e.length<2)return null;let[[s,i],...o]=e,r=o.map(
([l,h])=>Math.hypot(l-s,h-i)),a=Math.min(Math.max(...r),ra*r[0]);return r[0]<ia?{x:s,y:i,reach:a}:null}
function Wn(n,t,{px:e,py:s},i){for(let o of aa){let r=Math.round(o*Math.min(n.width,n.height)),[a,l]=[
n.x+n.width-r-6,n.y+n.height-r-6],c=[[a,n.y+6],[n.x+6,n.y+6],[a,l],[n.x+6,l]].filter(([m,g])=>{let b=(w,x,M)=>w>
m-M&&w<m+r+M&&x>g-M&&x<g+r+M;return!b(t.x,t.y,la)&&!e.some((w,x)=>b(w,s[x],ha))});if(!c.length)continue;
let d=c.map(([m,g])=>i(m,g,r,r)),[u,f]=c[d.indexOf(Math.min(...d))];return{x:u,y:f,width:r,height:r}}
return null}function Vn(n,t,e){let s=Math.min(Math.max(ca*e.width/(t.reach||1e-12),2),da),[i,o]=[e.x+
e.width/2,e.y+e.height/2];return{place:{x:a=>i+(n.x(a)-t.x)*s,y:a=>o+(n.y(a)-t.y)*s,back:(a,l)=>n.back(
t.x+(a-i)/s,t.y+(l-o)/s),box:e},times:s}}function Gn(n,t,e,s,i,o){let r=t.width/s;n.save(),n.beginPath(),
n.rect(t.x,t.y,t.width,t.height),n.fillStyle=y("@paper",i),n.fill(),n.clip(),o(),n.restore(),n.strokeStyle=
y("@ink",i),n.lineWidth=1.2,n.strokeRect(t.x,t.y,t.width,t.height),r>ua&&n.strokeRect(e.x-r/2,e.y-r/
2,r,r),n.font=`12px ${i.font}`,[n.textAlign,n.textBaseline]=["left","bottom"];let a=`× ${_(s<100?Math.
round(s):Number(s.toPrecision(2)))}`;n.lineWidth=3,n.strokeStyle=y("@paper/0.85",i),n.strokeText(a,t.
x+6,t.y+t.height-3),n.fillStyle=y("@ink",i),n.fillText(a,t.x+6,t.y+t.height-3)}var[pa,fa]=[8,1e-4],ma=400;function Yn(n,t,e,s,i){let o=[-e/t.width,s/t.height];return n.map(([r,a],l)=>{
let h=i[l]?o[l]*(a-r):0;return[r+h,a+h]})}function ga(n,t,e,s,i){let o=n.map(([h,c],d)=>(c-h)/(t[d][1]-
t[d][0])),r=Math.max(...o.filter((h,c)=>i[c]).map(h=>fa/h)),a=Math.min(...o.filter((h,c)=>i[c]).map(
h=>pa/h)),l=Math.min(Math.max(s,r),a);return n.map(([h,c],d)=>i[d]?[e[d]+(h-e[d])*l,e[d]+(c-e[d])*l]:
[h,c])}var te=class{down=new Map;along=[!0,!0];scrolledAt=-1/0;constructor(t,e){this.box=t,this.plane=
e,this.touch(),t.addEventListener("pointerdown",s=>this.press(s)),t.addEventListener("pointermove",s=>this.
move(s));for(let s of["pointerup","pointercancel"])t.addEventListener(s,i=>{this.down.delete(i.pointerId)});
t.addEventListener("wheel",s=>this.wheel(s),{passive:!1}),t.addEventListener("dblclick",()=>this.plane.
show(null)),t.addEventListener("keydown",s=>this.key(s)),window.addEventListener("scroll",this.scrolled,
{capture:!0,passive:!0})}touch(){this.box.style.touchAction=this.plane.isHome()?"pan-y":"none"}end(){
window.removeEventListener("scroll",this.scrolled,{capture:!0})}scrolled=()=>{this.scrolledAt=performance.
now()};at(t){let e=this.box.getBoundingClientRect(),s=this.plane.magnify();return[(t.clientX-e.left)/
s,(t.clientY-e.top)/s]}axesAt(t,e){let{box:s}=this.plane.place();return this.plane.equal()?[!0,!0]:e>
s.y+s.height?[!0,!1]:t<s.x?[!1,!0]:[!0,!0]}press(t){if(t.button||this.plane.takes(t))return;let e=this.
at(t);this.down.size||(this.along=this.axesAt(...e)),this.down.set(t.pointerId,e)}move(t){let e=this.
down.get(t.pointerId);if(!e)return;if(!t.buttons){this.down.clear();return}this.box.hasPointerCapture(
t.pointerId)||this.box.setPointerCapture(t.pointerId);let s=[...this.down.values()],i=this.at(t);this.
down.set(t.pointerId,i),this.down.size===1?this.pull(e,i):this.down.size===2&&this.pinch(s,[...this.
down.values()])}pull(t,e){let{plane:s}=this,[i,o]=[e[0]-t[0],e[1]-t[1]];s.show(Yn(s.ranges(),s.place().
box,i,o,this.along))}pinch(t,e){let s=([a,l])=>Math.max(Math.hypot(a[0]-l[0],a[1]-l[1]),1),i=([a,l])=>[
(a[0]+l[0])/2,(a[1]+l[1])/2];this.pull(i(t),i(e));let[o,r]=i(e);this.zoom(s(t)/s(e),o,r,[!0,!0])}wheel(t){
let e=t.deltaY<0;if((performance.now()-this.scrolledAt<ma||!e&&this.plane.isHome())&&!t.ctrlKey)return;
t.preventDefault();let i=[1,16,400][t.deltaMode],o=Math.max(-200,Math.min(200,t.deltaY*i)),r=this.at(
t);this.zoom(Math.exp(o*(t.ctrlKey&&Math.abs(o)<50?.01:.0016)),...r,this.axesAt(...r))}zoom(t,e,s,i){
let{plane:o}=this;o.show(ga(o.ranges(),o.home(),o.place().back(e,s),t,i))}key(t){if(t.ctrlKey||t.metaKey||
t.altKey)return;let{plane:e}=this,{box:s}=e.place(),i=[s.x+s.width/2,s.y+s.height/2],o=(l,h)=>e.show(
Yn(e.ranges(),s,-l*s.width,h*s.height,[!0,!0])),a={"+":()=>this.zoom(.8,...i,[!0,!0]),"-":()=>this.zoom(
1.25,...i,[!0,!0]),0:()=>e.show(null),...t.shiftKey&&{ArrowLeft:()=>o(-.1,0),ArrowRight:()=>o(.1,0),
ArrowUp:()=>o(0,.1),ArrowDown:()=>o(0,-.1)}}[t.key];a&&(t.preventDefault(),t.stopPropagation(),a())}};var ya=12,wa=4,ut=n=>n.look.kind==="heatmap",ts=n=>n.look.kind==="hatch",ba=n=>n.look.kind==="bands",
ee=n=>n.look.kind==="words",ka={say(){},onLook(){}},ne=class{panel;arrays;theme;axes;size;position=0;asked=null;view=null;ground=p(
"canvas","cl-canvas");canvas=p("canvas","cl-canvas");tip=p("div","cl-tip");still=[];painted="";framed="";room;lens=!0;pending=0;glide=null;now=0;loaded=-1/0;gliding=0;pressed;constructor(t,e,s,{
say:i,onLook:o}=ka){this.box=t,this.onClick=e,this.say=i,this.onLook=o,this.tip.hidden=!0,t.append(this.
ground,this.canvas,this.tip),t.tabIndex=0,t.setAttribute("role","group"),S(t),this.cross=new Yt(this),
this.aim=new Wt(this),this.hands=new te(t,{place:()=>this.layout().place,ranges:()=>this.layout().ranges,
home:()=>this.home,equal:()=>this.panel.equal,isHome:()=>!this.view,takes:a=>this.cross.takes(a),show:a=>this.
show(a),magnify:()=>this.magnify});let r=()=>!this.aim.isOpen&&s.drags();this.grab=new Qt(this,{...s,
drags:r}),t.addEventListener("pointermove",a=>this.hover(a)),t.addEventListener("pointerleave",()=>{
this.tip.hidden=!0}),t.addEventListener("pointerdown",a=>{this.pressed=[a.clientX,a.clientY]}),t.addEventListener(
"click",a=>this.click(a)),this.observer=new ResizeObserver(()=>{this.measure(),this.paint()}),this.observer.
observe(t)}get home(){return this.panel.axes.map(({range:t})=>[...t])}load(t,e,s,i){let o=a=>JSON.stringify(
[a?.key,a?.axes.map(l=>[l.title,l.log]),a?.equal]);o(this.panel)!==o(t)&&([this.view,this.axes]=[null,
void 0]);let r=(a,l)=>JSON.stringify([a?.axes,a?.equal,a&&Ve(a),l?.font]);r(this.panel,this.theme)!==
r(t,s)&&(this.axes=void 0),s.magnify!==this.theme?.magnify&&(this.size=this.axes=void 0),this.setOut(
t,e,i),[this.panel,this.arrays,this.theme,this.position]=[t,e,s,i],this.cross.load(),this.paint()}setOut(t,e,s){
let[i,o]=[this.loaded,this.glide];if(this.loaded=this.now=performance.now(),this.arrive(),!this.panel||
this.panel===t||this.asked||G()||document.hidden)return;let r={panel:this.panel,arrays:this.arrays,position:this.
position},a=Math.min(this.now-i,Kn),l=new Zt(r,o,{panel:t,arrays:e,position:s},this.now,a);l.isOver(
this.now)||(this.glide=l,this.gliding=requestAnimationFrame(()=>this.move()))}move(){this.glide&&(this.
now=performance.now(),this.glide.isOver(this.now)?this.arrive():this.gliding=requestAnimationFrame(()=>this.
move()),this.paintMoving(),this.box.dispatchEvent(new Event("cl-moved",{bubbles:!0})))}arrive(){cancelAnimationFrame(
this.gliding),this.glide=null}show(t){this.view=t,this.axes=void 0,this.hands.touch(),this.tip.hidden=
!0,this.onLook(),this.pending||=requestAnimationFrame(()=>{this.pending=0,this.paint()})}draw(t,e=!1){
this.arrive(),this.position=t,e?this.paint():this.paintMoving()}get visible(){return this.panel.traces.
filter(t=>!(this.asked&&t.future))}get magnify(){return this.theme?.magnify??1}get extent(){return[this.
box.clientWidth,this.box.clientHeight].map(t=>t/this.magnify)}measure(){let[t,e]=this.extent,s=parseFloat(
getComputedStyle(this.box).fontSize)/13||1;return this.axes=void 0,this.size={width:t,height:e,scale:s},
this.size}layout(){let t=this.size??this.measure();return this.axes??=In(this.panel,this.view??this.
home,t,(e,s)=>va(e,`${s}px ${this.theme.font}`)),this.axes}get isReady(){if(!this.panel||this.box.closest(
".cl-behind"))return!1;let{width:t,height:e}=this.size??this.measure();return!!(t&&e)}paint(){this.isReady&&
(this.paintGround(),this.paintMoving())}get heats(){return this.visible.some(t=>ut(t)&&t.moving)}paintGround(){
let t=this.layout(),e=this.heats?[]:this.visible.filter(d=>!d.moving),s=JSON.stringify(e.map(({look:d,
bind:u})=>[d,u])),i=JSON.stringify([t.ranges,t.size,this.panel.axes,t.heat,this.theme,devicePixelRatio]);
if(s+i===this.painted){e.forEach((d,u)=>{d.painted??=this.still[u].painted});return}let o=i===this.framed;
[this.painted,this.framed,this.still]=[s+i,i,e];let{size:r}=t,a={...t.place,room:new K(t.place.box)},
{box:l}=a,h=o?l:void 0,c=Zn(this.ground,{x:0,y:0,...r},this.magnify,h);zn(c,t,this.theme),c.save(),c.
beginPath(),c.rect(l.x,l.y,l.width,l.height),c.clip(),this.paintMarks(c,e.filter(d=>!ee(d)),a),c.restore(),
this.room=a.room,!o&&(Fn(c,this.panel,t,this.theme),this.box.setAttribute("aria-label",`Plot, ${Dn(this.
panel,t)}. Plus and minus zoom, Shift and arrows move, 0 goes back.`))}paintMoving(){if(!this.isReady)
return;let{place:t}=this.layout(),e=this.visible.filter(l=>l.moving||this.heats),s=Zn(this.canvas,t.
box,this.magnify),i={...t,room:this.room?.copy()??new K(t.box)},o=e.filter(l=>!ee(l));if(o.some(l=>!l.
moving))this.paintMarks(s,o,i);else for(let l of o)this.paintMark(s,l,i);this.lens&&!this.aim.isShown&&
this.paintLens(s,i),this.cross.paint(s,t,this.theme);let r=this.visible.filter(ee);for(let l of r)i.
room.name(l.look,N(l,this.arrays,this.position),t);for(let l of[!1,!0])for(let h of r)!!h.moving===l&&
this.paintMark(s,h,i);let{rings:a}=this.asked??{};a?.panel===this.panel.key&&Tn(s,t,this.theme,a.places),
this.aim.paint(s,t,this.theme)}paintLens(t,e){let s=this.visible.find(l=>l.follow)?.painted,i=s&&qn(
s),o=i&&Wn(e.box,i,s,(...l)=>e.room.cost(...l));if(!o)return;let{place:r,times:a}=Vn(e,i,o);Gn(t,o,i,
a,this.theme,()=>{let l=this.visible.filter(h=>!ee(h)&&!ut(h));this.paintMarks(t,l.map(h=>({...h})),
r)}),e.room.take(o.x,o.y,o.width,o.height)}paintMarks(t,e,s){let i=r=>ut(r)||ts(r)||ba(r);for(let r of e)
i(r)&&this.paintMark(t,r,s);this.paintZeros(t,s);let o=e.filter(r=>!i(r));for(let r of[!1,!0])for(let a of o)
!!a.moving===r&&this.paintMark(t,a,s)}paintMark(t,e,s){let i=N(e,this.arrays,this.position),o=this.glide?.
at(e,i,this.now)??i;ut(e)?fn(t,e,o,s,this.theme):ts(e)?_t(t,e,o,s,this.theme):qt(t,e,o,s,this.theme)}paintZeros(t,{
x:e,y:s,box:i}){let[o,r]=this.panel.axes;t.fillStyle=y("@ink",this.theme),o.zero&&t.fillRect(e(0)-.6,
i.y,1.2,i.height),r.zero&&t.fillRect(i.x,s(0)-.6,i.width,1.2)}hover(t){let e=this.panel&&!t.buttons&&
!this.aim.isOpen&&this.meant(t);if(this.tip.hidden=!e,!e)return;this.tip.replaceChildren(...e.words);
let[s,i]=[e.px*this.magnify,e.py*this.magnify],o=Math.min(s+12,this.box.clientWidth-this.tip.offsetWidth-
4);this.tip.style.transform=`translate(${o}px, ${Math.max(i-40,2)}px)`}meant(t){let[e,s]=this.hands.
at(t),i=[...this.still,...this.visible.filter(l=>l.moving||this.heats)],o=Gt(i,e,s,ya);if(o){let l=Bn(
o,this.panel,this.arrays,this.position);return{px:o.px,py:o.py,words:l}}let{place:r}=this.layout(),a=Xn(
r.box,e,s)&&this.cell(r.back(e,s));return a&&{px:e,py:s,words:Hn(a,this.panel)}}cell(t){let e=this.visible.
filter(s=>ut(s)||ts(s)).map(s=>({trace:s,data:N(s,this.arrays,this.position)}));return gn(e,t)}click(t){
if(!this.panel)return;let[e,s]=this.pressed??[t.clientX,t.clientY];if(Math.hypot(t.clientX-e,t.clientY-
s)>wa||this.panel.cross)return;let{place:i}=this.layout(),[o,r]=this.hands.at(t);Xn(i.box,o,r)&&(this.
aim.isOpen?this.aim.answer(i.back(o,r)):this.tell(i.back(o,r),t.shiftKey))}tell(t,e){let[s,i]=this.numbersOf(
t);this.onClick(s,i,e)}numbersAt(t,e){return this.numbersOf(this.layout().place.back(t,e))}numbersOf(t){
return t.map((e,s)=>this.panel.axes[s].log?10**e:e)}end(){this.arrive(),cancelAnimationFrame(this.pending),
this.cross.end(),this.aim.end(),this.observer.disconnect(),this.hands.end()}};function Xn(n,t,e){return t>=
n.x&&t<=n.x+n.width&&e>=n.y&&e<=n.y+n.height}function Zn(n,t,e,s){let i=(window.devicePixelRatio||1)*
e,[o,r]=[Math.round(t.width*i),Math.round(t.height*i)];(n.width!==o||n.height!==r)&&([n.width,n.height]=
[o,r]);let[a,l,h,c]=[t.x,t.y,t.width,t.height].map(u=>`${u*e}px`);Object.assign(n.style,{left:a,top:l,
width:h,height:c});let d=T(n);return d.setTransform(1,0,0,1,0,0),s||d.clearRect(0,0,o,r),d.setTransform(
i,0,0,i,-t.x*i,-t.y*i),s&&d.clearRect(s.x-1,s.y-1,s.width+2,s.height+2),d}var es,se=new Map;function va(n,t){
let e=`${t} ${n}`,s=se.get(e);return s===void 0&&(es??=T(document.createElement("canvas")),es.font=t,
s=es.measureText(n).width,se.size>5e3&&se.clear(),se.set(e,s)),s}function ss(n,t,e){let s={title:{text:pt(n.title),font:{size:12*(t.magnify??1)},standoff:6},type:n.log?
"log":"linear",range:[...n.range],autorange:!1,gridcolor:y("@grid",t),zeroline:!1,tickfont:{size:12*
(t.magnify??1)},ticks:"",nticks:t.magnify===1?7:4,...e};if(n.log&&Object.assign(s,{exponentformat:"p\
ower"}),n.ticks){let i=n.ticks.words.map(pt);Object.assign(s,{tickmode:"array",tickvals:n.ticks.at,ticktext:i})}
return s}function pt(n){return n.replaceAll("&","&amp;").replaceAll("<","&lt;").replaceAll(">","&gt;")}
var ie={eye:{x:1.34,y:1.15,z:.73},center:{x:0,y:0,z:-.1},up:{x:0,y:0,z:1}};function ti(n,t){let e=12*
(t.magnify??1),s={paper_bgcolor:"rgba(0,0,0,0)",plot_bgcolor:"rgba(0,0,0,0)",font:{family:t.font,size:e,
color:y("@ink",t)},showlegend:!1,uirevision:n.key,hoverlabel:{font:{family:t.font,size:e}}},[i,o,r]=n.
axes,a={showbackground:!1,showspikes:!1,gridcolor:y("@faint",t)};return{...s,margin:{l:0,r:0,t:0,b:0},
scene:{uirevision:n.key,aspectmode:"manual",aspectratio:xa(n),xaxis:ss(i,t,a),yaxis:ss(o,t,a),zaxis:ss(
r,t,a),camera:structuredClone(ie)}}}function xa(n){let t=n.axes.map(({range:[o,r]})=>n.equal?r-o:1),
[e,s,i]=t.map(o=>o/Math.max(...t));return{x:e,y:s,z:i}}function ei(n,t,e,s,i){let{look:o}=n,{name:r,
text:a,opacity:l}=o,h={...Aa[o.kind](o,s),name:pt(r),opacity:l};a&&(h.text=a.map(pt));let c=N(n,t,e);
for(let[d,u]of Object.entries(c))Sa(h,ns(d),is(n,d,u,t,i));return h}function si(n,t){let[e,s,i]=[0,1,
2].map(r=>n.map(a=>a[r])),o=y("@ink",t);return{type:"scatter3d",mode:"markers+text",x:e,y:s,z:i,hoverinfo:"\
skip",showlegend:!1,marker:{symbol:"circle-open",size:13,color:o,line:{width:3,color:o}},text:n.map(
(r,a)=>`<b>${We(a)}</b>`),textposition:"top right",textfont:{color:o,size:17*(t.magnify??1)}}}var ns=n=>n===
"size"?"marker.size":n,Ma=2,Qn=.6,Ea={right:"middle right",left:"middle left",above:"top center",below:"\
bottom center",center:"middle center",row:"middle right"},Aa={line:({color:n,width:t,dash:e,dots:s},i)=>({
type:"scatter3d",mode:s?"lines+markers":"lines",line:{color:y(n,i),width:Ma*t,dash:e},marker:{color:y(
n,i),size:Qn*(s??0)}}),points:({color:n,symbol:t,size:e},s)=>({type:"scatter3d",mode:"markers",marker:{
color:y(n,s),symbol:t,...e===void 0?{opacity:1,line:{width:0}}:{size:Qn*e}}}),words:({color:n,size:t,
anchor:e},s)=>({type:"scatter3d",mode:"text",textfont:{color:y(n,s),size:t*(s.magnify??1)},textposition:Ea[e]}),
surface:({color:n},t)=>({type:"surface",showscale:!1,colorscale:[[0,y(n,t)],[1,y(`${n}%0.4`,t)]],hoverinfo:"\
name"}),mesh:({color:n,faces:t},e)=>({type:"mesh3d",...Object.fromEntries(["i","j","k"].map((s,i)=>[
s,t.map(o=>o[i])])),color:y(n,e),flatshading:!0,hoverinfo:"name"})};function is(n,t,e,s,i){if(t==="t\
ext")return e.map(pt);let r=i.axes["xyz".indexOf(t)]?.log?e.map(h=>10**h):e,a=s[n.bind[t]?.a]?.shape??
[],l=n.bind[t]?.how==="static"?a:a.slice(1);return l.length!==2?r:Array.from({length:l[0]},(h,c)=>r.
subarray(c*l[1],(c+1)*l[1]))}function Sa(n,t,e){let s=t.split("."),i=s.slice(0,-1).reduce((o,r)=>o[r]??=
{},n);i[s[s.length-1]]=e}function ni(n){let t=s=>Object.entries(s).filter(([,i])=>i.how==="static"),
e=s=>({...s,low:null,high:null});return n.map(s=>s.moving?{...s,bind:t(s.bind),look:e(s.look)}:s)}var ii=["eye","center","up"],oi=["x","y","z"],La=()=>Math.min(Math.max(globalThis.devicePixelRatio??
1,1),2),oe=class{panel;arrays;theme;position;asked=null;built="";heard=!1;veiled=!1;busy=!1;constructor(t,e,s=()=>{}){
this.box=t,this.onLook=s,this.Plotly=e,this.plot=t.appendChild(p("div","cl-plotly")),this.observer=new ResizeObserver(
()=>this.resize()),this.observer.observe(t)}async load(t,e,s,i){[this.panel,this.arrays,this.theme]=
[t,e,s];let{name:o,magnify:r}=s,a=[t.axes,t.equal,o,r,ni(t.traces)],l=JSON.stringify(a);if(l!==this.
built){this.built=l;let h=t.traces.map(d=>ei(d,e,i,s,t)),c={displayModeBar:!1,responsive:!1,plotGlPixelRatio:La()};
this.position=i,await this.Plotly.react(this.plot,h,ti(t,s),c),this.heard||this.plot.on("plotly_rela\
yout",()=>this.onLook()),this.heard=!0,this.position!==i&&await this.draw(this.position,!0)}else await this.
draw(i,!0);(this.asked||this.veiled)&&await this.veil()}hide(t){this.asked=t,this.built&&this.veil()}async veil(){
await this.ring();let t=this.panel.traces.flatMap((e,s)=>e.future?[s]:[]);this.veiled=!!this.asked,t.
length&&await this.Plotly.restyle(this.plot,{visible:!this.asked},t)}async ring(){let{rings:t}=this.
asked??{},e=t?.panel===this.panel.key?t.places:[];this.plot.data.length>this.panel.traces.length&&await this.
Plotly.deleteTraces(this.plot,-1),e.length&&await this.Plotly.addTraces(this.plot,si(e,this.theme))}async draw(t,e=!1){
this.position=t;let i=this.panel.traces.map((o,r)=>[o,r]).filter(([o])=>o.moving);if(!(!i.length||this.
busy&&!e)){this.busy=!0;try{await this.restyle(i,t)}finally{this.busy=!1}this.position!==t&&await this.
draw(this.position,!0)}}async restyle(t,e){let s={};for(let[o]of t)for(let r of Object.keys(o.bind))
s[r]=[];for(let[o]of t){let r=N(o,this.arrays,e);for(let a of Object.keys(s)){let l=r[a];s[a].push(l&&
is(o,a,l,this.arrays,this.panel))}}let i=Object.entries(s).map(([o,r])=>[ns(o),r]);await this.Plotly.
restyle(this.plot,Object.fromEntries(i),t.map(([,o])=>o))}get camera(){let{camera:t}=this.plot._fullLayout?.
scene??{};if(!t||!this.built)return null;let e=o=>ii.flatMap(r=>oi.map(a=>o[r][a])),[s,i]=[e(t),e(ie)];
return s.every((o,r)=>Math.abs(o-i[r])<1e-9)?null:s}async look(t){let s=t?(i=>Object.fromEntries(ii.
map((o,r)=>[o,Object.fromEntries(oi.map((a,l)=>[a,i[3*r+l]]))])))(t):structuredClone(ie);await this.
Plotly.relayout(this.plot,{"scene.camera":s})}resize(){let t=this.plot._fullLayout,e={width:this.box.
clientWidth,height:this.box.clientHeight};!e.width||!e.height||!t||(t.width!==e.width||t.height!==e.
height)&&this.Plotly.relayout(this.plot,e)}end(){this.observer.disconnect(),this.Plotly.purge(this.plot)}};var re=class{panel;arrays;theme;position;plane;space;ended=!1;entries="";asked=null;constructor(t,e,s=()=>{}){
this.loadPlotly=t,this.tools=e,this.onLook=s,this.root=p("figure","cl-panel");let i=this.root.appendChild(
p("figcaption"));this.title=i.appendChild(p("strong")),this.subtitle=i.appendChild(p("span","cl-subt\
itle")),this.legend=i.appendChild(p("span","cl-legend")),this.lens=i.appendChild(p("button","cl-lens",
"Lens")),this.lens.type="button",this.lens.title="Show short steps larger",this.lens.addEventListener(
"click",()=>this.turnLens()),S(this.lens),this.box=this.root.appendChild(p("div","cl-plot")),this.told=
this.root.appendChild(p("p","cl-told")),this.told.setAttribute("aria-live","polite")}async load(t,e,s,i){
this.root.classList.toggle("cl-later",!!t.later),!t.later&&([this.panel,this.arrays,this.theme,this.
position]=[t,e,s,i],R(this.title,t.title),R(this.subtitle,t.subtitle),this.drawLegend(),this.lens.hidden=
!t.traces.some(o=>o.follow),this.showLens(),this.root.dataset.key=t.key,this.root.classList.toggle("\
cl-space",t.space),this.veil(),t.space?await this.loadSpace():this.loadPlane())}loadPlane(){this.space&&
this.clear();let{tools:t}=this;this.plane??=new ne(this.box,(e,s,i)=>t.click(this.panel.key,e,s,i),{
drags:()=>t.drags(this.panel.key),follows:()=>t.follows,stroke:(e,s,i)=>t.stroke(this.panel.key,e,s,
i)},{say:e=>{this.told.textContent=e},onLook:this.onLook}),this.plane.asked=this.asked,this.plane.load(
this.panel,this.arrays,this.theme,this.position)}turnLens(){this.plane&&(this.plane.lens=!this.plane.
lens,this.plane.paintMoving(),this.showLens())}showLens(){this.lens.setAttribute("aria-pressed",String(
this.plane?.lens??!0))}async loadSpace(){this.plane&&this.clear(),this.space||this.box.replaceChildren(
p("p","cl-waiting","Preparing the picture …"));let t=await this.loadPlotly();!this.panel.space||this.
ended||(this.space||this.box.replaceChildren(),this.space??=new oe(this.box,t,this.onLook),this.space.
asked=this.asked,await this.space.load(this.panel,this.arrays,this.theme,this.position))}clear(){this.
plane?.end(),this.space?.end(),this.plane=this.space=void 0;let t=p("div","cl-plot");this.box.replaceWith(
t),this.box=t}get picture(){return this.plane??this.space}move(t){t&&this.plane?.cross.put(t)}get ground(){
return this.plane?.ground}get canvas(){return this.plane?.canvas}map(){return this.plane?.layout().place}hide(t){
t!==this.asked&&(this.asked=t,this.panel&&(this.veil(),this.plane&&(this.plane.asked=t,this.plane.paint()),
this.space?.hide(t)))}veil(){this.root.classList.toggle("cl-blank",!!this.asked?.hides.includes(this.
panel.key))}get look(){return(this.space?this.space.camera:this.plane?.view)??null}turn(t){JSON.stringify(
t)!==JSON.stringify(this.look)&&(this.space?this.space.look(t):this.plane?.show(t))}drawLegend(){let t=JSON.
stringify([this.panel.legend,this.theme.colours]);t!==this.entries&&(this.entries=t,this.legend.replaceChildren(
...this.panel.legend.map(e=>{let s=p("span","cl-entry");return s.append(On(e,this.theme),document.createTextNode(
e.words)),s})))}get isBehind(){return this.root.classList.contains("cl-behind")}async draw(t,e=!1){t===
this.position&&!e||(this.position=t,await this.picture?.draw(t,e))}extents(){return kn(this.panel,this.
arrays,this.position)}end(){this.ended=!0,this.clear(),this.root.remove()}};var os=new Map,ri=[.25,.5,1,2,4],$a=300,Na=600,ae=class n{static of(t){let e=t.get("uid"),s=os.get(e)??
new n(e);return os.set(e,s),s}constructor(t){this.uid=t,this.position=0,this.last=0,this.speed=1,this.
loop=!1,this.playing=!1,this.away=!1,this.request=0,this.resting=void 0,this.views=new Set,this.stops=
new Set,this.answers=new Map}join(t){this.views.add(t)}leave(t){this.views.delete(t),!this.views.size&&
(this.pause(),clearTimeout(this.resting),os.delete(this.uid))}get leader(){return this.views.values().
next().value}get frame(){return Math.floor(this.position)}load(t,e){let s=this.last>0&&this.position>=
this.last;this.last=t-1,this.position=s?this.last:Math.min(e??this.position,this.last),this.settle()}get perSecond(){
let t=Math.min(12,Math.max(3,.35*this.last));return this.last/t*this.speed}go(t){let e=Math.min(Math.
max(t,0),this.last);e!==this.position&&(this.position=e,this.notify(),this.settle())}step(t){this.pause(),
this.go(t>0?this.frame+t:Math.ceil(this.position)+t)}toggle(){this.playing?this.pause():this.play()}play(){
if(!this.last)return;this.position>=this.last&&(this.position=0),this.playing=!0;let t=performance.now(),
e=G(),s=i=>{if(!this.playing)return;let o=(i-t)/1e3*this.perSecond;(!e||i-t>=Na&&o>=1)&&(this.advance(
e?Math.floor(o):o),t=i),this.request=requestAnimationFrame(s)};this.request=requestAnimationFrame(s),
this.notify()}advance(t){let e=this.position+t,s=[...this.stops].filter(i=>i>this.position&&i<=e);s.
length?(this.go(Math.min(...s)),this.pause()):e<this.last?this.go(e):this.loop?this.go(0):(this.go(this.
last),this.pause())}pause(){cancelAnimationFrame(this.request),this.playing&&(this.playing=!1,this.notify(),
this.settle())}notify(){for(let t of this.views)t.follow()}settle(){clearTimeout(this.resting),this.
resting=setTimeout(()=>{if(this.playing||!this.leader||this.away)return;let{model:t}=this.leader;t.get(
"frame")!==this.position&&(t.set("frame",this.position),t.save_changes())},$a)}};function ai(n){let t=Uint8Array.from(atob(n),i=>i.charCodeAt(0)),e=new DataView(t.buffer).getUint32(
0,!0)||1,s=t.slice(4).map(i=>(e^=e<<13,e^=e>>>17,e^=e<<5,i^e>>>8&255));return JSON.parse(new TextDecoder().
decode(s))}var Oa=1e3,li=640,le=class{state=void 0;question=void 0;rows=[];aim=void 0;ended=!1;constructor(t,e){
this.room=t,this.entered=e,this.root=p("aside","cl-room-door"),this.count=p("p","cl-room-count"),this.
count.setAttribute("role","status");let s=p("p","cl-room-at"),[i,o]=[t.join.slice(0,-t.code.length),
t.code];s.append(p("span","",i.replace(/^http:\/\//,""))),s.append(p("span","cl-room-code",`${o.slice(
0,4)}-${o.slice(4)}`)),this.root.append(Pa(t.qr),s,this.count),this.again=hi("Vote again (T)",()=>this.
do({do:"again"})),this.show=hi("Histogram (H)",()=>this.do({do:"show"})),this.look()}key(t){let e={t:this.
again,h:this.show}[t.toLowerCase()];return e&&!e.disabled?()=>e.click():void 0}async ask(t,e,s,i){Object.
assign(this,{question:t,rows:s,aim:i});let{key:o,prompt:r,options:a}=t,l={do:"ask",key:o,prompt:r,options:a,
answer:e.answer};if(!i)return this.do(l);let{start:h}=t.aim,{target:c,within:d}=e;await new Promise(
requestAnimationFrame);let{ranges:u}=i.plane.layout();return this.do({...l,aim:{start:h,target:c,within:d,
ranges:u,picture:ja(i.plane)}})}close(){this.question&&(Object.assign(this,{question:void 0,rows:[],
aim:void 0}),this.do({do:"close"}))}do(t){return this.hear(this.send(t))}async send(t){let e={"X-Roo\
m-Key":this.room.key,...t&&{"Content-Type":"application/json"}},s=t?{method:"POST",body:JSON.stringify(
t)}:{},i=await fetch(this.room.lead,{...s,headers:e,cache:"no-store"});if(!i.ok)throw new Error((await i.
json().catch(()=>({}))).error??"Refused.");return i.json()}async hear(t){try{let e=await t,s=!this.state;
this.state=e,this.ended=e.closed,s&&this.entered(e),this.paint()}catch(e){R(this.count,e instanceof TypeError?
"No connection to the room.":String(e.message))}}async look(){await this.hear(this.send()),this.ended||
(this.timer=setTimeout(()=>this.look(),Oa))}paint(){let{state:t}=this;if(!t)return;let e=!!this.question&&
t.key===this.question?.key,s=`of ${t.people} in the room`,i=t.round===2?"second vote":"first vote";R(
this.count,t.closed?"The room is closed.":e?`${t.answered} ${s}, ${i}`:`${t.people} in the room`),this.
again.disabled=!e||t.round!==1,this.show.disabled=!e||!!t.shown;let o=e&&t.shown?t.counts:void 0;this.
rows.forEach((r,a)=>Ta(r,o?.map(l=>[l[a],Ca(l)]))),this.aim&&this.aim.scatter(e&&t.shown?t.cloud??[]:
[])}end(){this.ended=!0,clearTimeout(this.timer)}},Ca=n=>n.reduce((t,e)=>t+e,0);function Ta(n,t){let e=JSON.
stringify(t??null);if(n.dataset.counts===e)return;n.dataset.counts=e,n.querySelector(".cl-bars")?.remove();
let s=t?.map(([o,r],a)=>[o,r,a+1]).filter(([,o])=>o)??[];if(!t)return;let i=n.appendChild(p("span","\
cl-bars"));for(let[o,r,a]of s){let l=i.appendChild(p("span",`cl-bar-${a}`));l.style.setProperty("--c\
l-share",String(o/r));let h=a===1?"first":"second";l.append(p("span","",`${o}`)),l.setAttribute("ari\
a-label",`${h} vote: ${o} of ${r}`),l.title=`${h} vote`}}function hi(n,t){let e=p("button","cl-optio\
n cl-lead",n);return e.type="button",e.disabled=!0,e.addEventListener("click",t),e}function Pa({path:n,
size:t}){let e=document.createElementNS("http://www.w3.org/2000/svg","svg");return e.setAttribute("v\
iewBox",`-4 -4 ${t+8} ${t+8}`),e.setAttribute("class","cl-qr"),e.setAttribute("role","img"),e.setAttribute(
"aria-label","QR code of the address"),e.setAttribute("shape-rendering","crispEdges"),e.appendChild(
document.createElementNS("http://www.w3.org/2000/svg","path")).setAttribute("d",n),e}function ja(n){
n.paint();let{place:t,size:e}=n.layout(),{box:s}=t,i=p("canvas");[i.width,i.height]=[li,Math.round(li*
s.height/s.width)];let o=i.getContext("2d");o.fillStyle=getComputedStyle(n.box.closest(".cl-stage")??
n.box).getPropertyValue("--cl-paper")||"#fff",o.fillRect(0,0,i.width,i.height);let r=n.ground.width/
e.width,a=[s.x,s.y,s.width,s.height].map(c=>c*r),{width:l,height:h}=i;return o.drawImage(n.ground,a[0],
a[1],a[2],a[3],0,0,l,h),o.drawImage(n.canvas,0,0,l,h),i.toDataURL("image/jpeg",.85).split(",")[1]}var Ra=["","The right way, but not far enough. Once more.","The right way, but too far. Once more.",
"Another way. Once more."],Ia=["","Nearly: the right way, but not far enough. ","Nearly: the right w\
ay, but too far. ","It goes another way. "],he=class{constructor(t,e,s){this.player=t,this.box=e,this.
stage=s,this.on=!1,this.questions=[],this.asked=void 0,this.explained=void 0,this.lecture=!1,this.tries=
0,this.aim=void 0,this.votes=void 0,this.toggle=p("button","cl-button cl-predict","Predict"),this.toggle.
type="button",this.toggle.title="Predict: the player stops, hides what comes, and asks",this.toggle.
addEventListener("click",()=>s.turn(!this.on)),this.tally=p("button","cl-button cl-tally"),this.tally.
type="button",this.tally.title="Start again: forget all answers",this.tally.addEventListener("click",
()=>this.again()),e.hidden=!0}enter(t){this.votes?.end(),this.votes=t?new le(t,e=>this.entered(e)):void 0,
this.box.classList.toggle("cl-voting",!!t),this.asked=void 0,this.stage.follow()}entered(t){for(let s of t.
done)this.player.answers.set(s,null);let e=this.questions.find(s=>s.key===t.key&&s.prompt===t.prompt);
this.refresh(),e&&this.on&&this.player.go(e.frame),this.stage.follow()}remind(){let t=this.box.querySelector(
".cl-again");return!this.asked||!t?!1:(t.textContent="A question is open: answer it or skip it, and \
the picture plays on.",!0)}turn(t){this.on=t,this.refresh()}load(t){this.questions=t,this.explained=
void 0,this.asked=void 0,this.leave(),this.refresh()}leave(){this.aim?.close(),this.aim=void 0}again(){
this.player.answers.clear(),this.explained=void 0,this.refresh(),this.stage.follow()}refresh(){let{answers:t}=this.
player;this.toggle.hidden=!this.questions.length,this.toggle.setAttribute("aria-pressed",String(this.
on));let e=[...t.values()].filter(o=>o!==null),[s,i]=[e.filter(Boolean).length,e.length];this.tally.
hidden=!(this.on&&i),this.tally.textContent=`${s} of ${i} right`,this.tally.setAttribute("aria-label",
`${s} of ${i} predictions right; start again`),this.player.stops=new Set(this.open().map(o=>o.frame))}open(){
return this.on?this.questions.filter(t=>!this.player.answers.has(t.key)):[]}show(t){if(this.explained?.
frame===t&&this.on)return;this.explained=void 0;let s=this.votes&&!this.votes.state?void 0:this.open().
find(i=>i.frame===t);s===this.asked&&this.box.hidden!==!!s||(this.asked=s,this.box.hidden=!s,this.leave(),
this.stage.hide(s??null),s&&this.ask(s))}ask(t){this.tries=0;let e=p("span","cl-again");e.setAttribute(
"role","status");let s=t.aim?[this.invite(t,e)]:this.choices(t,e),i=ft("Skip",()=>this.close(t));i.classList.
add("cl-skip");let o=ft("Answer (R)",()=>this.reveal()),r=ft("Picture (V)",()=>this.peek());r.classList.
add("cl-clicker"),o.classList.add(this.votes?"cl-lead":"cl-clicker");let a=p("div","cl-keys"),l=this.
votes?[this.votes.again,this.votes.show]:[];a.append(...l,o,...t.aim?[]:[r],i),this.uncover(t);let h=this.
votes?[this.votes.root]:[],c=p("strong","",t.prompt);this.box.replaceChildren(c,...s,e,a,...h),this.
votes?.ask(t,this.secret(t),t.aim?[]:s,this.aim)}choices(t,e){return this.votes?t.options.map(s=>p("\
div","cl-option",s)):t.options.map((s,i)=>{let o=ft(s,()=>{this.answer(t,i)||(o.disabled=!0,e.textContent=
"Not that one. Once more.")}),r=t.rings?.places[i];return r&&o.setAttribute("aria-label",`${s}, (${r.
map(a=>F(a)).join(", ")})`),o})}invite(t,e){let{panel:s,start:i}=t.aim;return this.aim=this.stage.aiming(
s),this.votes?(this.aim?.open(i,null),p("span","cl-how","Tap where it will be, on your phone.")):(this.
aim?.open(i,{moved:o=>{e.textContent=`Cursor at (${o.map(D).join(", ")})`},answered:o=>{let r=Cn({start:i,
...this.secret(t)},o);this.answer(t,r,o)||(e.textContent=Ra[r])}}),p("span","cl-how","Click there; o\
r move a cursor with the arrow keys, and press Enter."))}secret(t){return ai(t.sealed)}project(t){this.
lecture=t,this.uncover(this.asked)}uncover(t){this.box.classList.toggle("cl-peeking",!!(t?.aim??t?.rings))}key(t){
return this.asked?{r:()=>this.reveal(),v:()=>this.peek()}[t.toLowerCase()]??this.votes?.key(t):void 0}peek(){
this.asked?.aim||this.box.classList.toggle("cl-peeking")}reveal(){let t=this.asked;if(!t)return;this.
player.answers.set(t.key,null);let e=t.aim?"":`${t.options[this.secret(t).answer]}. `;this.explain(t,
e,"cl-good")}answer(t,e,s){let{answer:i}=this.secret(t),o=e===i;if(this.tries+=1,this.stage.answered(
{key:t.key,choice:e,tries:this.tries,...s&&{at:s}}),!o&&this.tries===1&&t.options.length>2)return!1;
this.player.answers.set(t.key,o);let r=o&&this.tries>1?"Yes, at the second try. ":"Yes. ",a=t.aim?Ia[e]:
`It is “${t.options[i]}”. `;return this.explain(t,o?r:a,o?"cl-good":"cl-warn"),!0}explain(t,e,s){
this.explained=t,this.box.classList.remove("cl-peeking"),this.refresh(),this.stage.hide(null),this.asked=
void 0;let{why:i,target:o,within:r}=this.secret(t);this.aim?.tell({target:o,within:r});let a=p("p",s,
e+i);a.setAttribute("role","status");let l=ft("Continue",()=>{this.close(t),this.asked||this.player.
play()}),h=this.votes&&!t.aim?this.votes.rows:[];h[this.secret(t).answer]?.classList.add("cl-right"),
this.box.replaceChildren(p("strong","",t.prompt),...h,a,l),l.focus()}close(t){this.explained=void 0,
this.box.contains(document.activeElement)&&this.stage.focus(),this.leave(),this.votes?.close(),this.
player.answers.has(t.key)||this.player.answers.set(t.key,!1),this.refresh(),this.stage.follow()}};function ft(n,t){
let e=p("button","cl-option",n);return e.type="button",e.addEventListener("click",t),e}function ci(n,{options:t}){let e=n.trim().replace("−","-");if(t)return t.find(([o,r])=>[String(o),
r].includes(e)||typeof o=="number"&&e!==""&&Number(e)===o)?.[0];let s=Number(e.replace(",","."));return e!==
""&&Number.isFinite(s)?s:void 0}function za(n,t){let e=n.split(/\r\n|\r|\n/).filter(r=>r.trim()!==""),
s=["	",";",","].find(r=>e.some(a=>a.includes(r)))??"	",i=e.map(r=>{let a=r.split(s),l=t.map((h,c)=>ci(
a[c]??"",h));return a.length===t.length&&!l.includes(void 0)?l:null}),o=i.length>1&&i[0]===null?i.slice(
1):i;return o.length&&!o.includes(null)?o:null}var ce=class{root=p("section","cl-table");body=p("tbo\
dy");head=p("tr");note=p("p","cl-note");rows=[];columns=[];noun="point";drawn="";constructor(t,e){this.
send=t,this.root.hidden=!0,this.note.setAttribute("role","status");let s=p("div","cl-scroll"),i=s.appendChild(
p("table"));i.append(p("thead"),this.body),i.tHead.append(this.head);let o=p("div","cl-foot");this.adder=
rs("Add a row",()=>this.add()),o.append(this.adder,rs("Close",e)),this.root.append(s,this.note,o),this.
root.addEventListener("paste",r=>this.paste(r)),this.root.addEventListener("keydown",r=>{r.key==="Es\
cape"&&e(),r.stopPropagation()})}show(t,e){let[s,i]=[e,this.rows].map(a=>JSON.stringify([a,t]));if(s===
this.drawn&&s===i)return;this.drawn=s,[this.rows,this.columns,this.noun]=[e,t.columns,t.noun],this.root.
setAttribute("aria-label",`Table of ${t.noun}s`);let o=this.focused(),r=[...t.columns.map(({words:a})=>a),
""];this.head.replaceChildren(p("th","","#"),...r.map(a=>p("th","",a))),this.body.replaceChildren(...e.
map((a,l)=>this.line(a,l))),this.say(`${F(e.length)} ${t.noun}${e.length===1?"":"s"}; rows of a spre\
adsheet may be pasted here.`),this.focus(o)}line(t,e){let s=p("tr");s.append(p("th","",String(e+1))),
this.columns.forEach((o,r)=>{s.appendChild(p("td")).append(o.options?this.choice(o,t,e,r):this.field(
o,t,e,r))});let i=rs("×",()=>this.change(this.rows.filter((o,r)=>r!==e)));return i.setAttribute("ar\
ia-label",`Remove row ${e+1}`),s.appendChild(p("td")).append(i),s}field(t,e,s,i){let o=p("input"),r=F(
e[i],4).replaceAll(",","").replace("−","-");return Object.assign(o,{type:"text",inputMode:"decimal",
value:r}),o.setAttribute("aria-label",`${t.words}, row ${s+1}`),S(o),o.addEventListener("change",()=>{
if(o.value===r)return;let a=ci(o.value,t);o.setAttribute("aria-invalid",String(a===void 0)),a===void 0?
this.say(`${t.words} of row ${s+1} must be a number.`):this.set(s,i,a)}),o}choice(t,e,s,i){let o=p("\
select"),r=t.options??[];return r.forEach(([,a])=>o.append(p("option","",a))),o.selectedIndex=r.findIndex(
([a])=>a===e[i]),o.setAttribute("aria-label",`${t.words}, row ${s+1}`),S(o),o.addEventListener("chan\
ge",()=>this.set(s,i,r[o.selectedIndex][0])),o}set(t,e,s){this.change(this.rows.map((i,o)=>o===t?i.with(
e,s):i))}add(){let t=this.columns.map(({options:e})=>e?e[0][0]:0);this.wanted=`${this.columns[0].words}\
, row ${this.rows.length+1}`,this.change([...this.rows,this.rows.at(-1)??t])}paste(t){let e=t.clipboardData?.
getData("text/plain")??"";if(!/[\t\n;]/.test(e.trim()))return;t.preventDefault();let s=za(e,this.columns),
i=this.columns.map(({words:o})=>o).join(", ");s?this.change([...this.rows,...s]):this.say(`Each past\
ed row must have ${this.columns.length} cells: ${i}.`)}change(t){this.rows=t,this.send(t)}say(t){this.
note.textContent=t}focused(){let t=document.activeElement;return this.wanted??(t&&this.body.contains(
t)?t.getAttribute("aria-label"):null)}focus(t){let e=[...this.body.querySelectorAll("[aria-label]")].
find(s=>s.getAttribute("aria-label")===t);!t||!e||(this.wanted=void 0,e.focus())}wanted};function rs(n,t){
let e=p("button","cl-tool",n);return e.type="button",S(e),e.addEventListener("click",t),e}var Fa=3,ue=class{spec=null;chosen=0;root=p("div","cl-tools");undo=de("↶","Undo (Ctrl+Z)",()=>this.
send({do:"undo"}));redo=de("↷","Redo (Ctrl+Y)",()=>this.send({do:"redo"}));open=de("Table","All of\
 them as a table",()=>this.turnTable(this.table.root.hidden));choices=p("span","cl-choices");constructor(t){
this.send=t,this.table=new ce(e=>t({do:"rows",rows:e}),()=>this.turnTable(!1)),this.root.setAttribute(
"role","toolbar"),this.root.hidden=!0,this.undo.setAttribute("aria-label","Undo"),this.redo.setAttribute(
"aria-label","Redo"),this.open.setAttribute("aria-expanded","false"),this.root.append(this.choices,this.
undo,this.redo,this.open)}load(t){let e=this.spec;this.spec=t&&"options"in t?t:null;let{spec:s}=this;
if(this.root.hidden=!s,!s){this.turnTable(!1);return}this.root.setAttribute("aria-label",`${s.noun}s\
 by hand`),JSON.stringify(e?.options)!==JSON.stringify(s.options)&&this.draw(s),this.undo.disabled=!s.
undo,this.redo.disabled=!s.redo,this.table.root.hidden||this.send({do:"table"})}draw(t){this.chosen=
Math.min(this.chosen,Math.max(t.options.length-1,0));let e=t.options.filter(o=>o.do==="add"),s=e.length>
Fa?e:[],i=[];s.length&&i.push(this.list(t,s)),t.options.forEach((o,r)=>{if(s.includes(o))return;let a=de(
o.words,Da[o.do]??"",()=>this.choose(r));a.dataset.tool=String(r),i.push(a)}),this.choices.replaceChildren(
...i),S(...i,this.undo,this.redo,this.open),this.choose(this.chosen)}list(t,e){let s=p("select","cl-\
tool");s.setAttribute("aria-label","What a click adds"),e.forEach(o=>{let r=s.appendChild(p("option",
"",o.words));r.value=String(t.options.indexOf(o))});let i=()=>this.choose(Number(s.value));return s.
addEventListener("change",i),s.addEventListener("focus",i),s}choose(t){this.chosen=t,this.choices.querySelectorAll(
"button").forEach(i=>{i.setAttribute("aria-pressed",String(i.dataset.tool===String(t)))});let e=this.
choices.querySelector("select"),s=[...e?.options??[]].some(i=>i.value===String(t));e&&s&&(e.value=String(
t)),e?.classList.toggle("cl-chosen",s)}turnTable(t){let e=!this.table.root.hidden;this.table.root.hidden=
!t,this.open.setAttribute("aria-expanded",String(t)),t?this.send({do:"table"}):e&&!this.root.hidden&&
this.open.focus()}show(t){if(!this.spec)return;let e=this.table.rows.length;this.table.show(this.spec,
t),e||this.table.root.scrollIntoView({block:"nearest"})}click(t,e,s,i){if(this.spec||this.send({panel:t,
x:e,y:s,shift:i}),!this.spec||t!==this.spec.panel)return;let o=this.spec.options[i?this.spec.shift:this.
chosen];o.do!=="move"&&this.send({do:o.do,what:o.what,panel:t,x:e,y:s,shift:i})}drags(t){let{spec:e}=this;
return!!(e&&t===e.panel&&e.drag&&this.tool?.do!=="erase")}get follows(){return this.spec?.drag==="mo\
ve"}get tool(){return this.spec?.options[this.chosen]}stroke(t,[e,s],[i,o],r){let{spec:a}=this;a&&this.
send({do:a.drag,what:this.tool?.what,panel:t,x0:e,y0:s,x:i,y:o,id:r})}key(t){let e=t.key.toLowerCase();
return!this.spec||t.altKey||!(t.ctrlKey||t.metaKey)||t.target.matches("textarea, input:not([type=ran\
ge])")||e!=="z"&&e!=="y"?!1:(this.send({do:e==="y"||t.shiftKey?"redo":"undo"}),!0)}},Da={add:"A clic\
k adds one; drag a point to move it",erase:"A click erases the nearest",move:"Drag a point to move i\
t; clicks do nothing"};function de(n,t,e){let s=p("button","cl-tool",n);return s.type="button",s.title=
t,s.addEventListener("click",e),s}function di(n,t){let e=t.filter(([s])=>s);for(;n.children.length>e.length;)n.lastElementChild?.remove();
return e.forEach(([s,i],o)=>{let r=n.children[o]??n.appendChild(p("span")),a=`cl-chip cl-${i}`;r.className!==
a&&(r.className=a),R(r,s)}),n}function ui(n){let[t,...e]=n.split(`
`)[0].split(" — ");return e.length?[p("strong","",t),` — ${e.join(" — ")}`]:[t]}var pi=n=>n.split(
`
`).slice(1).join(" "),Ba={kind:"alone",text:"The kernel has ended. The picture plays on; its knobs n\
eed a running kernel: run the cell again.",detail:""},fi=5,Ha="A page takes no file, because it has \
no kernel: drop it on the picture in a notebook.",pe=class{spec;sent={text:"",spec:{}};arrays;theme;grid;dock;playButton;loopButton;speed;scrub;counter;track;ticks;caption;whole;chips;predictions;status;progress=p(
"p","cl-waiting");at={};answers=!0;answer=!0;stands="";smooth=!1;told;toldSpec;constructor(t,e,s,i=()=>{}){
this.model=t,this.el=e,this.loadPlotly=s,this.painted=i,e.convexlab=this,this.panels=[],this.undo=[],
this.player=ae.of(t),this.shelf=X.of(t),this.tools=new ue(o=>this.send({kind:"click",...o})),this.lecture=
new Ct(this),this.looks=new Pt(this),this.build(),this.player.join(this),this.shelf.join(this);for(let o of[
"spec","at"])this.listen(`change:${o}`,()=>this.hear());this.listen("change:frame",()=>this.obey()),
this.listen("change:predict",()=>this.obeyPredict()),this.listen("change:crosses",()=>this.moveCrosses()),
this.listen("change:tools",()=>this.showTools()),this.listen("change:status",()=>this.showStatus()),
this.listen("change:look",()=>this.looks.obey()),this.listen("change:projector",()=>this.lecture.obey(
!1)),this.listen("change:room",()=>this.obeyRoom()),this.listen("msg:custom",(o,r)=>this.receive(o,r)),
this.undo.push(kt(()=>this.load())),this.showStatus(),this.obeyRoom(),this.load()}listen(t,e){this.model.
on(t,e),this.undo.push(()=>this.model.off(t,e))}wake(t){this.answers=t,this.showStatus()}send(t){this.
answers&&this.model.send(t)}build(){let{el:t,player:e}=this;t.classList.add("cl-stage"),t.tabIndex=0,
t.setAttribute("role","group"),this.grid=new Nt((u,f)=>this.uncover(u,f)),t.append(this.grid.root),this.
grid.root.append(...this.blank()),this.grid.root.dataset.look="beside";let s=this.dock=t.appendChild(
p("div","cl-dock"));s.inert=!0;let i=s.appendChild(p("div","cl-bar"));this.playButton=C("play","Play",
()=>this.toggle()),this.loopButton=C("loop","Loop",()=>{e.loop=!e.loop,e.notify()}),this.speed=this.
speedControl(),this.scrub=this.scrubber(),this.counter=p("span","cl-counter"),i.append(C("first","Fi\
rst frame",()=>{e.pause(),e.go(0)}),C("back","Step back",()=>e.step(-1)),this.playButton,C("step","S\
tep forward",()=>e.step(1)),C("last","Last frame",()=>{e.pause(),e.go(e.last)}),this.speed,this.loopButton,
this.track,this.counter);let o=p("div","cl-ask");this.predictions=new he(e,o,{hide:u=>this.hide(u),follow:()=>e.
notify(),turn:u=>this.turnPredict(u),answered:u=>this.send({kind:"answer",...u}),focus:()=>t.focus({
preventScroll:!0}),aiming:u=>this.panels.find(f=>f.panel?.key===u)?.plane?.aim}),i.append(this.predictions.
toggle,this.predictions.tally,...this.lecture.controls,...this.looks.controls);let r=s.appendChild(p(
"div","cl-line")),a=r.appendChild(p("div","cl-sentence"));this.caption=a.appendChild(p("p","cl-capti\
on")),this.caption.setAttribute("aria-live","polite");let l=r.appendChild(p("div","cl-all-run"));this.
whole=l.appendChild(p("p","cl-whole"));let h=r.appendChild(p("div","cl-numbers"));this.chips=h.appendChild(
p("div","cl-chips")),s.append(o),this.sink(s,a,o),t.append(this.tools.table.root),this.status=t.appendChild(
p("div","cl-status")),this.status.setAttribute("role","status"),t.addEventListener("keydown",u=>this.
key(u));let c=()=>this.model.get("takes");ws(t,()=>c()!==0,u=>{c()?wt(this.model,u,c()):this.say("er\
ror",Ha)});let d=t.querySelectorAll("button, input, select");S(t,...d),ys(t),qs()}blank(){return this.
el.classList.add("cl-empty"),Object.entries({"cl-heroes":1,"cl-aside":2}).map(([t,e])=>{let s=p("div",
t);for(let i=0;i<e;i++){let o=s.appendChild(p("figure","cl-panel"));o.appendChild(p("figcaption")).append(
p("strong",""," "),p("span","cl-subtitle"," "));let a=o.appendChild(p("div","cl-plot"));t==="cl-he\
roes"&&a.append(this.progress)}return s})}sink(t,e,s){let i=new ResizeObserver(()=>{let o=s.hidden?e:
s,r=t.clientHeight-o.offsetTop-o.offsetHeight;t.style.setProperty("--cl-sunk",`${Math.max(r,0)}px`)});
for(let o of[t,e,s])i.observe(o);this.undo.push(()=>i.disconnect())}speedControl(){let t=p("select",
"cl-speed");t.setAttribute("aria-label","Speed"),t.title="Speed";for(let e of ri){let s=t.appendChild(
p("option","",`${e}×`));s.value=String(e)}return t.value=String(this.player.speed),t.addEventListener(
"change",()=>{this.player.speed=Number(t.value),this.player.notify()}),t}scrubber(){this.track=p("di\
v","cl-track");let t=this.track.appendChild(p("input","cl-scrub"));Object.assign(t,{type:"range",min:0,
step:"any",value:0}),t.setAttribute("aria-label","Frame"),t.addEventListener("input",()=>{this.player.
pause(),this.player.go(this.smooth?Number(t.value):Math.round(Number(t.value)))}),this.ticks=this.track.
appendChild(p("div","cl-ticks"));let e=new ResizeObserver(()=>this.thinTicks());return e.observe(this.
track),this.undo.push(()=>e.disconnect()),t}toggle(){(this.player.playing||!this.predictions.remind())&&
this.player.toggle()}key(t){let{player:e}=this;if(this.dock.inert||(this.tools.key(t)&&(t.preventDefault(),
t.stopPropagation()),t.ctrlKey||t.metaKey||t.altKey))return;let s=t.target,i=s.matches("select, butt\
on, textarea, input:not(.cl-scrub), summary");if((t.key===" "||t.key==="Enter")&&i||s.matches("selec\
t, textarea"))return;let o={" ":()=>this.toggle(),ArrowRight:()=>e.step(1),ArrowLeft:()=>e.step(-1),
Home:()=>{e.pause(),e.go(0)},End:()=>{e.pause(),e.go(e.last)},f:()=>this.lecture.toggle()},r=s.matches(
"input:not(.cl-scrub)"),a=o[t.key]??(r?void 0:this.lecture.key(t.key));a&&(t.preventDefault(),t.stopPropagation(),
a())}read(t){return typeof t!="string"?t:(t!==this.sent.text&&(this.sent={text:t,spec:JSON.parse(t)}),
this.sent.spec)}hear(){this.answer=!0,queueMicrotask(()=>{this.answer&&this.load()})}show(){this.load()}get standing(){
let t={...this.model.get("constant"),...this.model.get("moving")};return{spec:this.read(this.model.get(
"spec")),buffers:t,at:this.model.get("at")??{}}}async load(){if(!this.read(this.model.get("spec"))?.
panels)return;let{answer:t,shelf:e,spec:s}=this;this.answer=!1;let i=t?e.answered(this.standing):e.shown??
this.standing;if(t&&!e.hand&&e.shown&&i.spec===s)return;let{spec:o,buffers:r,at:a,ticks:l}=i;this.player.
away=!!e.shown,this.spec!==o&&(this.arrays=yn(o.arrays,r,this.arrays),this.player.load(o.clock.values.
length,this.spec?void 0:this.model.get("frame"))),this.spec!==o&&this.predictions.load(o.questions),
[this.spec,this.at]=[o,a];let h=o.panels.flatMap(w=>w.traces);this.smooth=h.some(w=>Object.values(w.
bind).some(Je));let c=bt();this.el.classList.toggle("cl-dark",c);let d=c?"dark":"light",u=this.theme?.
name===d?this.theme.font:getComputedStyle(this.el).fontFamily,{magnify:f}=this.lecture.projector;this.
theme={name:d,font:u,magnify:f,colours:this.model.get("themes")[d]},this.el.setAttribute("aria-label",
o.title?`${o.title}: player`:"Player");let m=this.loadPanels(o);this.drawTicks(),this.lecture.choices(),
this.reserve(),this.follow(),await m;let g=!this.el.dataset.painted;this.el.dataset.painted=String(Number(
this.el.dataset.painted??0)+1),this.el.dataset.at=JSON.stringify(this.at);let b={at:this.at,ticks:l,
answer:t};this.painted(b),this.el.dispatchEvent(new CustomEvent("cl-painted",{detail:b,bubbles:!0,composed:!0})),
g&&this.begin()}begin(){this.el.classList.remove("cl-empty"),this.dock.inert=!1,this.looks.obey(),this.
obeyPredict(),this.model.get("projector")&&this.lecture.obey(!1)}async loadPanels(t){for(;this.panels.
length>t.panels.length;)this.panels.pop()?.end();for(;this.panels.length<t.panels.length;){let s=new re(
this.loadPlotly,this.tools,()=>this.looks.heard());this.panels.push(s),s.asked=this.predictions.asked??
null}this.grid.arrange({...t,layout:this.lecture.layout},this.panels),this.showTools();let e=this.place;
await Promise.all(t.panels.map((s,i)=>this.panels[i].load(s,this.arrays,this.theme,e))),this.moveCrosses()}moveCrosses(){
let t=this.model.get("crosses")??{};for(let e of this.panels)e.move(t[e.panel?.key])}drawTicks(){let{
values:t,ticks:e}=this.spec.clock,s=t.length-1;this.el.classList.toggle("cl-single",!s);let i=JSON.stringify(
[s,e]);i!==this.ticks.dataset.marks&&(this.ticks.dataset.marks=i,this.scrub.max=String(s),this.ticks.
replaceChildren(...e.map(([o,r])=>{let a=p("span","",r);return a.style.left=`${s?100*o/s:0}%`,a})),requestAnimationFrame(
()=>this.thinTicks()))}thinTicks(){let t=[...this.ticks.children],e=t.map(o=>o.getBoundingClientRect()),
s=t.length-1,i=-1/0;e.forEach(({left:o,right:r},a)=>{let l=o>i+fi&&r<e[s].left-fi,h=a===0||a===s||l;
t[a].style.visibility=h?"":"hidden",h&&(i=r)})}showTools(){let t=this.model.get("tools"),s=(this.panels.
find(i=>i.panel?.key===t?.panel)??this.panels[0])?.root.querySelector("figcaption");s&&s.nextSibling!==
this.tools.root&&s.after(this.tools.root),this.tools.load(t)}get place(){return this.smooth?this.player.
position:this.player.frame}follow(){let{spec:t,player:e}=this;if(!t)return;let s=e.frame;this.scrub.
value=String(e.position),this.scrub.style.setProperty("--cl-done",`${e.last?100*e.position/e.last:0}\
%`);let i=this.counterWords(s);R(this.counter,i),this.scrub.setAttribute("aria-valuetext",i),this.showPlaying(),
(this.told!==`${s}`||this.toldSpec!==t)&&this.tell(s),this.predictions.show(s);for(let o of this.panels)
o.isBehind?o.position=this.place:o.panel&&o.draw(this.place);this.el.dataset.frame=String(e.position)}showPlaying(){
let{playing:t,loop:e,speed:s}=this.player,i=`${t} ${e} ${s}`;if(i===this.stands)return;this.stands=i,
this.playButton.replaceChildren(tt(t?"pause":"play"));let o=t?"Pause":"Play";this.playButton.title=o,
this.playButton.setAttribute("aria-label",o),this.loopButton.setAttribute("aria-pressed",String(e)),
this.speed.value=String(s),this.caption.setAttribute("aria-live",t?"off":"polite")}uncover(t,e){e&&this.
model.get("tab")!==t&&(this.model.set("tab",t),this.model.save_changes());let s=this.panels.find(i=>i.
panel?.key===t);s?.arrays===this.arrays&&s?.draw(this.place,!0)}reserve(){let{captions:t,chips:e}=this.
spec;if(!Array.isArray(t)||!Array.isArray(e))return;let s=d=>{let u=p("div",`cl-room ${d}`);return u.
setAttribute("aria-hidden","true"),u},i=(d,u)=>{let f=s(d);return f.append(...u),f},o=d=>d.sort((u,f)=>f.
length-u.length).slice(0,3),r=o(t.map(d=>d.split(`
`)[0])),a=o(t.map(pi)).filter(Boolean),l=d=>d.reduce((u,[f])=>u+f.length+4,0),h=[...e].sort((d,u)=>l(
u)-l(d)).slice(0,2);this.caption.parentElement.replaceChildren(this.caption,...r.map(d=>i("cl-captio\
n",ui(d))));let c=this.whole.parentElement;c.replaceChildren(this.whole,...a.map(d=>i("cl-whole",[d]))),
c.hidden=!a.length,this.chips.parentElement.replaceChildren(this.chips,...h.map(d=>di(s("cl-chips"),
d)))}counterWords(t){let{clock:e}=this.spec,{position:s}=this.player;return As(e.values)&&s>t?Es(e,s):
e.counters[t]}tell(t){[this.told,this.toldSpec]=[`${t}`,this.spec];let e=this.spec.captions[t]??"…";
this.caption.replaceChildren(...ui(e)),R(this.whole,pi(e)),di(this.chips,this.spec.chips[t]??[])}turnPredict(t){
this.model.set("predict",t),this.model.save_changes(),this.obeyPredict()}obeyPredict(){this.predictions.
turn(!!this.model.get("predict")),this.player.notify()}obeyRoom(){let t=this.model.get("room");t?.code!==
this.predictions.votes?.room.code&&this.predictions.enter(t?.lead?t:null)}hide(t){this.el.classList.
toggle("cl-asking",!!t);for(let e of this.panels)e.hide(t)}obey(){let t=this.model.get("frame");t===
this.player.position||this.player.playing||this.shelf.shown||this.player.go(t)}say(t,e){this.model.set(
"status",{kind:t,text:e,detail:""}),this.showStatus()}showStatus(){let{kind:t,text:e,detail:s,share:i}=this.
answers?this.model.get("status"):Ba;this.status.className=`cl-status cl-is-${t}`,this.el.setAttribute(
"aria-busy",String(t==="solving"||t==="compiling"));let o=[p("span","",e)];if(s){let l=p("details");
l.append(p("summary","","Details"),p("pre","",s)),o.push(l)}this.status.replaceChildren(...o);let r=t===
"solving"||t==="compiling",a=p("progress");a.setAttribute("aria-label","Preparing the picture"),typeof i==
"number"&&(a.value=i),this.progress.replaceChildren(...r?[a,e]:[])}receive(t,e){this.player.leader===
this&&(t.kind==="held"&&this.shelf.take(t,e),t.kind==="table"&&this.tools.show(t.rows),t.kind==="dow\
nload"&&Ts(t,e[0]),t.kind==="copy"&&$t(t.text,this.el))}end(){for(let t of this.undo)t();this.looks.
end(),this.predictions.enter(null),this.shelf.leave(this),this.lecture.projector.leave(),this.player.
leave(this);for(let t of this.panels)t.end()}};var as=class{undo=[];controls=[];answers=!0;constructor(t,e,s){this.model=t,this.el=e,this.knobs=Lt.
of(t);let i=t.get("head"),r=!i||!Object.keys(i).length?e:this.build(i);this.stage=new pe(t,r,s,a=>this.
painted(a)),this.knobs.join(this),this.listen("change:stand",()=>this.knobs.heed(t.get("stand"))),this.
undo.push(ps(t,a=>this.wake(a)))}listen(t,e){this.model.on(t,e),this.undo.push(()=>this.model.off(t,
e))}build({title:t,question:e,exports:s=[],note:i}){let{el:o,model:r}=this;if(o.classList.add("cl-da\
shboard"),t!==void 0){let l=o.appendChild(p("div","cl-head")),h=l.appendChild(p("div","cl-title",t));
h.setAttribute("role","heading"),h.setAttribute("aria-level","3"),l.append(p("div","cl-question",e))}
let a=o.appendChild(p("div","cl-body"));return(s.length||this.specs.length)&&(this.side=a.appendChild(
p("div","cl-side")),this.rack=this.side.appendChild(p("div","cl-knobs")),i&&this.side.append(p("p","\
cl-solved",i)),this.actions=new yt(r,this.side.appendChild(p("div"))),this.fill(),this.unfold(),this.
listen("change:knobs",()=>this.fill()),this.listen("change:unfolded",()=>this.unfold()),this.embed("\
beside",this.side,"cl-wide")),this.embed("below",o,"cl-more-below"),a.appendChild(p("div"))}get specs(){
return this.model.get("knobs")}fill(){this.finish(),this.rack?.replaceChildren(),this.controls=this.
specs.map(t=>new Et(this.knobs,t,this.rack.appendChild(p("div")))),this.answers||this.wake(!1),this.
show()}embed(t,e,s){let i=[],o=!1,r=()=>i.splice(0).forEach(l=>l.remove()),a=async()=>{let l=this.model.
widget_manager,h=this.model.get(t)??[];if(!l?.create_view)return;e.classList.toggle(s,h.length>0);let c=await Promise.
all(h.map(u=>l.get_model(u.split("_").at(-1)))),d=await Promise.all(c.map(u=>l.create_view(u)));r(),
i=d,o?r():e.append(...i.map(u=>u.el))};a(),this.listen(`change:${t}`,a),this.undo.push(()=>{o=!0,r()})}unfold(){
this.side?.classList.toggle("cl-all",!!this.model.get("unfolded")),this.actions?.draw()}show(){for(let t of this.
controls)t.show();this.actions?.show(Cs(this.specs,this.knobs.stand))}painted(t){for(let e of this.controls)
e.painted(t)}wake(t){this.answers=t,this.stage.wake(t),this.actions?.wake(t);for(let e of this.controls)
e.wake(t)}finish(){for(let t of this.controls)t.out.finish()}end(){this.finish(),this.knobs.leave(this);
for(let t of this.undo)t();this.stage.end()}};function ls({model:n,el:t},e){let s=new as(n,t,e);return()=>s.
end()}async function gi(n,t,e){if(!_s(n))return;let s;try{s=await Tt(n)}catch(r){await mi(t,e,r.message);return}
let i="",o=[];for(let r of t.filter(a=>_a(a,s))){let a=await e(r),l=a?.index.state.at;if(!a||!l||t.length>
1&&l!==s.at)continue;let h=await a.refuses(s);if(!h){await a.take(s),t.length>1&&r.scrollIntoView({block:"\
start"});return}o.push(r),i||=h}i||=`The link is of ${s.at??"no scene"}, which is not in this page.`,
await mi(o.length?o:t,e,i)}var _a=({dataset:n},t)=>n.from===void 0||n.at===t.at;async function mi(n,t,e){
for(let s of n){let i=await t(s);if(i?.index.state.at){await i.refuse(e);return}}}var mt=class{listeners=new Map;constructor(t,e={}){this.values=t,this.told=e}get(t){return this.values[t]}set(t,e){
Object.is(this.values[t],e)||(this.values[t]=e,this.tell(`change:${t}`))}save_changes(){this.told.saved?.()}send(t){
this.told.sent?.(t)}tell(t,...e){for(let s of[...this.listeners.get(t)??[]])s(...e)}on(t,e){this.listeners.
has(t)||this.listeners.set(t,new Set),this.listeners.get(t)?.add(e)}off(t,e){this.listeners.get(t)?.
delete(e)}};var yd=globalThis.__convexlab??={};async function yi(n){return(await Ja(`let module = { exports: {} }; let exports = module.exports;
`,n,`
export default module.exports;
`)).default}function Ja(...n){let t=URL.createObjectURL(new Blob(n,{type:"text/javascript"}));return import(t).
finally(()=>URL.revokeObjectURL(t))}var fe={kind:"ready",text:"",detail:""},wi=0;function bi(n,t){let{share:e}=Y({...n,stops:void 0}),s=n.
stops,i=e(t),o=r=>Math.abs(e(r)-i);return Number.isNaN(i)?s[0]:s.reduce((r,a)=>o(a)<o(r)?a:r)}var hs=class{shown;index;asked=0;note="";map;constructor(t,e,s,i,o){
this.root=t;let{start:r,frame:a}=t.dataset;this.index={...e,start:Number(r??e.start),state:{...e.state,
...a!==void 0&&{frame:Number(a)}}},this.lattice=new st(this.index,s);let l=this.lattice.settings(this.
index.start);this.specs=new Map(this.index.knobs.map(({spec:h})=>[h.name,h])),this.stand=Object.fromEntries(
this.index.knobs.map(({spec:{name:h},value:c,locked:d})=>[h,{value:l[h]??c,locked:d,followed:!0}])),
this.model=new mt({spec:{},constant:{},moving:{},themes:this.index.themes,status:fe,frame:0,uid:`pag\
e-${wi+=1}`,link:this.own({}),room:JSON.parse(t.dataset.room??"null"),knobs:[...this.specs.values()],
stand:this.stand,unfolded:!1,solved:!0,head:{copies:this.index.copies,note:this.index.note},...this.
looks(this.index.state)},{sent:h=>this.hear(h)}),ls({model:this.model,el:t},o),this.index.map&&this.
showMap(this.index.map,i,o)}hear({kind:t,knob:e,value:s,turn:i,what:o}){t==="turn"?this.turned(e,s,i):
t==="press"&&o==="copy"?this.copy():t==="press"&&this.reset()}set(t,e){for(let[s,i]of Object.entries(
t))this.stand={...this.stand,[s]:{...this.stand[s],value:i,error:"",turn:e}};this.model.set("stand",
this.stand)}looks({predict:t=!1,projector:e=!1,zoom:s,camera:i}){return{predict:t,projector:e,look:{
...s&&{zoom:s},...i&&{camera:i}}}}own(t){let{state:e}=this.index;return e.at?{...e,knobs:{...e.knobs,
...t}}:null}async refuses(t){let e=this.turnedBy(t),s=this.lattice.place(e);if(s<0)return"The link's\
 setting is not solved in this page.";let i=await this.lattice.point(s);return i.error??Hs(t,this.own(
e)??{},i.spec)}turnedBy(t){let e=this.index.axes.map(([s])=>[s,t.knobs?.[s]]);return{...this.settings,
...Object.fromEntries(e)}}async take(t){let[e,s]=[!this.shown,t.frame??0];this.index.state.frame=s,this.
set(this.turnedBy(t)),await this.ask(),e||this.model.set("frame",s);for(let[i,o]of Object.entries(this.
looks(t)))this.model.set(i,o)}async refuse(t){this.shown||await this.ask(),this.say({kind:"error",text:t,
detail:""})}async showMap(t,e,s){this.map=new mt({spec:{},constant:{},moving:{},themes:this.index.themes,
status:fe,frame:0,uid:`map-${wi}`,link:null,predict:!1,projector:!1,look:{},crosses:{}},{sent:r=>this.
pressed(t,r)});let i=this.root.querySelector(".cl-side");i.classList.add("cl-wide"),ls({model:this.map,
el:i.appendChild(p("div"))},s);let o=await new st(t,e).point(0);o.error===void 0&&(this.map.set("mov\
ing",o.buffers),this.map.set("spec",o.spec),this.cross())}pressed(t,{kind:e,x:s,y:i}){e==="click"&&(this.
note="",this.set(Object.fromEntries([s,i].map((o,r)=>{let[a,l]=[t.knobs[r],t.options[r]],h=Math.min(
Math.max(Math.round(o),0),(l?.length??1)-1);return[a,l?l[h]:bi(this.spec(a),o)]}))),this.ask())}cross(){
let{map:t}=this.index;if(!t||!this.map?.get("spec").panels)return;let e=t.knobs.map((s,i)=>{let o=this.
settings[s];return t.options[i]?t.options[i].indexOf(o):o});this.map.set("crosses",{[this.map.get("s\
pec").panels[0].key]:e})}spec(t){return this.specs.get(t)}get settings(){return Object.fromEntries(Object.
entries(this.stand).map(([t,{value:e}])=>[t,e]))}turned(t,e,s){if(this.stand[t].locked){this.set({[t]:this.
stand[t].value},s);return}let[i,o]=[this.spec(t),this.lattice.values(t)??[]],r=o.some(l=>JSON.stringify(
l)===JSON.stringify(e));if(this.note="",!r&&typeof e!="number"){let l=`${i.name} must be a number, g\
ot ${JSON.stringify(e)}.`;this.stand={...this.stand,[t]:{...this.stand[t],value:e,error:l,turn:s}},this.
model.set("stand",this.stand),this.say({kind:"error",text:l,detail:""});return}let a=r?e:bi(i,e);if(!r&&
D(a)!==D(e)){let l=`${i.label} = ${D(e)} is not solved in this page`;this.note=`${l}; the nearest, ${D(
a)}, is shown.`}this.set({[t]:a},s),this.ask()}async ask(){let t=this.asked+=1,e=this.lattice.place(
this.settings);this.sort(this.index.idle[this.index.idleAt[e]]),this.cross();let s=await this.lattice.
point(e);if(t!==this.asked)return;let{ticks:i={}}=s.told;this.mark(o=>({tick:i[o]??null})),s.error!==
void 0?this.say({kind:"error",text:s.error,detail:""}):(this.shown||this.open(s.spec.clock.values.length),
this.shown=s,this.model.values.link=this.own(this.settings),this.model.values.at=this.settings,this.
model.set("moving",s.buffers),this.model.set("spec",s.spec),this.say({...fe,text:this.note})),this.root.
dataset.setting=String(e)}open(t){let{frame:e=0}=this.index.state;this.model.values.frame=Math.min(Math.
max(e<0?e+t:e,0),t-1)}say(t){this.model.set("status",t)}sort(t){let{settings:e}=this;this.mark(s=>({
idle:t.includes(s),without:e[this.spec(s).apart]??null}))}mark(t){let e=Object.entries(this.stand).map(
([s,i])=>[s,{...i,...t(s)}]);this.stand=Object.fromEntries(e),this.model.set("stand",this.stand)}reset(){
this.set(this.lattice.settings(this.index.start)),this.note="",this.ask()}copy(){let[t,e]=this.shown?.
told.code??["",""],s=Math.round(this.model.get("frame"));this.model.tell("msg:custom",{kind:"copy",text:`${t}${s}${e}`}),
this.say({...fe,text:"copied the Python of this picture"})}},ki=new Map;function Mi(n){let t=ki.get(
n)??new Promise((e,s)=>{let i=document.createElement("script");i.src=n,i.onload=e,i.onerror=()=>s(new Error(
`${n} is missing beside this page.`)),document.head.append(i)});return ki.set(n,t),t}async function Ua(){
let n=document.querySelector("script[data-cl=plotly]");if(n.dataset.from)return await Mi(n.dataset.from),
globalThis.Plotly;let t=await Me(xe(n.textContent.trim()),"gzip");return yi(new TextDecoder().decode(
t))}var Ka,qa=()=>Ka??=Ua();async function Wa(n){let{from:t,stage:e}=n.dataset;if(t===void 0){let[s,
i,o]=[...n.querySelectorAll("script")].map(r=>r.textContent);return[JSON.parse(s),i.trim(),o?.trim()??
""]}return await Mi(t),globalThis.convexlabStages[e]}var vi=new Map;function Ei(n){let t=vi.get(n)??
Wa(n).then(e=>n.convexlab=new hs(n,...e,qa)).catch(e=>{let s=p("p","cl-status cl-is-error",e.message);
return s.setAttribute("role","status"),n.append(s),null});return vi.set(n,t),t}var Ai=Promise.resolve();
async function xi(n){let t=await Ei(n);await Ai,t&&!t.asked&&await t.ask()}var Va=()=>new Promise(n=>{
document.readyState!=="loading"?n(void 0):document.addEventListener("DOMContentLoaded",n)});function Si(){
let n=[...document.querySelectorAll(".cl-page")],t=new IntersectionObserver(i=>{for(let o of i)o.isIntersecting&&
(t.unobserve(o.target),xi(o.target))},{rootMargin:"800px 0px"}),e=()=>gi(location.hash.slice(1),n.filter(
i=>i.isConnected),Ei);Ai=Va().then(e),window.addEventListener("hashchange",e);for(let i of n)t.observe(
i);let s=()=>n.forEach(i=>i.classList.toggle("cl-dark",bt()));kt(s),s(),window.addEventListener("bef\
oreprint",()=>n.forEach(xi))}Si();})();
