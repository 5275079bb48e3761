var n=globalThis.__convexlab??={};var a=e=>n[e]??=i();function i(){let e={filled:!1,asked:0};return e.source=new Promise(t=>{e.provide=
o=>{e.filled=!0,t(o)}}),e}async function r(e,t){if(e?.kind!=="source")return;let o=new Blob([t[0]]).stream().pipeThrough(new DecompressionStream(
"gzip"));a(e.name).provide(await new Response(o).text())}function s(e){n.coming=e}var c={initialize({model:e}){s(!e.get("sent")),e.on("msg:custom",r)}};export{c as default};
