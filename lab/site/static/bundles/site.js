(()=>{var L=()=>new URLSearchParams(location.search).get("scene"),pe=(s,e)=>s===e||s?.split("/")[1]===e;function Q(){
document.documentElement.classList.toggle("alone",!!L())}function K(){let s=L();if(!s)return;let e=[
...document.querySelectorAll("[data-at]")],t=e.find(n=>pe(n.dataset.at,s)),i=t?.querySelector("a");if(t?.
matches(".cl-page"))document.querySelector("main")?.replaceChildren(t);else if(i)location.replace(`${i.
href}${location.search}${location.hash}`);else{document.documentElement.classList.remove("alone");let n=document.
createElement("p");n.className="lost",n.setAttribute("role","alert");let r=[...new Set(e.map(o=>o.dataset.
at))];n.textContent=`There is no scene ${s} in this page; it has ${r.join(", ")||"none"}.`,document.
querySelector("main")?.prepend(n)}}function B(){for(let e of document.querySelectorAll("pre.frame")){
let t=e.dataset.scene??"",i=new URL(location.href);[i.search,i.hash]=[`?scene=${t}`,""];let n=`<ifra\
me src="${i}" title="${document.title}" width="100%" height="900"></iframe>`;e.firstElementChild.textContent=
n}if(window.parent===window)return;let s=()=>{let e=Math.ceil(document.body.getBoundingClientRect().
height);window.parent.postMessage({subject:"lti.frameResize",height:e,scene:L()},"*")};new ResizeObserver(
s).observe(document.body)}var U="convexlab-theme",v=document.documentElement;function ge(){try{return localStorage.getItem(U)}catch{
return null}}function _e(s){try{localStorage.setItem(U,s)}catch{}}function G(){let s=ge();(s==="ligh\
t"||s==="dark")&&(v.dataset.clTheme=s)}var we=()=>v.dataset.clTheme?v.dataset.clTheme==="dark":matchMedia(
"(prefers-color-scheme: dark)").matches;function Y(){document.querySelector("button.theme")?.addEventListener(
"click",()=>{v.dataset.clTheme=we()?"light":"dark",_e(v.dataset.clTheme)})}function Z(){let s=document.querySelector("button.calm");matchMedia("(prefers-reduced-motion: reduce\
)").matches&&s?.remove(),s?.addEventListener("click",()=>{let e=s.getAttribute("aria-pressed")!=="tr\
ue";s.setAttribute("aria-pressed",String(e));let t=document.querySelectorAll("img[data-film]");for(let i of t)
i.src=i.dataset[e?"still":"film"]??""})}var ye="main pre, main table, .katex-display";function H(){let s=()=>{let e=document.querySelectorAll(
ye);for(let t of e)t.scrollWidth>t.clientWidth?t.tabIndex=0:t.removeAttribute("tabindex")};window.addEventListener(
"resize",s),document.fonts.ready.then(s),s()}/*!
minisearch 7.2.0

Copyright 2022 Luca Ongaro

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
*/var be="ENTRIES",se="KEYS",ne="VALUES",V=class{constructor(s,e){let t=s._tree,i=Array.from(t.keys());
this.set=s,this._type=e,this._path=i.length>0?[{node:t,keys:i}]:[]}next(){let s=this.dive();return this.
backtrack(),s}dive(){if(this._path.length===0)return{done:!0,value:void 0};let{node:s,keys:e}=b(this.
_path);if(b(e)==="")return{done:!1,value:this.result()};let t=s.get(b(e));return this._path.push({node:t,
keys:Array.from(t.keys())}),this.dive()}backtrack(){if(this._path.length===0)return;let s=b(this._path).
keys;s.pop(),!(s.length>0)&&(this._path.pop(),this.backtrack())}key(){return this.set._prefix+this._path.
map(({keys:s})=>b(s)).filter(s=>s!=="").join("")}value(){return b(this._path).node.get("")}result(){
switch(this._type){case ne:return this.value();case se:return this.key();default:return[this.key(),this.
value()]}}[Symbol.iterator](){return this}},b=s=>s[s.length-1],xe=(s,e,t)=>{let i=new Map;if(e===void 0)
return i;let n=e.length+1,r=n+t,o=new Uint8Array(r*n).fill(t+1);for(let l=0;l<n;++l)o[l]=l;for(let l=1;l<
r;++l)o[l*n]=l;return re(s,e,t,i,o,1,n,""),i},re=(s,e,t,i,n,r,o,l)=>{let d=r*o;e:for(let a of s.keys())
if(a===""){let u=n[d-1];u<=t&&i.set(l,[s.get(a),u])}else{let u=r;for(let h=0;h<a.length;++h,++u){let f=a[h],
m=o*u,g=m-o,p=n[m],c=Math.max(0,u-t-1),_=Math.min(o-1,u+t);for(let w=c;w<_;++w){let C=f!==e[w],E=n[g+
w]+ +C,k=n[g+w+1]+1,y=n[m+w]+1,x=n[m+w+1]=Math.min(E,k,y);x<p&&(p=x)}if(p>t)continue e}re(s.get(a),e,
t,i,n,u,o,l+a)}},A=class S{constructor(e=new Map,t=""){this._size=void 0,this._tree=e,this._prefix=t}atPrefix(e){
if(!e.startsWith(this._prefix))throw new Error("Mismatched prefix");let[t,i]=M(this._tree,e.slice(this.
_prefix.length));if(t===void 0){let[n,r]=P(i);for(let o of n.keys())if(o!==""&&o.startsWith(r)){let l=new Map;
return l.set(o.slice(r.length),n.get(o)),new S(l,e)}}return new S(t,e)}clear(){this._size=void 0,this.
_tree.clear()}delete(e){return this._size=void 0,ve(this._tree,e)}entries(){return new V(this,be)}forEach(e){
for(let[t,i]of this)e(t,i,this)}fuzzyGet(e,t){return xe(this._tree,e,t)}get(e){let t=j(this._tree,e);
return t!==void 0?t.get(""):void 0}has(e){let t=j(this._tree,e);return t!==void 0&&t.has("")}keys(){
return new V(this,se)}set(e,t){if(typeof e!="string")throw new Error("key must be a string");return this.
_size=void 0,O(this._tree,e).set("",t),this}get size(){if(this._size)return this._size;this._size=0;
let e=this.entries();for(;!e.next().done;)this._size+=1;return this._size}update(e,t){if(typeof e!="\
string")throw new Error("key must be a string");this._size=void 0;let i=O(this._tree,e);return i.set(
"",t(i.get(""))),this}fetch(e,t){if(typeof e!="string")throw new Error("key must be a string");this.
_size=void 0;let i=O(this._tree,e),n=i.get("");return n===void 0&&i.set("",n=t()),n}values(){return new V(
this,ne)}[Symbol.iterator](){return this.entries()}static from(e){let t=new S;for(let[i,n]of e)t.set(
i,n);return t}static fromObject(e){return S.from(Object.entries(e))}},M=(s,e,t=[])=>{if(e.length===0||
s==null)return[s,t];for(let i of s.keys())if(i!==""&&e.startsWith(i))return t.push([s,i]),M(s.get(i),
e.slice(i.length),t);return t.push([s,e]),M(void 0,"",t)},j=(s,e)=>{if(e.length===0||s==null)return s;
for(let t of s.keys())if(t!==""&&e.startsWith(t))return j(s.get(t),e.slice(t.length))},O=(s,e)=>{let t=e.
length;e:for(let i=0;s&&i<t;){for(let r of s.keys())if(r!==""&&e[i]===r[0]){let o=Math.min(t-i,r.length),
l=1;for(;l<o&&e[i+l]===r[l];)++l;let d=s.get(r);if(l===r.length)s=d;else{let a=new Map;a.set(r.slice(
l),d),s.set(e.slice(i,i+l),a),s.delete(r),s=a}i+=l;continue e}let n=new Map;return s.set(e.slice(i),
n),n}return s},ve=(s,e)=>{let[t,i]=M(s,e);if(t!==void 0){if(t.delete(""),t.size===0)oe(i);else if(t.
size===1){let[n,r]=t.entries().next().value;le(i,n,r)}}},oe=s=>{if(s.length===0)return;let[e,t]=P(s);
if(e.delete(t),e.size===0)oe(s.slice(0,-1));else if(e.size===1){let[i,n]=e.entries().next().value;i!==
""&&le(s.slice(0,-1),i,n)}},le=(s,e,t)=>{if(s.length===0)return;let[i,n]=P(s);i.set(n+e,t),i.delete(
n)},P=s=>s[s.length-1],R="or",de="and",Se="and_not",N=class F{constructor(e){if(e?.fields==null)throw new Error(
'MiniSearch: option "fields" must be provided');let t=e.autoVacuum==null||e.autoVacuum===!0?q:e.autoVacuum;
this._options={...D,...e,autoVacuum:t,searchOptions:{...X,...e.searchOptions||{}},autoSuggestOptions:{
...Me,...e.autoSuggestOptions||{}}},this._index=new A,this._documentCount=0,this._documentIds=new Map,
this._idToShortId=new Map,this._fieldIds={},this._fieldLength=new Map,this._avgFieldLength=[],this._nextId=
0,this._storedFields=new Map,this._dirtCount=0,this._currentVacuum=null,this._enqueuedVacuum=null,this.
_enqueuedVacuumConditions=W,this.addFields(this._options.fields)}add(e){let{extractField:t,stringifyField:i,
tokenize:n,processTerm:r,fields:o,idField:l}=this._options,d=t(e,l);if(d==null)throw new Error(`Mini\
Search: document does not have ID field "${l}"`);if(this._idToShortId.has(d))throw new Error(`MiniSe\
arch: duplicate ID ${d}`);let a=this.addDocumentId(d);this.saveStoredFields(a,e);for(let u of o){let h=t(
e,u);if(h==null)continue;let f=n(i(h,u),u),m=this._fieldIds[u],g=new Set(f).size;this.addFieldLength(
a,m,this._documentCount-1,g);for(let p of f){let c=r(p,u);if(Array.isArray(c))for(let _ of c)this.addTerm(
m,a,_);else c&&this.addTerm(m,a,c)}}}addAll(e){for(let t of e)this.add(t)}addAllAsync(e,t={}){let{chunkSize:i=10}=t,
n={chunk:[],promise:Promise.resolve()},{chunk:r,promise:o}=e.reduce(({chunk:l,promise:d},a,u)=>(l.push(
a),(u+1)%i===0?{chunk:[],promise:d.then(()=>new Promise(h=>setTimeout(h,0))).then(()=>this.addAll(l))}:
{chunk:l,promise:d}),n);return o.then(()=>this.addAll(r))}remove(e){let{tokenize:t,processTerm:i,extractField:n,
stringifyField:r,fields:o,idField:l}=this._options,d=n(e,l);if(d==null)throw new Error(`MiniSearch: \
document does not have ID field "${l}"`);let a=this._idToShortId.get(d);if(a==null)throw new Error(`\
MiniSearch: cannot remove document with ID ${d}: it is not in the index`);for(let u of o){let h=n(e,
u);if(h==null)continue;let f=t(r(h,u),u),m=this._fieldIds[u],g=new Set(f).size;this.removeFieldLength(
a,m,this._documentCount,g);for(let p of f){let c=i(p,u);if(Array.isArray(c))for(let _ of c)this.removeTerm(
m,a,_);else c&&this.removeTerm(m,a,c)}}this._storedFields.delete(a),this._documentIds.delete(a),this.
_idToShortId.delete(d),this._fieldLength.delete(a),this._documentCount-=1}removeAll(e){if(e)for(let t of e)
this.remove(t);else{if(arguments.length>0)throw new Error("Expected documents to be present. Omit th\
e argument to remove all documents.");this._index=new A,this._documentCount=0,this._documentIds=new Map,
this._idToShortId=new Map,this._fieldLength=new Map,this._avgFieldLength=[],this._storedFields=new Map,
this._nextId=0}}discard(e){let t=this._idToShortId.get(e);if(t==null)throw new Error(`MiniSearch: ca\
nnot discard document with ID ${e}: it is not in the index`);this._idToShortId.delete(e),this._documentIds.
delete(t),this._storedFields.delete(t),(this._fieldLength.get(t)||[]).forEach((i,n)=>{this.removeFieldLength(
t,n,this._documentCount,i)}),this._fieldLength.delete(t),this._documentCount-=1,this._dirtCount+=1,this.
maybeAutoVacuum()}maybeAutoVacuum(){if(this._options.autoVacuum===!1)return;let{minDirtFactor:e,minDirtCount:t,
batchSize:i,batchWait:n}=this._options.autoVacuum;this.conditionalVacuum({batchSize:i,batchWait:n},{
minDirtCount:t,minDirtFactor:e})}discardAll(e){let t=this._options.autoVacuum;try{this._options.autoVacuum=
!1;for(let i of e)this.discard(i)}finally{this._options.autoVacuum=t}this.maybeAutoVacuum()}replace(e){
let{idField:t,extractField:i}=this._options,n=i(e,t);this.discard(n),this.add(e)}vacuum(e={}){return this.
conditionalVacuum(e)}conditionalVacuum(e,t){return this._currentVacuum?(this._enqueuedVacuumConditions=
this._enqueuedVacuumConditions&&t,this._enqueuedVacuum!=null?this._enqueuedVacuum:(this._enqueuedVacuum=
this._currentVacuum.then(()=>{let i=this._enqueuedVacuumConditions;return this._enqueuedVacuumConditions=
W,this.performVacuuming(e,i)}),this._enqueuedVacuum)):this.vacuumConditionsMet(t)===!1?Promise.resolve():
(this._currentVacuum=this.performVacuuming(e),this._currentVacuum)}async performVacuuming(e,t){let i=this.
_dirtCount;if(this.vacuumConditionsMet(t)){let n=e.batchSize||$.batchSize,r=e.batchWait||$.batchWait,
o=1;for(let[l,d]of this._index){for(let[a,u]of d)for(let[h]of u)this._documentIds.has(h)||(u.size<=1?
d.delete(a):u.delete(h));this._index.get(l).size===0&&this._index.delete(l),o%n===0&&await new Promise(
a=>setTimeout(a,r)),o+=1}this._dirtCount-=i}await null,this._currentVacuum=this._enqueuedVacuum,this.
_enqueuedVacuum=null}vacuumConditionsMet(e){if(e==null)return!0;let{minDirtCount:t,minDirtFactor:i}=e;
return t=t||q.minDirtCount,i=i||q.minDirtFactor,this.dirtCount>=t&&this.dirtFactor>=i}get isVacuuming(){
return this._currentVacuum!=null}get dirtCount(){return this._dirtCount}get dirtFactor(){return this.
_dirtCount/(1+this._documentCount+this._dirtCount)}has(e){return this._idToShortId.has(e)}getStoredFields(e){
let t=this._idToShortId.get(e);if(t!=null)return this._storedFields.get(t)}search(e,t={}){let{searchOptions:i}=this.
_options,n={...i,...t},r=this.executeQuery(e,t),o=[];for(let[l,{score:d,terms:a,match:u}]of r){let h=a.
length||1,f={id:this._documentIds.get(l),score:d*h,terms:Object.keys(u),queryTerms:a,match:u};Object.
assign(f,this._storedFields.get(l)),(n.filter==null||n.filter(f))&&o.push(f)}return e===F.wildcard&&
n.boostDocument==null||o.sort(te),o}autoSuggest(e,t={}){t={...this._options.autoSuggestOptions,...t};
let i=new Map;for(let{score:r,terms:o}of this.search(e,t)){let l=o.join(" "),d=i.get(l);d!=null?(d.score+=
r,d.count+=1):i.set(l,{score:r,terms:o,count:1})}let n=[];for(let[r,{score:o,terms:l,count:d}]of i)n.
push({suggestion:r,terms:l,score:o/d});return n.sort(te),n}get documentCount(){return this._documentCount}get termCount(){
return this._index.size}static loadJSON(e,t){if(t==null)throw new Error("MiniSearch: loadJSON should\
 be given the same options used when serializing the index");return this.loadJS(JSON.parse(e),t)}static async loadJSONAsync(e,t){
if(t==null)throw new Error("MiniSearch: loadJSON should be given the same options used when serializ\
ing the index");return this.loadJSAsync(JSON.parse(e),t)}static getDefault(e){if(D.hasOwnProperty(e))
return T(D,e);throw new Error(`MiniSearch: unknown option "${e}"`)}static loadJS(e,t){let{index:i,documentIds:n,
fieldLength:r,storedFields:o,serializationVersion:l}=e,d=this.instantiateMiniSearch(e,t);d._documentIds=
z(n),d._fieldLength=z(r),d._storedFields=z(o);for(let[a,u]of d._documentIds)d._idToShortId.set(u,a);
for(let[a,u]of i){let h=new Map;for(let f of Object.keys(u)){let m=u[f];l===1&&(m=m.ds),h.set(parseInt(
f,10),z(m))}d._index.set(a,h)}return d}static async loadJSAsync(e,t){let{index:i,documentIds:n,fieldLength:r,
storedFields:o,serializationVersion:l}=e,d=this.instantiateMiniSearch(e,t);d._documentIds=await I(n),
d._fieldLength=await I(r),d._storedFields=await I(o);for(let[u,h]of d._documentIds)d._idToShortId.set(
h,u);let a=0;for(let[u,h]of i){let f=new Map;for(let m of Object.keys(h)){let g=h[m];l===1&&(g=g.ds),
f.set(parseInt(m,10),await I(g))}++a%1e3===0&&await ae(0),d._index.set(u,f)}return d}static instantiateMiniSearch(e,t){
let{documentCount:i,nextId:n,fieldIds:r,averageFieldLength:o,dirtCount:l,serializationVersion:d}=e;if(d!==
1&&d!==2)throw new Error("MiniSearch: cannot deserialize an index created with an incompatible versi\
on");let a=new F(t);return a._documentCount=i,a._nextId=n,a._idToShortId=new Map,a._fieldIds=r,a._avgFieldLength=
o,a._dirtCount=l||0,a._index=new A,a}executeQuery(e,t={}){if(e===F.wildcard)return this.executeWildcardQuery(
t);if(typeof e!="string"){let u={...t,...e,queries:void 0},h=e.queries.map(f=>this.executeQuery(f,u));
return this.combineResults(h,u.combineWith)}let{tokenize:i,processTerm:n,searchOptions:r}=this._options,
o={tokenize:i,processTerm:n,...r,...t},{tokenize:l,processTerm:d}=o,a=l(e).flatMap(u=>d(u)).filter(u=>!!u).
map(Fe(o)).map(u=>this.executeQuerySpec(u,o));return this.combineResults(a,o.combineWith)}executeQuerySpec(e,t){
let i={...this._options.searchOptions,...t},n=(i.fields||this._options.fields).reduce((p,c)=>({...p,
[c]:T(i.boost,c)||1}),{}),{boostDocument:r,weights:o,maxFuzzy:l,bm25:d}=i,{fuzzy:a,prefix:u}={...X.weights,
...o},h=this._index.get(e.term),f=this.termResults(e.term,e.term,1,e.termBoost,h,n,r,d),m,g;if(e.prefix&&
(m=this._index.atPrefix(e.term)),e.fuzzy){let p=e.fuzzy===!0?.2:e.fuzzy,c=p<1?Math.min(l,Math.round(
e.term.length*p)):p;c&&(g=this._index.fuzzyGet(e.term,c))}if(m)for(let[p,c]of m){let _=p.length-e.term.
length;if(!_)continue;g?.delete(p);let w=u*p.length/(p.length+.3*_);this.termResults(e.term,p,w,e.termBoost,
c,n,r,d,f)}if(g)for(let p of g.keys()){let[c,_]=g.get(p);if(!_)continue;let w=a*p.length/(p.length+_);
this.termResults(e.term,p,w,e.termBoost,c,n,r,d,f)}return f}executeWildcardQuery(e){let t=new Map,i={
...this._options.searchOptions,...e};for(let[n,r]of this._documentIds){let o=i.boostDocument?i.boostDocument(
r,"",this._storedFields.get(n)):1;t.set(n,{score:o,terms:[],match:{}})}return t}combineResults(e,t=R){
if(e.length===0)return new Map;let i=t.toLowerCase(),n=ke[i];if(!n)throw new Error(`Invalid combinat\
ion operator: ${t}`);return e.reduce(n)||new Map}toJSON(){let e=[];for(let[t,i]of this._index){let n={};
for(let[r,o]of i)n[r]=Object.fromEntries(o);e.push([t,n])}return{documentCount:this._documentCount,nextId:this.
_nextId,documentIds:Object.fromEntries(this._documentIds),fieldIds:this._fieldIds,fieldLength:Object.
fromEntries(this._fieldLength),averageFieldLength:this._avgFieldLength,storedFields:Object.fromEntries(
this._storedFields),dirtCount:this._dirtCount,index:e,serializationVersion:2}}termResults(e,t,i,n,r,o,l,d,a=new Map){
if(r==null)return a;for(let u of Object.keys(o)){let h=o[u],f=this._fieldIds[u],m=r.get(f);if(m==null)
continue;let g=m.size,p=this._avgFieldLength[f];for(let c of m.keys()){if(!this._documentIds.has(c)){
this.removeTerm(f,c,t),g-=1;continue}let _=l?l(this._documentIds.get(c),t,this._storedFields.get(c)):
1;if(!_)continue;let w=m.get(c),C=this._fieldLength.get(c)[f],E=Ie(w,g,this._documentCount,C,p,d),k=i*
n*h*_*E,y=a.get(c);if(y){y.score+=k,Ce(y.terms,e);let x=T(y.match,t);x?x.push(u):y.match[t]=[u]}else
a.set(c,{score:k,terms:[e],match:{[t]:[u]}})}}return a}addTerm(e,t,i){let n=this._index.fetch(i,ie),
r=n.get(e);if(r==null)r=new Map,r.set(t,1),n.set(e,r);else{let o=r.get(t);r.set(t,(o||0)+1)}}removeTerm(e,t,i){
if(!this._index.has(i)){this.warnDocumentChanged(t,e,i);return}let n=this._index.fetch(i,ie),r=n.get(
e);r==null||r.get(t)==null?this.warnDocumentChanged(t,e,i):r.get(t)<=1?r.size<=1?n.delete(e):r.delete(
t):r.set(t,r.get(t)-1),this._index.get(i).size===0&&this._index.delete(i)}warnDocumentChanged(e,t,i){
for(let n of Object.keys(this._fieldIds))if(this._fieldIds[n]===t){this._options.logger("warn",`Mini\
Search: document with ID ${this._documentIds.get(e)} has changed before removal: term "${i}" was not\
 present in field "${n}". Removing a document after it has changed can corrupt the index!`,"version_\
conflict");return}}addDocumentId(e){let t=this._nextId;return this._idToShortId.set(e,t),this._documentIds.
set(t,e),this._documentCount+=1,this._nextId+=1,t}addFields(e){for(let t=0;t<e.length;t++)this._fieldIds[e[t]]=
t}addFieldLength(e,t,i,n){let r=this._fieldLength.get(e);r==null&&this._fieldLength.set(e,r=[]),r[t]=
n;let o=(this._avgFieldLength[t]||0)*i+n;this._avgFieldLength[t]=o/(i+1)}removeFieldLength(e,t,i,n){
if(i===1){this._avgFieldLength[t]=0;return}let r=this._avgFieldLength[t]*i-n;this._avgFieldLength[t]=
r/(i-1)}saveStoredFields(e,t){let{storeFields:i,extractField:n}=this._options;if(i==null||i.length===
0)return;let r=this._storedFields.get(e);r==null&&this._storedFields.set(e,r={});for(let o of i){let l=n(
t,o);l!==void 0&&(r[o]=l)}}};N.wildcard=Symbol("*");var T=(s,e)=>Object.prototype.hasOwnProperty.call(
s,e)?s[e]:void 0,ke={[R]:(s,e)=>{for(let t of e.keys()){let i=s.get(t);if(i==null)s.set(t,e.get(t));else{
let{score:n,terms:r,match:o}=e.get(t);i.score=i.score+n,i.match=Object.assign(i.match,o),ee(i.terms,
r)}}return s},[de]:(s,e)=>{let t=new Map;for(let i of e.keys()){let n=s.get(i);if(n==null)continue;let{
score:r,terms:o,match:l}=e.get(i);ee(n.terms,o),t.set(i,{score:n.score+r,terms:n.terms,match:Object.
assign(n.match,l)})}return t},[Se]:(s,e)=>{for(let t of e.keys())s.delete(t);return s}},ze={k:1.2,b:.7,
d:.5},Ie=(s,e,t,i,n,r)=>{let{k:o,b:l,d}=r;return Math.log(1+(t-e+.5)/(e+.5))*(d+s*(o+1)/(s+o*(1-l+l*
i/n)))},Fe=s=>(e,t,i)=>{let n=typeof s.fuzzy=="function"?s.fuzzy(e,t,i):s.fuzzy||!1,r=typeof s.prefix==
"function"?s.prefix(e,t,i):s.prefix===!0,o=typeof s.boostTerm=="function"?s.boostTerm(e,t,i):1;return{
term:e,fuzzy:n,prefix:r,termBoost:o}},D={idField:"id",extractField:(s,e)=>s[e],stringifyField:(s,e)=>s.
toString(),tokenize:s=>s.split(Ee),processTerm:s=>s.toLowerCase(),fields:void 0,searchOptions:void 0,
storeFields:[],logger:(s,e)=>{typeof console?.[s]=="function"&&console[s](e)},autoVacuum:!0},X={combineWith:R,
prefix:!1,fuzzy:!1,maxFuzzy:6,boost:{},weights:{fuzzy:.45,prefix:.375},bm25:ze},Me={combineWith:de,prefix:(s,e,t)=>e===
t.length-1},$={batchSize:1e3,batchWait:10},W={minDirtFactor:.1,minDirtCount:20},q={...$,...W},Ce=(s,e)=>{
s.includes(e)||s.push(e)},ee=(s,e)=>{for(let t of e)s.includes(t)||s.push(t)},te=({score:s},{score:e})=>e-
s,ie=()=>new Map,z=s=>{let e=new Map;for(let t of Object.keys(s))e.set(parseInt(t,10),s[t]);return e},
I=async s=>{let e=new Map,t=0;for(let i of Object.keys(s))e.set(parseInt(i,10),s[i]),++t%1e3===0&&await ae(
0);return e},ae=s=>new Promise(e=>setTimeout(e,s)),Ee=/[\n\r\p{Z}\p{P}]+/u;var Le=12,Ve={Scene:3,Python:.8},ce=()=>document.documentElement.dataset.root??"",Ae,Oe=(s,e,t)=>Ve[t?.
kind]??1;function Te(s){let e=new N({fields:["title","text"],storeFields:["title","place","kind"],searchOptions:{
boost:{title:3},boostDocument:Oe,prefix:!0,combineWith:"AND",fuzzy:t=>t.length>4?.2:!1}});return e.addAll(
s),e}function ue(){return Ae??=new Promise((s,e)=>{let t=document.createElement("script");t.src=`${ce()}\
assets/words.js`,t.onload=()=>s(Te(globalThis.convexlabWords)),t.onerror=e,document.head.append(t)})}
function he(s,e){let t=document.createElement("li");t.id=`found-${e}`,t.setAttribute("role","option"),
t.setAttribute("aria-selected","false"),t.dataset.place=`${ce()}${s.place}`;let[i,n]=[document.createElement(
"strong"),document.createElement("span")];return[i.textContent,n.textContent]=[s.title,s.kind],t.append(
i," ",n),t}var J=class{constructor(e,t){this.field=e,this.list=t,this.at=-1,e.addEventListener("focu\
s",ue),e.addEventListener("input",()=>this.look()),e.addEventListener("keydown",i=>this.press(i)),e.
addEventListener("blur",()=>setTimeout(()=>this.close(),150)),t.addEventListener("mousedown",i=>i.preventDefault()),
t.addEventListener("click",i=>{let n=i.target.closest("li");n&&this.go(n)}),document.addEventListener(
"keydown",i=>{let n=i.target.closest?.("input, textarea, select");i.key!=="/"||n||i.ctrlKey||i.metaKey||
(i.preventDefault(),e.focus())})}get items(){return[...this.list.querySelectorAll("li[data-place]")]}async look(){
let e=this.field.value.trim();if(!e)return this.close();let t=(await ue()).search(e).slice(0,Le);if(e===
this.field.value.trim()){if(this.list.replaceChildren(...t.map(he)),!t.length){let i=he({id:0,title:"\
Nothing found",place:"",kind:"",text:""},0);delete i.dataset.place,i.setAttribute("aria-disabled","t\
rue"),this.list.append(i)}this.list.hidden=!1,this.field.setAttribute("aria-expanded","true"),this.point(
t.length?0:-1)}}close(){this.list.hidden=!0,this.field.setAttribute("aria-expanded","false"),this.field.
removeAttribute("aria-activedescendant")}point(e){this.at=e;for(let[t,i]of this.items.entries())i.setAttribute(
"aria-selected",String(t===e)),t===e&&i.scrollIntoView({block:"nearest"});e>=0&&this.field.setAttribute(
"aria-activedescendant",this.items[e].id)}press(e){let t=+(e.key==="ArrowDown")-+(e.key==="ArrowUp"),
{items:i}=this;if(e.key==="Escape")this.close();else if(e.key==="Enter"&&i[this.at])this.go(i[this.at]);else if(t&&
i.length)this.point((this.at+t+i.length)%i.length);else return;e.preventDefault()}go(e){this.close(),
location.href=e.dataset.place??""}};function fe(){let[s,e]=[document.querySelector(".find input"),document.
querySelector(".find ul")];s&&e&&new J(s,e)}G();Q();function me(){document.addEventListener("DOMContentLoaded",()=>{Y(),fe(),Z(),H(),K(),B()})}me();})();
