var d=globalThis.__convexlab??={},w=250,l=1e4,s=e=>d[e]??=y();function y(){let e={filled:!1,asked:0};
return e.source=new Promise(t=>{e.provide=n=>{e.filled=!0,t(n)}}),e}function p(e){let t=s(e);return t.
loaded??=t.source.then(n=>m(n))}function f(e){let t=s(e);return t.loaded??=t.source.then(_)}async function _(e){
return(await m(`let module = { exports: {} }; let exports = module.exports;
`,e,`
export default module.exports;
`)).default}function m(...e){let t=URL.createObjectURL(new Blob(e,{type:"text/javascript"}));return import(t).
finally(()=>URL.revokeObjectURL(t))}async function g(e,t){if(e?.kind!=="source")return;let n=new Blob(
[t[0]]).stream().pipeThrough(new DecompressionStream("gzip"));s(e.name).provide(await new Response(n).
text())}var u=e=>new Promise(t=>{setTimeout(t,e)});async function a(e,t,n){let o=s(n);await u(w),d.coming&&await u(
l),!(o.filled||Date.now()-o.asked<l)&&(o.asked=Date.now(),e.send({kind:"want",bundle:t}))}async function h(e){let t=await e.widget_manager?.get_model?.(e.get("uid"));if(typeof t?._handle_comm_msg==
"function")try{await t._handle_comm_msg({content:{data:{method:"custom",content:{}}}})}catch{let n=Object.
getPrototypeOf(Object.getPrototypeOf(t))._handle_comm_msg;t.comm.on_msg(n.bind(t)),t.comm.send({method:"\
request_state"},{})}}async function O({model:e,el:t},n){let o=await e.widget_manager?.get_model(e.get(
"uid"));if(s(n).filled||o?.comm_live!==!1)return;let r=t.appendChild(document.createElement("p"));r.
className="cl-asleep",r.setAttribute("role","status"),r.textContent="This picture needs a running ke\
rnel: run its cell again."}var b={initialize({model:e}){e.on("msg:custom",g),h(e)},render({model:e,el:t}){
let n=!1,o=()=>{},{live:r,plotly:c}=e.get("sources");a(e,"live",r),O({model:e,el:t},r);let x=()=>(a(
e,"plotly",c),f(c));return p(r).then(i=>{n||(t.querySelector(".cl-asleep")?.remove(),i.dress(t),o=i.
render({model:e,el:t},x))}),()=>{n=!0,o()}}};export{b as default};
