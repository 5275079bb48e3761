// @ts-nocheck
/*!
minisearch 7.2.0

Copyright 2022 Luca Ongaro

Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
*/
var Z="ENTRIES",Q="KEYS",B="VALUES";var y=class{constructor(t,e){let s=t._tree,n=Array.from(s.keys());this.set=t,this._type=e,this._path=
n.length>0?[{node:s,keys:n}]:[]}next(){let t=this.dive();return this.backtrack(),t}dive(){if(this._path.
length===0)return{done:!0,value:void 0};let{node:t,keys:e}=z(this._path);if(z(e)==="")return{done:!1,
value:this.result()};let s=t.get(z(e));return this._path.push({node:s,keys:Array.from(s.keys())}),this.
dive()}backtrack(){if(this._path.length===0)return;let t=z(this._path).keys;t.pop(),!(t.length>0)&&(this.
_path.pop(),this.backtrack())}key(){return this.set._prefix+this._path.map(({keys:t})=>z(t)).filter(
t=>t!=="").join("")}value(){return z(this._path).node.get("")}result(){switch(this._type){case B:return this.
value();case Q:return this.key();default:return[this.key(),this.value()]}}[Symbol.iterator](){return this}},
z=i=>i[i.length-1],H=(i,t,e)=>{let s=new Map;if(t===void 0)return s;let n=t.length+1,o=n+e,r=new Uint8Array(
o*n).fill(e+1);for(let c=0;c<n;++c)r[c]=c;for(let c=1;c<o;++c)r[c*n]=c;return U(i,t,e,s,r,1,n,""),s},
U=(i,t,e,s,n,o,r,c)=>{let d=o*r;t:for(let u of i.keys())if(u===""){let h=n[d-1];h<=e&&s.set(c,[i.get(
u),h])}else{let h=o;for(let l=0;l<u.length;++l,++h){let a=u[l],f=r*h,_=f-r,g=n[f],m=Math.max(0,h-e-1),
p=Math.min(r-1,h+e);for(let w=m;w<p;++w){let k=a!==t[w],E=n[_+w]+ +k,x=n[_+w+1]+1,F=n[f+w]+1,S=n[f+w+
1]=Math.min(E,x,F);S<g&&(g=S)}if(g>e)continue t}U(i.get(u),t,e,s,n,h,r,c+u)}},I=class i{constructor(t=new Map,e=""){
this._size=void 0,this._tree=t,this._prefix=e}atPrefix(t){if(!t.startsWith(this._prefix))throw new Error(
"Mismatched prefix");let[e,s]=L(this._tree,t.slice(this._prefix.length));if(e===void 0){let[n,o]=N(s);
for(let r of n.keys())if(r!==""&&r.startsWith(o)){let c=new Map;return c.set(r.slice(o.length),n.get(
r)),new i(c,t)}}return new i(e,t)}clear(){this._size=void 0,this._tree.clear()}delete(t){return this.
_size=void 0,X(this._tree,t)}entries(){return new y(this,Z)}forEach(t){for(let[e,s]of this)t(e,s,this)}fuzzyGet(t,e){
return H(this._tree,t,e)}get(t){let e=T(this._tree,t);return e!==void 0?e.get(""):void 0}has(t){let e=T(
this._tree,t);return e!==void 0&&e.has("")}keys(){return new y(this,Q)}set(t,e){if(typeof t!="string")
throw new Error("key must be a string");return this._size=void 0,V(this._tree,t).set("",e),this}get size(){
if(this._size)return this._size;this._size=0;let t=this.entries();for(;!t.next().done;)this._size+=1;
return this._size}update(t,e){if(typeof t!="string")throw new Error("key must be a string");this._size=
void 0;let s=V(this._tree,t);return s.set("",e(s.get(""))),this}fetch(t,e){if(typeof t!="string")throw new Error(
"key must be a string");this._size=void 0;let s=V(this._tree,t),n=s.get("");return n===void 0&&s.set(
"",n=e()),n}values(){return new y(this,B)}[Symbol.iterator](){return this.entries()}static from(t){let e=new i;
for(let[s,n]of t)e.set(s,n);return e}static fromObject(t){return i.from(Object.entries(t))}},L=(i,t,e=[])=>{
if(t.length===0||i==null)return[i,e];for(let s of i.keys())if(s!==""&&t.startsWith(s))return e.push(
[i,s]),L(i.get(s),t.slice(s.length),e);return e.push([i,t]),L(void 0,"",e)},T=(i,t)=>{if(t.length===
0||i==null)return i;for(let e of i.keys())if(e!==""&&t.startsWith(e))return T(i.get(e),t.slice(e.length))},
V=(i,t)=>{let e=t.length;t:for(let s=0;i&&s<e;){for(let o of i.keys())if(o!==""&&t[s]===o[0]){let r=Math.
min(e-s,o.length),c=1;for(;c<r&&t[s+c]===o[c];)++c;let d=i.get(o);if(c===o.length)i=d;else{let u=new Map;
u.set(o.slice(c),d),i.set(t.slice(s,s+c),u),i.delete(o),i=u}s+=c;continue t}let n=new Map;return i.set(
t.slice(s),n),n}return i},X=(i,t)=>{let[e,s]=L(i,t);if(e!==void 0){if(e.delete(""),e.size===0)q(s);else if(e.
size===1){let[n,o]=e.entries().next().value;K(s,n,o)}}},q=i=>{if(i.length===0)return;let[t,e]=N(i);if(t.
delete(e),t.size===0)q(i.slice(0,-1));else if(t.size===1){let[s,n]=t.entries().next().value;s!==""&&
K(i.slice(0,-1),s,n)}},K=(i,t,e)=>{if(i.length===0)return;let[s,n]=N(i);s.set(n+t,e),s.delete(n)},N=i=>i[i.
length-1],W="or",G="and",tt="and_not",M=class i{constructor(t){if(t?.fields==null)throw new Error('M\
iniSearch: option "fields" must be provided');let e=t.autoVacuum==null||t.autoVacuum===!0?A:t.autoVacuum;
this._options={...O,...t,autoVacuum:e,searchOptions:{...P,...t.searchOptions||{}},autoSuggestOptions:{
...ot,...t.autoSuggestOptions||{}}},this._index=new I,this._documentCount=0,this._documentIds=new Map,
this._idToShortId=new Map,this._fieldIds={},this._fieldLength=new Map,this._avgFieldLength=[],this._nextId=
0,this._storedFields=new Map,this._dirtCount=0,this._currentVacuum=null,this._enqueuedVacuum=null,this.
_enqueuedVacuumConditions=j,this.addFields(this._options.fields)}add(t){let{extractField:e,stringifyField:s,
tokenize:n,processTerm:o,fields:r,idField:c}=this._options,d=e(t,c);if(d==null)throw new Error(`Mini\
Search: document does not have ID field "${c}"`);if(this._idToShortId.has(d))throw new Error(`MiniSe\
arch: duplicate ID ${d}`);let u=this.addDocumentId(d);this.saveStoredFields(u,t);for(let h of r){let l=e(
t,h);if(l==null)continue;let a=n(s(l,h),h),f=this._fieldIds[h],_=new Set(a).size;this.addFieldLength(
u,f,this._documentCount-1,_);for(let g of a){let m=o(g,h);if(Array.isArray(m))for(let p of m)this.addTerm(
f,u,p);else m&&this.addTerm(f,u,m)}}}addAll(t){for(let e of t)this.add(e)}addAllAsync(t,e={}){let{chunkSize:s=10}=e,
n={chunk:[],promise:Promise.resolve()},{chunk:o,promise:r}=t.reduce(({chunk:c,promise:d},u,h)=>(c.push(
u),(h+1)%s===0?{chunk:[],promise:d.then(()=>new Promise(l=>setTimeout(l,0))).then(()=>this.addAll(c))}:
{chunk:c,promise:d}),n);return r.then(()=>this.addAll(o))}remove(t){let{tokenize:e,processTerm:s,extractField:n,
stringifyField:o,fields:r,idField:c}=this._options,d=n(t,c);if(d==null)throw new Error(`MiniSearch: \
document does not have ID field "${c}"`);let u=this._idToShortId.get(d);if(u==null)throw new Error(`\
MiniSearch: cannot remove document with ID ${d}: it is not in the index`);for(let h of r){let l=n(t,
h);if(l==null)continue;let a=e(o(l,h),h),f=this._fieldIds[h],_=new Set(a).size;this.removeFieldLength(
u,f,this._documentCount,_);for(let g of a){let m=s(g,h);if(Array.isArray(m))for(let p of m)this.removeTerm(
f,u,p);else m&&this.removeTerm(f,u,m)}}this._storedFields.delete(u),this._documentIds.delete(u),this.
_idToShortId.delete(d),this._fieldLength.delete(u),this._documentCount-=1}removeAll(t){if(t)for(let e of t)
this.remove(e);else{if(arguments.length>0)throw new Error("Expected documents to be present. Omit th\
e argument to remove all documents.");this._index=new I,this._documentCount=0,this._documentIds=new Map,
this._idToShortId=new Map,this._fieldLength=new Map,this._avgFieldLength=[],this._storedFields=new Map,
this._nextId=0}}discard(t){let e=this._idToShortId.get(t);if(e==null)throw new Error(`MiniSearch: ca\
nnot discard document with ID ${t}: it is not in the index`);this._idToShortId.delete(t),this._documentIds.
delete(e),this._storedFields.delete(e),(this._fieldLength.get(e)||[]).forEach((s,n)=>{this.removeFieldLength(
e,n,this._documentCount,s)}),this._fieldLength.delete(e),this._documentCount-=1,this._dirtCount+=1,this.
maybeAutoVacuum()}maybeAutoVacuum(){if(this._options.autoVacuum===!1)return;let{minDirtFactor:t,minDirtCount:e,
batchSize:s,batchWait:n}=this._options.autoVacuum;this.conditionalVacuum({batchSize:s,batchWait:n},{
minDirtCount:e,minDirtFactor:t})}discardAll(t){let e=this._options.autoVacuum;try{this._options.autoVacuum=
!1;for(let s of t)this.discard(s)}finally{this._options.autoVacuum=e}this.maybeAutoVacuum()}replace(t){
let{idField:e,extractField:s}=this._options,n=s(t,e);this.discard(n),this.add(t)}vacuum(t={}){return this.
conditionalVacuum(t)}conditionalVacuum(t,e){return this._currentVacuum?(this._enqueuedVacuumConditions=
this._enqueuedVacuumConditions&&e,this._enqueuedVacuum!=null?this._enqueuedVacuum:(this._enqueuedVacuum=
this._currentVacuum.then(()=>{let s=this._enqueuedVacuumConditions;return this._enqueuedVacuumConditions=
j,this.performVacuuming(t,s)}),this._enqueuedVacuum)):this.vacuumConditionsMet(e)===!1?Promise.resolve():
(this._currentVacuum=this.performVacuuming(t),this._currentVacuum)}async performVacuuming(t,e){let s=this.
_dirtCount;if(this.vacuumConditionsMet(e)){let n=t.batchSize||D.batchSize,o=t.batchWait||D.batchWait,
r=1;for(let[c,d]of this._index){for(let[u,h]of d)for(let[l]of h)this._documentIds.has(l)||(h.size<=1?
d.delete(u):h.delete(l));this._index.get(c).size===0&&this._index.delete(c),r%n===0&&await new Promise(
u=>setTimeout(u,o)),r+=1}this._dirtCount-=s}await null,this._currentVacuum=this._enqueuedVacuum,this.
_enqueuedVacuum=null}vacuumConditionsMet(t){if(t==null)return!0;let{minDirtCount:e,minDirtFactor:s}=t;
return e=e||A.minDirtCount,s=s||A.minDirtFactor,this.dirtCount>=e&&this.dirtFactor>=s}get isVacuuming(){
return this._currentVacuum!=null}get dirtCount(){return this._dirtCount}get dirtFactor(){return this.
_dirtCount/(1+this._documentCount+this._dirtCount)}has(t){return this._idToShortId.has(t)}getStoredFields(t){
let e=this._idToShortId.get(t);if(e!=null)return this._storedFields.get(e)}search(t,e={}){let{searchOptions:s}=this.
_options,n={...s,...e},o=this.executeQuery(t,e),r=[];for(let[c,{score:d,terms:u,match:h}]of o){let l=u.
length||1,a={id:this._documentIds.get(c),score:d*l,terms:Object.keys(h),queryTerms:u,match:h};Object.
assign(a,this._storedFields.get(c)),(n.filter==null||n.filter(a))&&r.push(a)}return t===i.wildcard&&
n.boostDocument==null||r.sort(J),r}autoSuggest(t,e={}){e={...this._options.autoSuggestOptions,...e};
let s=new Map;for(let{score:o,terms:r}of this.search(t,e)){let c=r.join(" "),d=s.get(c);d!=null?(d.score+=
o,d.count+=1):s.set(c,{score:o,terms:r,count:1})}let n=[];for(let[o,{score:r,terms:c,count:d}]of s)n.
push({suggestion:o,terms:c,score:r/d});return n.sort(J),n}get documentCount(){return this._documentCount}get termCount(){
return this._index.size}static loadJSON(t,e){if(e==null)throw new Error("MiniSearch: loadJSON should\
 be given the same options used when serializing the index");return this.loadJS(JSON.parse(t),e)}static async loadJSONAsync(t,e){
if(e==null)throw new Error("MiniSearch: loadJSON should be given the same options used when serializ\
ing the index");return this.loadJSAsync(JSON.parse(t),e)}static getDefault(t){if(O.hasOwnProperty(t))
return C(O,t);throw new Error(`MiniSearch: unknown option "${t}"`)}static loadJS(t,e){let{index:s,documentIds:n,
fieldLength:o,storedFields:r,serializationVersion:c}=t,d=this.instantiateMiniSearch(t,e);d._documentIds=
v(n),d._fieldLength=v(o),d._storedFields=v(r);for(let[u,h]of d._documentIds)d._idToShortId.set(h,u);
for(let[u,h]of s){let l=new Map;for(let a of Object.keys(h)){let f=h[a];c===1&&(f=f.ds),l.set(parseInt(
a,10),v(f))}d._index.set(u,l)}return d}static async loadJSAsync(t,e){let{index:s,documentIds:n,fieldLength:o,
storedFields:r,serializationVersion:c}=t,d=this.instantiateMiniSearch(t,e);d._documentIds=await b(n),
d._fieldLength=await b(o),d._storedFields=await b(r);for(let[h,l]of d._documentIds)d._idToShortId.set(
l,h);let u=0;for(let[h,l]of s){let a=new Map;for(let f of Object.keys(l)){let _=l[f];c===1&&(_=_.ds),
a.set(parseInt(f,10),await b(_))}++u%1e3===0&&await Y(0),d._index.set(h,a)}return d}static instantiateMiniSearch(t,e){
let{documentCount:s,nextId:n,fieldIds:o,averageFieldLength:r,dirtCount:c,serializationVersion:d}=t;if(d!==
1&&d!==2)throw new Error("MiniSearch: cannot deserialize an index created with an incompatible versi\
on");let u=new i(e);return u._documentCount=s,u._nextId=n,u._idToShortId=new Map,u._fieldIds=o,u._avgFieldLength=
r,u._dirtCount=c||0,u._index=new I,u}executeQuery(t,e={}){if(t===i.wildcard)return this.executeWildcardQuery(
e);if(typeof t!="string"){let a={...e,...t,queries:void 0},f=t.queries.map(_=>this.executeQuery(_,a));
return this.combineResults(f,a.combineWith)}let{tokenize:s,processTerm:n,searchOptions:o}=this._options,
r={tokenize:s,processTerm:n,...o,...e},{tokenize:c,processTerm:d}=r,l=c(t).flatMap(a=>d(a)).filter(a=>!!a).
map(it(r)).map(a=>this.executeQuerySpec(a,r));return this.combineResults(l,r.combineWith)}executeQuerySpec(t,e){
let s={...this._options.searchOptions,...e},n=(s.fields||this._options.fields).reduce((g,m)=>({...g,
[m]:C(s.boost,m)||1}),{}),{boostDocument:o,weights:r,maxFuzzy:c,bm25:d}=s,{fuzzy:u,prefix:h}={...P.weights,
...r},l=this._index.get(t.term),a=this.termResults(t.term,t.term,1,t.termBoost,l,n,o,d),f,_;if(t.prefix&&
(f=this._index.atPrefix(t.term)),t.fuzzy){let g=t.fuzzy===!0?.2:t.fuzzy,m=g<1?Math.min(c,Math.round(
t.term.length*g)):g;m&&(_=this._index.fuzzyGet(t.term,m))}if(f)for(let[g,m]of f){let p=g.length-t.term.
length;if(!p)continue;_?.delete(g);let w=h*g.length/(g.length+.3*p);this.termResults(t.term,g,w,t.termBoost,
m,n,o,d,a)}if(_)for(let g of _.keys()){let[m,p]=_.get(g);if(!p)continue;let w=u*g.length/(g.length+p);
this.termResults(t.term,g,w,t.termBoost,m,n,o,d,a)}return a}executeWildcardQuery(t){let e=new Map,s={
...this._options.searchOptions,...t};for(let[n,o]of this._documentIds){let r=s.boostDocument?s.boostDocument(
o,"",this._storedFields.get(n)):1;e.set(n,{score:r,terms:[],match:{}})}return e}combineResults(t,e=W){
if(t.length===0)return new Map;let s=e.toLowerCase(),n=et[s];if(!n)throw new Error(`Invalid combinat\
ion operator: ${e}`);return t.reduce(n)||new Map}toJSON(){let t=[];for(let[e,s]of this._index){let n={};
for(let[o,r]of s)n[o]=Object.fromEntries(r);t.push([e,n])}return{documentCount:this._documentCount,nextId:this.
_nextId,documentIds:Object.fromEntries(this._documentIds),fieldIds:this._fieldIds,fieldLength:Object.
fromEntries(this._fieldLength),averageFieldLength:this._avgFieldLength,storedFields:Object.fromEntries(
this._storedFields),dirtCount:this._dirtCount,index:t,serializationVersion:2}}termResults(t,e,s,n,o,r,c,d,u=new Map){
if(o==null)return u;for(let h of Object.keys(r)){let l=r[h],a=this._fieldIds[h],f=o.get(a);if(f==null)
continue;let _=f.size,g=this._avgFieldLength[a];for(let m of f.keys()){if(!this._documentIds.has(m)){
this.removeTerm(a,m,e),_-=1;continue}let p=c?c(this._documentIds.get(m),e,this._storedFields.get(m)):
1;if(!p)continue;let w=f.get(m),k=this._fieldLength.get(m)[a],E=nt(w,_,this._documentCount,k,g,d),x=s*
n*l*p*E,F=u.get(m);if(F){F.score+=x,rt(F.terms,t);let S=C(F.match,e);S?S.push(h):F.match[e]=[h]}else
u.set(m,{score:x,terms:[t],match:{[e]:[h]}})}}return u}addTerm(t,e,s){let n=this._index.fetch(s,$),o=n.
get(t);if(o==null)o=new Map,o.set(e,1),n.set(t,o);else{let r=o.get(e);o.set(e,(r||0)+1)}}removeTerm(t,e,s){
if(!this._index.has(s)){this.warnDocumentChanged(e,t,s);return}let n=this._index.fetch(s,$),o=n.get(
t);o==null||o.get(e)==null?this.warnDocumentChanged(e,t,s):o.get(e)<=1?o.size<=1?n.delete(t):o.delete(
e):o.set(e,o.get(e)-1),this._index.get(s).size===0&&this._index.delete(s)}warnDocumentChanged(t,e,s){
for(let n of Object.keys(this._fieldIds))if(this._fieldIds[n]===e){this._options.logger("warn",`Mini\
Search: document with ID ${this._documentIds.get(t)} has changed before removal: term "${s}" was not\
 present in field "${n}". Removing a document after it has changed can corrupt the index!`,"version_\
conflict");return}}addDocumentId(t){let e=this._nextId;return this._idToShortId.set(t,e),this._documentIds.
set(e,t),this._documentCount+=1,this._nextId+=1,e}addFields(t){for(let e=0;e<t.length;e++)this._fieldIds[t[e]]=
e}addFieldLength(t,e,s,n){let o=this._fieldLength.get(t);o==null&&this._fieldLength.set(t,o=[]),o[e]=
n;let c=(this._avgFieldLength[e]||0)*s+n;this._avgFieldLength[e]=c/(s+1)}removeFieldLength(t,e,s,n){
if(s===1){this._avgFieldLength[e]=0;return}let o=this._avgFieldLength[e]*s-n;this._avgFieldLength[e]=
o/(s-1)}saveStoredFields(t,e){let{storeFields:s,extractField:n}=this._options;if(s==null||s.length===
0)return;let o=this._storedFields.get(t);o==null&&this._storedFields.set(t,o={});for(let r of s){let c=n(
e,r);c!==void 0&&(o[r]=c)}}};M.wildcard=Symbol("*");var C=(i,t)=>Object.prototype.hasOwnProperty.call(
i,t)?i[t]:void 0,et={[W]:(i,t)=>{for(let e of t.keys()){let s=i.get(e);if(s==null)i.set(e,t.get(e));else{
let{score:n,terms:o,match:r}=t.get(e);s.score=s.score+n,s.match=Object.assign(s.match,r),R(s.terms,o)}}
return i},[G]:(i,t)=>{let e=new Map;for(let s of t.keys()){let n=i.get(s);if(n==null)continue;let{score:o,
terms:r,match:c}=t.get(s);R(n.terms,r),e.set(s,{score:n.score+o,terms:n.terms,match:Object.assign(n.
match,c)})}return e},[tt]:(i,t)=>{for(let e of t.keys())i.delete(e);return i}},st={k:1.2,b:.7,d:.5},
nt=(i,t,e,s,n,o)=>{let{k:r,b:c,d}=o;return Math.log(1+(e-t+.5)/(t+.5))*(d+i*(r+1)/(i+r*(1-c+c*s/n)))},
it=i=>(t,e,s)=>{let n=typeof i.fuzzy=="function"?i.fuzzy(t,e,s):i.fuzzy||!1,o=typeof i.prefix=="func\
tion"?i.prefix(t,e,s):i.prefix===!0,r=typeof i.boostTerm=="function"?i.boostTerm(t,e,s):1;return{term:t,
fuzzy:n,prefix:o,termBoost:r}},O={idField:"id",extractField:(i,t)=>i[t],stringifyField:(i,t)=>i.toString(),
tokenize:i=>i.split(ct),processTerm:i=>i.toLowerCase(),fields:void 0,searchOptions:void 0,storeFields:[],
logger:(i,t)=>{typeof console?.[i]=="function"&&console[i](t)},autoVacuum:!0},P={combineWith:W,prefix:!1,
fuzzy:!1,maxFuzzy:6,boost:{},weights:{fuzzy:.45,prefix:.375},bm25:st},ot={combineWith:G,prefix:(i,t,e)=>t===
e.length-1},D={batchSize:1e3,batchWait:10},j={minDirtFactor:.1,minDirtCount:20},A={...D,...j},rt=(i,t)=>{
i.includes(t)||i.push(t)},R=(i,t)=>{for(let e of t)i.includes(e)||i.push(e)},J=({score:i},{score:t})=>t-
i,$=()=>new Map,v=i=>{let t=new Map;for(let e of Object.keys(i))t.set(parseInt(e,10),i[e]);return t},
b=async i=>{let t=new Map,e=0;for(let s of Object.keys(i))t.set(parseInt(s,10),i[s]),++e%1e3===0&&await Y(
0);return t},Y=i=>new Promise(t=>setTimeout(t,i)),ct=/[\n\r\p{Z}\p{P}]+/u;export{M as MiniSearch};
