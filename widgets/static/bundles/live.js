var Qe=`.cl-dashboard{--cl-ink: var(--jp-ui-font-color1, CanvasText);--cl-muted: var(--jp-ui-font-co\
lor2, color-mix(in srgb, CanvasText 65%, Canvas));--cl-paper: var(--jp-layout-color1, Canvas);--cl-r\
aised: var(--jp-layout-color2, color-mix(in srgb, CanvasText 5%, Canvas));--cl-edge: var(--jp-border\
-color2, color-mix(in srgb, CanvasText 20%, Canvas));--cl-groove: var(--jp-border-color1, color-mix(\
in srgb, CanvasText 25%, Canvas));--cl-main: light-dark(#0072b2, #56b4e9);--cl-bad: var(--jp-error-c\
olor1, light-dark(#c62828, #ff8a80));color-scheme:light;container:cl / inline-size;color:var(--cl-in\
k);font:13px / 1.4 var(--jp-ui-font-family, system-ui, sans-serif);font-variant-numeric:tabular-nums\
}body[data-jp-theme-light=false] .cl-dashboard{color-scheme:dark}.cl-dashboard:not(.cl-page){display\
:block;box-sizing:border-box;width:100%;margin:0;padding:4px;overflow:visible}.cl-dashboard .cl-head\
{height:auto;margin:0 0 12px}.cl-dashboard .cl-title{color:var(--cl-ink);font-size:17px;font-weight:\
700}.cl-dashboard .cl-question{color:var(--cl-muted)}.cl-dashboard .cl-body{display:flex;gap:12px;al\
ign-items:stretch;overflow:visible}.cl-dashboard .cl-side{display:flex;flex:0 0 200px;flex-direction\
:column;gap:12px;padding-right:12px;border-right:1px solid var(--cl-edge);box-sizing:content-box;ove\
rflow:visible}.cl-dashboard .cl-side.cl-wide{flex-basis:clamp(300px,33cqw,430px)}.cl-dashboard .cl-s\
ide.cl-wide>.cl-knobs{display:grid;grid-template-columns:repeat(auto-fill,minmax(130px,1fr));gap:8px\
 16px;align-items:start;contain:none}.cl-side.cl-wide>.cl-stage{flex:1 1 auto;min-width:0}.cl-side.c\
l-wide .cl-panels{--cl-hero: clamp(260px, 30cqw + 200px, 420px)}.cl-dashboard .cl-knobs{display:flex\
;flex:1 1 0;flex-direction:column;gap:12px;min-height:440px;margin:0 -10px 0 -6px;padding:2px 10px 2\
px 6px;overflow:hidden auto;scrollbar-width:thin;will-change:transform;background:linear-gradient(va\
r(--cl-paper),transparent) 0 0 / 100% 28px local,linear-gradient(transparent,var(--cl-paper)) 0 100%\
 / 100% 28px local,radial-gradient(farthest-side at 50% 0,rgb(0 0 0 / 22%),transparent) 0 0 / 100% 8\
px scroll,radial-gradient(farthest-side at 50% 100%,rgb(0 0 0 / 22%),transparent) 0 100% / 100% 8px \
scroll;background-repeat:no-repeat}.cl-dashboard .cl-side:not(.cl-all)>.cl-knobs{flex:none;min-heigh\
t:0;max-height:none;overflow:visible;background:none}.cl-side:not(.cl-all) .cl-knob:not(.cl-primary,\
.cl-wrong){display:none}.cl-dashboard :is(.cl-knob.cl-idle,.cl-knob-edits):not(.cl-wrong){display:no\
ne}.jp-CodeCell:not(.jp-mod-outputsScrolled) .jp-OutputArea:has(.cl-dashboard),.jp-OutputArea-child:\
has(.cl-dashboard),.jp-OutputArea-output:has(.cl-dashboard){overflow:visible}@container cl (min-widt\
h: 901px){.cl-dashboard .cl-panels[data-look=beside]:has(.cl-heroes .cl-tools:not([hidden])){--cl-he\
ro: clamp(390px, min(43.7cqw + 65px, 100vh - 366px), 780px)}}@container cl (max-width: 900px){.cl-da\
shboard .cl-body{flex-direction:column}.cl-dashboard .cl-side{flex:none;padding:0 0 12px;border-righ\
t:none;border-bottom:1px solid var(--cl-edge)}.cl-dashboard .cl-knobs{display:grid;flex:none;grid-te\
mplate-columns:repeat(auto-fill,minmax(170px,1fr));gap:12px 16px;align-items:start;min-height:0;max-\
height:300px;margin:0 0 0 -6px}.cl-dashboard .cl-stage{flex:none;width:100%}.cl-dashboard .cl-action\
s .cl-more{flex:none}.cl-dashboard .cl-panels[data-look]{grid-template-columns:minmax(0,1fr)}.cl-das\
hboard .cl-panels[data-look=beside]>.cl-aside{grid-template-columns:repeat(auto-fit,minmax(min(100%,\
280px),1fr))}.cl-dashboard .cl-stage .cl-aside .cl-panel .cl-plot{min-height:170px}}@container cl (m\
ax-width: 1180px){.cl-dashboard:has([data-look=twin])>.cl-head{margin-bottom:6px}.cl-dashboard .cl-b\
ody:has([data-look=twin]){flex-direction:column;gap:6px}.cl-body:has([data-look=twin])>.cl-side{flex\
:none;flex-flow:row wrap;align-items:flex-end;padding:0 0 6px;border-right:none;border-bottom:1px so\
lid var(--cl-edge)}.cl-dashboard .cl-body:has([data-look=twin]) .cl-knobs{display:grid;flex:1 1 500p\
x;grid-template-columns:repeat(auto-fit,minmax(132px,1fr));gap:8px 16px;align-items:start;min-height\
:0;max-height:300px}.cl-body:has([data-look=twin])>.cl-side.cl-all>.cl-knobs{flex-basis:100%}.cl-bod\
y:has([data-look=twin])>.cl-stage{flex:none;width:100%}.cl-body:has([data-look=twin]) .cl-more{flex:\
none}}.cl-dashboard .cl-knob{width:auto;height:auto;margin:0;min-width:0;overflow:visible}.cl-knob [\
hidden]{display:none!important}.cl-knob .cl-row{display:flex;align-items:baseline;justify-content:sp\
ace-between;gap:8px}.cl-knob .cl-label{font-weight:600;color:var(--cl-ink);padding:0}.cl-knob sub{fo\
nt-size:.8em;line-height:0}.cl-knob .cl-round{margin-left:auto;padding:1px 7px;border:1px solid var(\
--cl-edge);border-radius:6px;background:var(--cl-paper);color:var(--cl-main);cursor:pointer}.cl-knob\
 .cl-round:hover{background:var(--cl-raised)}.cl-knob .cl-round svg{width:10px;height:10px;fill:curr\
entColor;vertical-align:0}.cl-knob .cl-round~.cl-hand{margin-left:0}.cl-knob.cl-locked .cl-round{dis\
play:none}.cl-knob .cl-hand{margin-left:auto;color:var(--cl-muted);font-size:.92em}.cl-knob>.cl-labe\
l{display:block;margin-bottom:4px}.cl-knob input,.cl-knob select,.cl-actions button{color:inherit;fo\
nt:inherit;font-variant-numeric:inherit}.cl-knob .cl-number{min-width:0;margin-right:-5px;padding:0 \
4px;border:1px solid transparent;border-radius:6px;background:transparent;text-align:right}.cl-knob \
.cl-number:hover{border-color:var(--cl-edge)}.cl-knob .cl-select,.cl-knob .cl-text{width:100%;paddin\
g:4px 8px;border:1px solid var(--cl-edge);border-radius:6px;background:var(--cl-raised);box-sizing:b\
order-box}.cl-knob .cl-select option{background:var(--cl-paper);color:var(--cl-ink)}.cl-knob :is(inp\
ut,select,.cl-round):focus-visible,.cl-actions button:focus-visible{outline:2px solid var(--cl-main)\
;outline-offset:1px}.cl-knob.cl-wrong :is(.cl-number,.cl-select,.cl-text,.cl-several){border-color:v\
ar(--cl-bad)}.cl-knob.cl-wrong .cl-label,.cl-knob.cl-wrong .cl-number{color:var(--cl-bad)}.cl-knob .\
cl-slide{position:relative;height:20px}.cl-knob .cl-range{--fill: calc(7px + var(--part, 0) * (100% \
- 14px));position:absolute;inset:0;width:100%;height:20px;margin:0;appearance:none;background:linear\
-gradient(to right,var(--cl-main) var(--fill),var(--cl-groove) var(--fill)) center / 100% 4px no-rep\
eat;border-radius:6px;cursor:pointer}.cl-knob .cl-range::-webkit-slider-thumb{appearance:none;width:\
14px;height:14px;box-sizing:border-box;border:3px solid var(--cl-main);border-radius:50%;background:\
var(--cl-paper)}.cl-knob .cl-range::-moz-range-thumb{width:14px;height:14px;box-sizing:border-box;bo\
rder:3px solid var(--cl-main);border-radius:50%;background:var(--cl-paper)}.cl-knob .cl-mark{positio\
n:absolute;left:calc(7px + var(--at) * (100% - 14px) - 1px);top:4px;width:2px;height:12px;background\
:var(--cl-ink);pointer-events:none}.cl-knob .cl-tick{position:relative;left:calc(7px + var(--at) * (\
100% - 14px));display:inline-block;transform:translate(calc(var(--at) * -100%));color:var(--cl-muted\
);font-size:11px;line-height:14px;white-space:nowrap}.cl-knob .cl-stops>span{position:absolute;left:\
calc(7px + var(--at) * (100% - 14px) - 1px);top:16px;width:2px;height:2px;border-radius:1px;backgrou\
nd:var(--cl-muted);pointer-events:none}.cl-knob.cl-locked{opacity:.65}.cl-knob.cl-locked :is(input,s\
elect,label){cursor:not-allowed}.cl-knob.cl-locked .cl-tick{color:var(--cl-ink)}.cl-knob.cl-locked .\
cl-range{--cl-main: var(--cl-muted)}.cl-knob.cl-locked :is(.cl-number,.cl-text,.cl-select):disabled{\
color:var(--cl-ink);opacity:1}.cl-knob .cl-several{margin:0;padding:0;border:1px solid transparent;b\
order-radius:6px;min-width:0}.cl-knob .cl-check{display:flex;align-items:center;gap:8px;padding:2px \
0;cursor:pointer}.cl-knob .cl-check input{margin:0;flex:none;accent-color:var(--cl-main)}.cl-knob .c\
l-sample{flex:none;stroke:light-dark(var(--light),var(--dark))}.cl-hidden{position:absolute;width:1p\
x;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}.cl-dashboard .cl-actions{displ\
ay:flex;flex-wrap:wrap;gap:8px;width:auto;height:auto;margin:0;overflow:visible}.cl-actions .cl-pres\
s{padding:4px 8px;border:1px solid var(--cl-edge);border-radius:6px;background:var(--cl-paper);curso\
r:pointer}.cl-actions .cl-more{flex:1 1 100%;color:var(--cl-main);text-align:left}.cl-actions .cl-pr\
ess:disabled{color:var(--cl-muted);cursor:not-allowed}.cl-actions .cl-press:hover:enabled{background\
:var(--cl-raised)}.cl-actions .cl-menu-holder{position:relative}.cl-actions .cl-menu{position:absolu\
te;z-index:10;top:calc(100% + 4px);left:0;min-width:96px;padding:4px;border:1px solid var(--cl-edge)\
;border-radius:6px;background:var(--cl-paper);box-shadow:0 2px 8px #00000040}.cl-actions .cl-menu[hi\
dden]{display:none}.cl-actions .cl-menu-item{display:block;width:100%;border-color:transparent;text-\
align:left}.cl-knob .cl-picker{display:none}.cl-knob .cl-choose{margin-top:6px;padding:4px 8px;borde\
r:1px solid var(--cl-edge);border-radius:6px;background:var(--cl-paper);color:inherit;font:inherit;c\
ursor:pointer}.cl-knob .cl-choose:hover{background:var(--cl-raised)}.cl-knob .cl-choose:focus-visibl\
e,.cl-preview .cl-scroll:focus-visible{outline:2px solid var(--cl-main);outline-offset:1px}.cl-previ\
ew{margin-top:6px;color:var(--cl-muted);font-size:12px;overflow-wrap:anywhere}.cl-preview p{margin:0\
}.cl-preview .cl-refused{color:var(--cl-bad)}.cl-preview .cl-facts{display:grid;grid-template-column\
s:auto 1fr;gap:0 8px;margin:0 0 6px}.cl-preview dd{margin:0;color:var(--cl-ink)}.cl-preview .cl-scro\
ll{overflow:auto;max-width:100%}.cl-preview table{width:auto;border-collapse:collapse;color:var(--cl\
-ink)}.cl-preview caption{padding:0 0 2px;color:var(--cl-muted);text-align:left}.cl-preview :is(th,t\
d){padding:1px 6px;border-bottom:1px solid var(--cl-edge);text-align:right;white-space:nowrap}.cl-pr\
eview th{max-width:12ch;overflow:hidden;text-overflow:ellipsis}.cl-preview .cl-target{background:var\
(--cl-raised);font-weight:600}
`;var ts=`.cl-stage{--cl-ink: #1b1f24;--cl-muted: #59636e;--cl-line: #d0d7de;--cl-soft: #f6f8fa;--cl-p\
aper: #ffffff;--cl-main: #0072b2;--cl-on-main: #ffffff;--cl-good: #00734f;--cl-warn: #8a5a00;--cl-ba\
d: #b3261e;container-type:inline-size;box-sizing:border-box;flex:1 1 0;min-width:40%;margin:0;paddin\
g:4px;border-radius:6px;color:var(--cl-ink);font-family:var(--jp-ui-font-family, system-ui, "Segoe U\
I", "DejaVu Sans", sans-serif);font-size:13px;line-height:1.45}.cl-stage.cl-dark{--cl-ink: #f0f3f6;-\
-cl-muted: #9aa4af;--cl-line: #3a424b;--cl-soft: #1b2127;--cl-paper: #11151a;--cl-main: #56b4e9;--cl\
-on-main: #06121b;--cl-good: #1dbe92;--cl-warn: #e69f00;--cl-bad: #ff8a80}.cl-stage:focus-visible{ou\
tline:2px solid var(--cl-main);outline-offset:1px}.cl-stage:focus{outline-offset:1px}.cl-still,.jp-O\
utputArea-child:has(.cl-still){display:none}.cl-waiting{color:var(--cl-muted);padding:24px}.cl-waiti\
ng:empty{display:none}.cl-waiting progress{display:block;width:min(240px,100%);margin-bottom:8px;acc\
ent-color:var(--cl-main)}.cl-empty .cl-plot{border-radius:6px;background:var(--cl-soft)}.cl-empty .c\
l-sentence{min-height:7em}.cl-empty .cl-bar{opacity:.45}.cl-panels{--cl-hero: clamp(390px, min(43.7c\
qw + 65px, 100vh - 338px), 780px);display:grid;gap:8px 16px;grid-template-columns:minmax(0,1fr)}.cl-\
panels[data-look=twin]{--cl-hero: clamp(390px, min(43cqw - 40px, 100vh - 330px), 700px)}.cl-panels[d\
ata-look=beside]{grid-template-columns:minmax(0,127fr) minmax(0,73fr)}.cl-heroes,.cl-aside{display:g\
rid;gap:8px 20px;min-width:0}.cl-panels[data-look=twin]>.cl-heroes{grid-template-columns:repeat(2,mi\
nmax(0,1fr))}.cl-panels[data-look=beside]>.cl-aside{grid-auto-rows:auto}.cl-panel{margin:0;min-width\
:0;display:flex;flex-direction:column;scroll-margin:48px 0 160px}.cl-panel figcaption{display:flex;f\
lex-wrap:wrap;align-content:flex-start;column-gap:12px}.cl-panel figcaption strong{flex:1 0 100%;fon\
t-size:13px;font-weight:600}.cl-subtitle{color:var(--cl-muted);font-size:12px}.cl-subtitle:empty{dis\
play:none}.cl-legend{display:flex;flex:1 1 0;min-width:60%;flex-wrap:wrap;gap:0 10px;font-size:12px;\
line-height:1.3}.cl-legend:empty{display:none}.cl-entry{display:inline-flex;align-items:center;gap:4\
px;min-width:0}.cl-swatch{flex:none;height:12px}.cl-lens{margin-left:auto;padding:0 8px;border:1px s\
olid var(--cl-line);border-radius:10px;background:transparent;color:var(--cl-muted);font:inherit;fon\
t-size:12px;cursor:pointer}.cl-lens[hidden]{display:none}.cl-lens[aria-pressed=true]{border-color:va\
r(--cl-main);color:var(--cl-main)}.cl-lens:focus-visible{outline:2px solid var(--cl-main);outline-of\
fset:1px}.cl-plot{position:relative;width:100%;flex:1 1 auto;min-height:148px;overflow:clip}.cl-hero\
es figcaption strong{font-size:14px}.cl-heroes .cl-plot{min-height:var(--cl-hero)}.cl-aside :is(.cl-\
subtitle,.cl-legend){flex:1 1 100%}.cl-aside .cl-subtitle{line-height:1.3}.cl-aside .cl-plot{min-hei\
ght:130px}.cl-aside .cl-panel:has(.cl-entry) .cl-plot{min-height:100px}.cl-told{margin:2px 0 0;min-h\
eight:1.45em;font-size:12px;font-variant-numeric:tabular-nums}.cl-panel:not(.cl-crossed)>.cl-told{di\
splay:none}.cl-crossed>.cl-plot{cursor:crosshair}.cl-single .cl-bar{display:none}.cl-stage.cl-single\
 .cl-dock{position:static}.cl-tabbed{display:flex;flex-direction:column;min-width:0}.cl-tabs{display\
:flex;flex-wrap:wrap;gap:0 2px;margin-bottom:4px;border-bottom:1px solid var(--cl-line)}.cl-tab{padd\
ing:2px 6px;border:none;border-bottom:2px solid transparent;border-radius:6px 6px 0 0;background:tra\
nsparent;color:var(--cl-muted);font:inherit;font-size:12px;cursor:pointer}.cl-tab:hover{color:var(--\
cl-ink)}.cl-tab[aria-selected=true]{border-bottom-color:var(--cl-main);color:var(--cl-ink);font-weig\
ht:600}.cl-tab:focus-visible{outline:2px solid var(--cl-main);outline-offset:-2px}.cl-stack{display:\
grid;flex:1 1 auto;grid-template:minmax(0,1fr) / minmax(0,1fr)}.cl-stack>.cl-panel{grid-area:1 / 1}.\
cl-behind{visibility:hidden}.cl-plotly{position:absolute;inset:0}.cl-canvas,.cl-dock{will-change:tra\
nsform}.cl-canvas{position:absolute;pointer-events:none}.cl-canvas[hidden]{display:none}.cl-tip{posi\
tion:absolute;top:0;left:0;z-index:5;pointer-events:none;max-width:240px;padding:4px 8px;border-radi\
us:6px;border:1px solid var(--cl-line);background:var(--cl-paper);font-size:12px;font-variant-numeri\
c:tabular-nums}.cl-tip[hidden]{display:none}.cl-dock{position:sticky;bottom:0;z-index:4;margin-top:4\
px;padding:6px 0 2px;border-top:1px solid var(--cl-line);background:var(--jp-layout-color0, var(--cl\
-paper))}.cl-bar{display:flex;align-items:center;gap:4px}.cl-bar>.cl-button{flex:none;white-space:no\
wrap}.cl-button,.cl-speed,.cl-alone,.cl-option{height:30px;min-width:32px;padding:0 8px;border-radiu\
s:6px;border:1px solid var(--cl-line);background:var(--cl-soft);color:var(--cl-ink);font:inherit;cur\
sor:pointer}.cl-button svg{width:14px;height:14px;fill:currentColor;vertical-align:-2px}.cl-button.c\
l-play{min-width:44px;background:var(--cl-main);color:var(--cl-on-main);border-color:var(--cl-main)}\
.cl-button[aria-pressed=true]{border-color:var(--cl-main);color:var(--cl-main)}.cl-button:hover,.cl-\
option:hover,.cl-speed:hover,.cl-alone:hover{border-color:var(--cl-main)}.cl-button:focus-visible,.c\
l-option:focus-visible,.cl-speed:focus-visible,.cl-alone:focus-visible,.cl-scrub:focus-visible{outli\
ne:2px solid var(--cl-main);outline-offset:1px}.cl-predict[hidden],.cl-tally[hidden]{display:none}.c\
l-tally{font-variant-numeric:tabular-nums;white-space:nowrap}.cl-option:disabled{opacity:.55;cursor:\
default;text-decoration:line-through}.cl-speed{padding:0 2px}.cl-track{position:relative;flex:1 1 12\
0px;min-width:80px;margin:0 10px;height:34px}.cl-scrub{appearance:none;width:100%;height:16px;margin\
:3px 0 0;background:transparent;cursor:pointer}.cl-scrub::-webkit-slider-runnable-track{height:4px;b\
order-radius:2px;background:linear-gradient(to right,var(--cl-main) var(--cl-done, 0%),var(--cl-line\
) var(--cl-done, 0%))}.cl-scrub::-moz-range-track{height:4px;border-radius:2px;background:var(--cl-l\
ine)}.cl-scrub::-moz-range-progress{height:4px;border-radius:2px;background:var(--cl-main)}.cl-scrub\
::-webkit-slider-thumb{appearance:none;width:14px;height:14px;margin-top:-5px;border-radius:50%;back\
ground:var(--cl-paper);border:3px solid var(--cl-main)}.cl-scrub::-moz-range-thumb{width:9px;height:\
9px;border-radius:50%;background:var(--cl-paper);border:3px solid var(--cl-main)}.cl-ticks{position:\
absolute;left:7px;right:7px;top:19px;height:12px;pointer-events:none}.cl-ticks span{position:absolut\
e;transform:translate(-50%);font-size:10px;line-height:12px;color:var(--cl-muted);font-variant-numer\
ic:tabular-nums}.cl-counter{min-width:118px;text-align:right;color:var(--cl-muted);font-variant-nume\
ric:tabular-nums;white-space:nowrap}.cl-line{display:flex;flex-wrap:wrap;align-items:flex-start;gap:\
2px 16px;margin-top:4px}.cl-sentence,.cl-all-run,.cl-numbers{display:grid;min-width:0}:is(.cl-senten\
ce,.cl-all-run,.cl-numbers)>*{grid-area:1 / 1;min-width:0}.cl-sentence{flex:1 1 100%}.cl-all-run{fle\
x:1 1 320px}.cl-all-run[hidden]{display:none}.cl-numbers{flex:0 1 auto;max-width:100%;margin-left:au\
to}.cl-whole{margin:0;color:var(--cl-muted);font-size:12px;line-height:1.35;font-variant-numeric:tab\
ular-nums}.cl-room{visibility:hidden;pointer-events:none}.cl-caption{margin:2px 0;font-size:13.5px;l\
ine-height:1.3;font-variant-numeric:tabular-nums}.cl-chips{display:flex;flex-wrap:wrap;justify-conte\
nt:flex-end;align-content:flex-start;gap:4px 6px}.cl-chip{padding:2px 10px;border-radius:14px;border\
:1px solid var(--cl-line);background:var(--cl-soft);font-size:12px;font-variant-numeric:tabular-nums\
;white-space:nowrap}.cl-chip:not(.cl-plain){font-weight:600;border-color:var(--cl-muted)}.cl-chip.cl\
-good{border-color:var(--cl-good);color:var(--cl-good)}.cl-chip.cl-warn{border-color:var(--cl-warn);\
color:var(--cl-warn);border-style:dashed}.cl-chip.cl-bad{border-color:var(--cl-bad);color:var(--cl-b\
ad);border-style:double}.cl-ask,.cl-copybox{display:flex;flex-wrap:wrap;align-items:center;gap:8px;m\
argin-top:8px;padding:10px 12px;border:1px solid var(--cl-main);border-radius:6px;background:var(--c\
l-soft)}.cl-ask[hidden]{display:none}.cl-ask .cl-skip{margin-left:auto;border-style:dashed}.cl-askin\
g .cl-line,.cl-asking figcaption strong,.cl-asking .cl-lens,.cl-blank .cl-plot,.cl-blank .cl-subtitl\
e,.cl-blank .cl-legend{visibility:hidden}.cl-blank:not(.cl-behind) .cl-plot:after{content:"Hidden un\
til you have answered";visibility:visible;position:absolute;inset:0;display:grid;place-items:center;\
border:1px dashed var(--cl-line);border-radius:6px;color:var(--cl-muted)}.cl-ask p{margin:0;flex:1 1\
 60%}.cl-how{color:var(--cl-muted)}.cl-plot.cl-aiming{cursor:crosshair;outline:2px solid var(--cl-ma\
in);outline-offset:-1px;border-radius:4px}.cl-ask .cl-good{color:var(--cl-good)}.cl-ask .cl-warn{col\
or:var(--cl-warn)}.cl-copybox textarea{flex:1 1 100%;font-family:var(--jp-code-font-family, monospac\
e);font-size:12px}.cl-status{min-height:20px;color:var(--cl-muted);font-size:12px}.cl-is-error{color\
:var(--cl-bad);font-size:13px}.cl-is-alone{color:var(--cl-warn);font-size:13px}.cl-is-error>span:bef\
ore{content:"⚠ "}.cl-is-solving>span:before,.cl-is-compiling>span:before{content:"◌ "}.cl-status pre\
{max-height:240px;overflow:auto;font-size:11px;white-space:pre-wrap}.cl-alone,.cl-clicker,.cl-projec\
ted .cl-first,.cl-projected .cl-last,.cl-projected .cl-loop,.cl-projected .cl-link,.cl-projected .cl\
-speed,.cl-projected .cl-chip.cl-plain,.cl-projected .cl-status:not(.cl-is-error){display:none}.cl-s\
tage.cl-projected{position:fixed;inset:0;z-index:2147483647;display:flex;flex-direction:column;width\
:100vw;height:100vh;max-width:none;max-height:none;padding:8px 16px;border:none;border-radius:0;over\
flow:hidden;background:var(--cl-paper)}.cl-projected::backdrop{background:var(--cl-paper)}.cl-projec\
ted .cl-panels{--cl-hero: 0px;flex:1 1 0;min-height:0;grid-template-rows:minmax(0,1fr)}.cl-projected\
 .cl-panels[data-look=beside]{grid-template-columns:minmax(0,58fr) minmax(0,42fr)}.cl-projected .cl-\
heroes,.cl-projected .cl-aside{min-height:0;grid-auto-rows:minmax(0,1fr)}.cl-projected .cl-panel,.cl\
-projected .cl-tabbed,.cl-projected .cl-plot{min-height:0}.cl-projected .cl-dock{position:relative;b\
ackground:var(--cl-paper)}.cl-projected .cl-dock,.cl-projected figcaption,.cl-projected .cl-tabs,.cl\
-projected .cl-tip,.cl-projected .cl-status{zoom:var(--cl-magnify, 1.7)}.cl-projected .cl-alone{disp\
lay:inline-block;max-width:130px;font-size:12px}.cl-projected .cl-ticks span{font-size:12px}.cl-proj\
ected .cl-caption{font-size:13px}.cl-projected .cl-whole{font-size:11px;line-height:1.3}.cl-projecte\
d .cl-dock:has(.cl-ask:not([hidden])) .cl-line{display:none}.cl-keys{display:flex;gap:8px;margin-lef\
t:auto}.cl-projected .cl-clicker{display:inline-block}.cl-projected.cl-asking:has(.cl-ask:not(.cl-pe\
eking)) .cl-panels{display:none}.cl-projected.cl-asking:has(.cl-ask:not(.cl-peeking)) .cl-dock{flex:\
1 1 0;display:flex;flex-direction:column}.cl-projected.cl-asking .cl-ask:not(.cl-peeking){flex:1 1 0\
;flex-flow:column nowrap;align-items:stretch;justify-content:center;counter-reset:cl-option;border:n\
one;background:none;font-size:17px}.cl-projected.cl-asking .cl-ask:not(.cl-peeking) strong{font-size\
:20px;margin-bottom:6px}.cl-projected.cl-asking .cl-ask:not(.cl-peeking)>.cl-option{height:auto;min-\
height:40px;padding:6px 14px;text-align:left;white-space:normal}.cl-projected.cl-asking .cl-ask>.cl-\
option:before{counter-increment:cl-option;content:counter(cl-option,upper-alpha) "  ";font-weight:70\
0;color:var(--cl-main)}.cl-projected .cl-keys{font-size:13px}.cl-projected.cl-asking .cl-ask.cl-peek\
ing{counter-reset:cl-option;gap:5px 8px;padding:6px 10px}.cl-projected.cl-asking .cl-ask.cl-peeking>\
strong{flex:1 1 100%}.cl-projected.cl-asking:has(.cl-peeking) .cl-bar{display:none}.cl-projected.cl-\
asking .cl-ask.cl-peeking.cl-voting{padding-right:236px;position:relative;min-height:84px}.cl-projec\
ted .cl-peeking .cl-room-door{position:absolute;inset:4px 8px 4px auto;width:220px;display:grid;grid\
-template-columns:76px 1fr;grid-auto-rows:min-content;align-content:center;font-size:12px}.cl-projec\
ted .cl-peeking .cl-qr{grid-row:1 / span 2}.cl-room-door{display:flex;align-items:center;gap:4px 10p\
x}.cl-room-door p{margin:0;flex:none}.cl-qr{width:76px;flex:none;background:#fff}.cl-room-at{display\
:flex;flex-direction:column;overflow-wrap:anywhere}.cl-room-code{font-size:1.3em;font-weight:700}.cl\
-room-count{font-variant-numeric:tabular-nums}.cl-voting .cl-lead:disabled{display:none}.cl-voting>.\
cl-option{height:auto;display:flex;flex-wrap:wrap;align-items:center;gap:2px 10px;cursor:default}.cl\
-projected:not(.cl-asking) .cl-voting>.cl-option{flex:1 1 30%;padding:2px 10px;min-height:0}.cl-proj\
ected:not(.cl-asking) .cl-voting>p{flex-basis:50%}.cl-voting>.cl-right{border-color:var(--cl-good);b\
ox-shadow:0 0 0 1px var(--cl-good)}.cl-voting>.cl-right:after{content:"✓";color:var(--cl-good);font-\
weight:700}.cl-bars{flex:1 1 120px;display:grid;gap:2px;min-width:90px;font-size:13px;line-height:1.\
2}.cl-bars>span{display:flex;gap:6px;font-variant-numeric:tabular-nums}.cl-bars>span:before{content:\
"";width:calc(var(--cl-share) * 75%);min-width:2px;background:var(--cl-muted)}.cl-bars>.cl-bar-2:bef\
ore{background:var(--cl-main)}.cl-projected.cl-asking .cl-ask.cl-voting:not(.cl-peeking){display:gri\
d;grid-template-columns:minmax(0,1fr) 176px;grid-auto-rows:min-content;align-content:center;gap:8px \
20px}.cl-projected.cl-asking .cl-voting:not(.cl-peeking)>*{grid-column:1}.cl-projected.cl-asking .cl\
-voting:not(.cl-peeking)>.cl-room-door{grid-column:2;grid-row:1 / span 12;flex-direction:column;just\
ify-content:center;text-align:center;font-size:15px}.cl-projected.cl-asking .cl-voting:not(.cl-peeki\
ng) .cl-qr{width:176px}@container (max-width: 620px){.cl-panels[data-look]{grid-template-columns:min\
max(0,1fr)}.cl-panels[data-look]>.cl-aside{grid-auto-flow:row;grid-template-columns:repeat(auto-fit,\
minmax(min(100%,280px),1fr))}}@container (min-width: 1180px){.cl-stage:not(.cl-projected) .cl-senten\
ce{flex:1 1 50%}.cl-stage:not(.cl-projected) .cl-numbers{max-width:45%}.cl-stage:not(.cl-projected) \
.cl-all-run{order:2;flex:1 1 100%}}@container (min-width: 621px){.cl-empty .cl-sentence{min-height:4\
em}}@container (max-width: 760px){.cl-ticks span:not(:first-child,:last-child){display:none}}@contai\
ner (max-width: 560px){.cl-stage .cl-aside .cl-panel .cl-plot{min-height:170px}.cl-panels{--cl-hero:\
 clamp(260px, 90cqw, 396px)}.cl-panels[data-look=twin]>.cl-heroes{grid-template-columns:minmax(0,1fr\
)}.cl-bar{flex-wrap:wrap}.cl-line{flex-flow:column nowrap;gap:4px}.cl-chips{justify-content:flex-sta\
rt}.cl-numbers{margin-left:0}:where(.cl-stage:not(.cl-projected)) .cl-dock{display:flex;flex-wrap:wr\
ap;align-items:center;gap:4px;padding-top:6px;bottom:calc(-1 * var(--cl-sunk, 0px))}:where(.cl-stage\
:not(.cl-projected)) :is(.cl-bar,.cl-line){display:contents}:where(.cl-stage:not(.cl-projected)) .cl\
-bar>*{order:4}.cl-bar>:is(.cl-back,.cl-play,.cl-step,.cl-track,.cl-counter){order:1}.cl-bar>:is(.cl\
-back,.cl-play,.cl-step){height:34px}.cl-sentence,.cl-ask{order:2;flex:1 1 100%}.cl-all-run,.cl-numb\
ers{order:3;flex:1 1 100%;margin:2px 0}.cl-bar>.cl-track{flex-basis:60px;margin:0 8px}.cl-counter{mi\
n-width:86px}.cl-asking .cl-sentence{display:none}}@media(pointer:coarse){.cl-scrub{height:28px;marg\
in-top:-3px}.cl-scrub::-webkit-slider-thumb{width:22px;height:22px;margin-top:-9px}.cl-scrub::-moz-r\
ange-thumb{width:16px;height:16px}}@media(prefers-reduced-motion:no-preference){.cl-is-solving>span:\
before,.cl-is-compiling>span:before{display:inline-block;animation:cl-turn 1.2s linear infinite}@key\
frames cl-turn{to{transform:rotate(360deg)}}}.cl-stage.cl-drop{outline:2px dashed var(--cl-main, #00\
72b2);outline-offset:-2px}.cl-tools{display:flex;flex-wrap:wrap;gap:4px;margin:4px 0 2px}.cl-tools[h\
idden],.cl-table[hidden],.cl-grab[hidden]{display:none}.cl-choices{display:flex;flex-wrap:wrap;gap:4\
px;margin-right:8px}.cl-tool{padding:2px 8px;border:1px solid var(--cl-line);border-radius:6px;backg\
round:var(--cl-paper);color:var(--cl-ink);font:inherit;cursor:pointer}.cl-tool:hover:enabled{backgro\
und:var(--cl-soft)}.cl-tool:disabled{color:var(--cl-muted);opacity:.6;cursor:default}.cl-tool:focus-\
visible,.cl-table :is(input,select):focus-visible{outline:2px solid var(--cl-main);outline-offset:1p\
x}.cl-tool:is([aria-pressed=true],.cl-chosen){border-color:var(--cl-main);box-shadow:inset 0 0 0 1px\
 var(--cl-main)}.cl-grab{position:absolute;top:-9px;left:-9px;width:18px;height:18px;border:2px soli\
d var(--cl-main);border-radius:50%;box-sizing:border-box;pointer-events:none}.cl-table{margin:8px 0;\
padding:8px;border:1px solid var(--cl-line);border-radius:6px}.cl-table .cl-scroll{max-height:240px;\
overflow:auto}.cl-table table{width:auto;border-collapse:collapse}.cl-table thead th{position:sticky\
;top:0;background:var(--cl-paper);color:var(--cl-muted);font-weight:600}.cl-table :is(th,td){padding\
:1px 4px;text-align:right}.cl-table tbody th{color:var(--cl-muted);font-weight:400}.cl-table :is(inp\
ut,select){padding:2px 6px;border:1px solid var(--cl-line);border-radius:4px;background:var(--cl-pap\
er);color:var(--cl-ink);font:inherit;text-align:right}.cl-table input{width:9ch}.cl-table input[aria\
-invalid=true]{border-color:var(--cl-bad)}.cl-note{margin:6px 0;color:var(--cl-muted)}.cl-foot{displ\
ay:flex;gap:8px}.cl-panel.cl-later>*{visibility:hidden}.cl-panel.cl-later:after{content:"…";color:va\
r(--cl-muted)}
`;var pt="This needs a running kernel: run the cell again.",es=["restarting","autorestarting","termina\
ting","dead"];function ss(n,t){let e=!1,s=()=>{};return li(n,i=>{e||t(i)}).then(i=>{e?i():s=i}),()=>{
e=!0,s()}}async function li(n,t){let e=await n.widget_manager?.get_model?.(n.get("uid"));if(typeof e?.
comm_live!="boolean")return()=>{};let s=()=>t(e.comm_live),i=()=>{e.comm_live=!1},o=(a,l)=>{es.includes(
l)&&i()},r=e.widget_manager.kernel;return e.on("comm_live_update",s),r?.statusChanged?.connect(o),r?.
disposed?.connect(i),(r?.isDisposed||es.includes(r?.status))&&i(),e.comm_live||s(),()=>{e.off("comm_\
live_update",s),r?.statusChanged?.disconnect(o),r?.disposed?.disconnect(i)}}var ce="lmSuppressShortcuts",ci="textarea, select, input:not([type=range]):not([type=checkbox])",hi=new Set(
["Enter","Escape","Home","End","PageUp","PageDown","ArrowLeft","ArrowRight","ArrowUp","ArrowDown"]),
is=new WeakSet,os=new WeakSet,ns=!1;function S(...n){ns||window.addEventListener("keydown",di,!0),ns=
!0;for(let t of n)is.add(t),t.dataset[ce]="true"}function rs(n){os.add(n)}function di(n){let t=n.ctrlKey||
n.metaKey,e=n.composedPath(),s=e[0].matches?.(ci),i=!t&&(n.key.length===1||hi.has(n.key));if((s?!t||
n.key.toLowerCase()!=="s":i)||t&&"zy".includes(n.key.toLowerCase())&&e.some(a=>os.has(a)))return;let r=e.
filter(a=>is.has(a));for(let a of r)delete a.dataset[ce];setTimeout(()=>r.forEach(a=>{a.dataset[ce]=
"true"}))}var pi=0;function X(n,t,e){let s=document.createElement("button");s.type="button",s.className="cl-pr\
ess",s.textContent=n,S(s);for(let[i,o]of Object.entries(t))s.setAttribute(i,o);return s.addEventListener(
"click",e),s}function ui(n,t){let e=`cl-save-${pi+=1}-${Math.random().toString(36).slice(2,8)}`,s=document.
createElement("div");s.className="cl-menu-holder";let i=document.createElement("div");i.className="c\
l-menu",i.id=e,i.setAttribute("role","menu"),i.setAttribute("aria-label","Save the picture as"),i.hidden=
!0;let o=X("Save ▾",{"aria-label":"Save","aria-haspopup":"menu","aria-expanded":"false","aria-cont\
rols":e},()=>a(i.hidden)),r=n.map(l=>{let c=X(l,{role:"menuitem",tabindex:"-1"},()=>{a(!1),o.focus(),
t(l)});return c.classList.add("cl-menu-item"),c}),a=l=>{i.hidden=!l,o.setAttribute("aria-expanded",String(
l)),l&&r[0]?.focus()};return s.addEventListener("keydown",l=>{let c=r.findIndex(p=>p===document.activeElement),
d={ArrowDown:c+1,ArrowUp:c-1,Home:0,End:-1}[l.key];if(l.key==="Escape"&&!i.hidden)a(!1),o.focus();else if(d!==
void 0&&(!i.hidden||l.key==="ArrowDown"))i.hidden?a(!0):r.at(d%r.length)?.focus();else return;l.preventDefault(),
l.stopPropagation()}),s.addEventListener("focusout",l=>{s.contains(l.relatedTarget)||a(!1)}),i.append(
...r),s.append(o,i),s}var ut=class{more=-1;asleep=!1;constructor(t,e){this.model=t,this.el=e,e.classList.
add("cl-actions"),e.setAttribute("role","group"),e.setAttribute("aria-label","Picture")}show(t){t!==
this.more&&(this.more=t,this.draw())}wake(t){this.asleep=!t,this.draw()}draw(){let{exports:t=[],copies:e}=this.
model.get("head"),s=this.more?[this.unfolder()]:[],i={title:"All knobs back to where they began"};s.
push(X("Reset",i,()=>this.press("reset"))),e&&s.push(X("Copy Python",{title:"Python that makes exact\
ly this picture"},()=>this.press("copy"))),t.length&&s.push(ui(t,o=>this.press("save",o))),this.el.replaceChildren(
...s);for(let o of this.asleep?this.el.querySelectorAll("button:not(.cl-more)"):[])o.setAttribute("d\
isabled",""),o.setAttribute("title",pt)}unfolder(){let t=!!this.model.get("unfolded"),e=t?"Fewer kno\
bs":`More (${this.more})`,s=X(e,{"aria-expanded":String(t)},()=>{this.model.set("unfolded",!t),this.
model.save_changes(),this.el.querySelector(".cl-more")?.focus()});return s.classList.add("cl-more"),
s}press(t,e=""){this.model.send({kind:"press",what:t,label:e})}};var fi={first:"M3 3h2v10H3zM13 3v10L6 8z",back:"M11 3v10L4 8z",play:"M4 2.5v11l9-5.5z",pause:"M4 3h3\
v10H4zM9 3h3v10H9z",step:"M5 3v10l7-5z",last:"M11 3h2v10h-2zM3 3v10l7-5z",screen:"M1 2h5v1.5H2.5V6H1\
zM10 2h5v4h-1.5V3.5H10zM1 10h1.5v2.5H6V14H1zM13.5 10H15v4h-5v-1.5h3.5z",link:"M6.3 11.9a2.1 2.1 0 0 \
1-3-3l2.4-2.4a2.1 2.1 0 0 1 3 0l1-1a3.5 3.5 0 0 0-5 0L2.3 7.9a3.5 3.5 0 0 0 5 5l1.2-1.2-1-1zM9.7 4.1\
a2.1 2.1 0 0 1 3 3l-2.4 2.4a2.1 2.1 0 0 1-3 0l-1 1a3.5 3.5 0 0 0 5 0l2.4-2.4a3.5 3.5 0 0 0-5-5L7.5 4\
.3l1 1z",loop:"M8 3a5 5 0 0 1 4.6 3H11v1.5h4V3.4h-1.4v1.7A6.4 6.4 0 0 0 1.6 8H3a5 5 0 0 1 5-5zm0 10a\
5 5 0 0 1-4.6-3H5V8.5H1v4.1h1.4v-1.7A6.4 6.4 0 0 0 14.4 8H13a5 5 0 0 1-5 5z"};function Z(n){let t=document.
createElementNS("http://www.w3.org/2000/svg","svg");return t.setAttribute("viewBox","0 0 16 16"),t.setAttribute(
"aria-hidden","true"),t.appendChild(document.createElementNS("http://www.w3.org/2000/svg","path")).setAttribute(
"d",fi[n]),t}function j(n,t,e){let s=u("button",`cl-button cl-${n}`);return s.type="button",s.append(
Z(n)),s.title=t,s.setAttribute("aria-label",t),s.addEventListener("click",e),s}function O(n){let t={
willReadFrequently:!0};return n.getContext("2d",t)}function P(n,t){n.textContent!==t&&(n.textContent=
t)}function u(n,t="",e=""){let s=document.createElement(n);return t&&(s.className=t),e&&(s.textContent=
e),s}var mi=0;async function ft(n,t,e){let i={kind:"file",id:`${Date.now()}-${mi+=1}`,name:t.name,size:t.
size},o=t.size>e?0:t.size;for(let r=0,a=0;r<o||a===0;r+=1048576,a++){let l=await t.slice(r,Math.min(
r+1048576,o)).arrayBuffer();n.send({...i,part:a},void 0,[l])}}function as(n,t,e){let s=o=>t()&&!!o.dataTransfer?.
types.includes("Files"),i=(o,r)=>{s(o)&&(o.preventDefault(),o.stopPropagation(),n.classList.toggle("\
cl-drop",r))};n.addEventListener("dragover",o=>i(o,!0)),n.addEventListener("dragleave",o=>{n.contains(
o.relatedTarget)||i(o,!1)}),n.addEventListener("drop",o=>{i(o,!1);let r=o.dataTransfer?.files[0];s(o)&&
r&&e(r)})}function L(n,t,...e){let s=document.createElement(n);return t&&(s.className=t),s.append(...e),s}function cs(n,t,e,s){
let i=L("input","cl-picker");Object.assign(i,{type:"file",accept:".csv,.tsv,.txt,.dat,text/csv",tabIndex:-1}),
i.setAttribute("aria-hidden","true");let o=L("button","cl-press cl-choose","Choose a file …");o.type=
"button",o.setAttribute("aria-label",`${t.label}: choose a file of this computer`),o.addEventListener(
"click",()=>i.click()),i.addEventListener("change",()=>{let c=i.files?.[0];c&&ft(s,c,t.most),i.value=
""});let r=L("div","cl-preview");r.id=`${e}-preview`,r.setAttribute("role","status");let a=c=>r.replaceChildren(
...gi(c)),l=[...n.nodes,o,i,r];return{...n,nodes:l,inputs:[...n.inputs,o],preview:a}}function gi({error:n,
hint:t,facts:e,head:s,target:i,rows:o,more:r}){if(n)return[L("p","cl-refused",n)];if(t)return[L("p",
"",t)];if(!s)return[];let a=L("dl","cl-facts",...e.flatMap(([p,f])=>[L("dt","",p),L("dd","",f)])),l=L(
"tr","",...s.map((p,f)=>ls("th",p,f===i)));l.querySelectorAll("th").forEach(p=>p.setAttribute("scope",
"col"));let c=o.map(p=>L("tr","",...p.map((f,m)=>ls("td",f,m===i)))),h=L("table","",L("caption","",r),
L("thead","",l),L("tbody","",...c)),d=L("div","cl-scroll",h);return d.tabIndex=0,d.setAttribute("rol\
e","region"),d.setAttribute("aria-label","First rows of the file"),[a,d]}function ls(n,t,e){let s=L(
n,e?"cl-target":"",t);return s.title=t,s}function hs(){let n=document.documentElement.dataset.clTheme;if(n)return n==="dark";let t=document.body.
dataset.jpThemeLight;return t!==void 0?t==="false":window.matchMedia("(prefers-color-scheme: dark)").
matches}function V(){return!!globalThis.matchMedia?.("(prefers-reduced-motion: reduce)").matches}function ds(n){
let t=new MutationObserver(n);t.observe(document.body,{attributeFilter:["data-jp-theme-light"]}),t.observe(
document.documentElement,{attributeFilter:["data-cl-theme"]});let e=window.matchMedia("(prefers-colo\
r-scheme: dark)");return e.addEventListener("change",n),()=>{t.disconnect(),e.removeEventListener("c\
hange",n)}}var bi=24e3,wi=1500,yi=200;function ps(n,t,e,s){let i=!1,o=j("play","",()=>i?l():a());o.className="c\
l-round";let r=()=>{let h=`${i?"Stop":"Run round"}: ${e}`;o.replaceChildren(Z(i?"pause":"play")),o.title=
h,o.setAttribute("aria-label",h)},a=()=>{i=!0;let[h,d]=[Number(n.value),performance.now()],p=d,f=m=>{
if(!i)return;if(!o.offsetParent)return l();h=(h+s*Math.min(m-d,yi)/bi)%s,d=m;let g=String(Math.floor(
h));g!==n.value&&m>=p&&(p=V()?m+wi:m,n.value=g,n.dispatchEvent(new Event("input"))),requestAnimationFrame(
f)};document.addEventListener("pointerdown",c,!0),requestAnimationFrame(f),r()},l=()=>{i&&(i=!1,document.
removeEventListener("pointerdown",c,!0),n.dispatchEvent(new Event("change")),r())},c=h=>{h.target.closest(
".cl-plot, .cl-actions")?.closest(".cl-dashboard")?.contains(o)&&l()};for(let h of["pointerdown","ke\
ydown"])n.addEventListener(h,l);return t.addEventListener("focus",l),S(o),r(),o}var B=(n,t,e)=>Math.min(Math.max(n,t),e);function mt(n){return n.stops?xi(us(n).share,n.stops):us(n)}
function us({kind:n,low:t,high:e}){let s=n==="log",i=s?Math.log10(t):t,o=s?Math.log10(e):e,r=n==="in\
teger"?Math.round(e-t):240;return{steps:r,share:c=>((s?Math.log10(c):c)-i)/(o-i||1),value:c=>{if(c<=
0)return t;if(c>=r)return e;let h=i+(o-i)*c/r;if(n==="integer")return Math.round(h);let d=s?Number((10**
h).toPrecision(3)):ki(h,(o-i)/r);return B(d,t,e)}}}function xi(n,t){let e=t.length-1,s=t.map(n);return{
steps:e,share:e?r=>{let a=n(r);if(!(a>=s[0]&&a<=s[e]))return a<s[0]?-1:a>s[e]?2:NaN;let l=Math.max(s.
findIndex(c=>c>=a),1);return(l-1+(a-s[l-1])/(s[l]-s[l-1]))/e}:()=>0,value:r=>t[B(Math.round(r),0,e)]}}
function ki(n,t){let e=B(Math.ceil(-Math.log10(t)),0,12);return Number(n.toFixed(e))}var vi={linear:!0,log:!0,integer:!0},Mi=2,Ai=100;function fs(n,t){let{name:e,periodic:s}=t,{share:i}=t.
kind in vi?mt(t):{share:()=>0},o,r,a=[],[l,c]=[!1,!1],h=()=>n.turn({knob:e,value:r,dragging:l,share:i,
periodic:s}),d=()=>{clearTimeout(o),o=l?setTimeout(p,Ai):void 0,a=l?[...a,JSON.stringify(r)]:[],c=!1,
n.send(e,r,l)},p=()=>{a=[],c&&d()};return{send(f,m=!0){[r,l]=[f,!m],c=!h()||!!n.stand[e]?.followed||
m,c&&(m||a.length<Mi)&&d()},told(f){l||(r=f,h())},painted(f){a.splice(0,Math.max(a.indexOf(JSON.stringify(
f)),0)+1),c&&d()},finish(){l&&(l=!1,h(),d())}}}function I(n,t){let e=Math.abs(n),s=e.toExponential(60).replace(".",""),i=s.slice(0,t),o=/^50*e/.test(
s.slice(t))&&Number(i.at(-1))%2===0,[r,a]=(o?s:e.toExponential(t-1).replace(".","")).split("e");return[
r.slice(0,t),Number(a)]}function gt(n,t){if(t<0)return`0.${"0".repeat(-t-1)}${n}`;let e=n.slice(0,t+
1).padEnd(t+1,"0"),s=n.slice(t+1),i=e.replace(/\B(?=(\d{3})+$)/g,",");return s?`${i}.${s}`:i}function he(n,t){
return`${n[0]}.${n.slice(1)}e${t}`}function Q(n){let[t,e]=n.split("e"),s=t.includes(".")?t.replace(/\.?0+$/,
""):t;return e===void 0?s:`${s}e${e}`}function H(n,t=5){if(n===null||Number.isNaN(n))return"–";let e=n<
0?"−":"",s=Math.abs(n);if(s===1/0)return`${e}∞`;if(s===0)return"0";let[,i]=I(s,30);if(Number.isInteger(
s)&&s<1e15)return e+gt(...I(s,i+1));let o=Math.max(t-1,2);return s<.001||s>=1e7?e+he(...I(s,o)):e+gt(
...I(s,Math.max(t,i+1)))}function F(n,t=3){return Q(H(n,t))}function bt(n){if(n===0||Number.isInteger(
n)&&Math.abs(n)<1e6)return String(n+0);let t=n<0?"-":"",[e,s]=I(n,4);if(s<-3||s>=6)return t+Q(he(e,s));
let[,i]=I(n,30);return t+Q(gt(...I(n,Math.max(i+1,4)))).replaceAll(",","")}function ms({name:n,values:t},e){
let s=Math.floor(e),i=e-s,o=i?(1-i)*t[s]+i*t[s+1]:t[s];return`${n} = ${F(o)}`}function gs(n){return n[0]>
n[n.length-1]}var bs={"-":"⁻"};[..."⁰¹²³⁴⁵⁶⁷⁸⁹"].forEach((n,t)=>{bs[t]=n});function wt(n){
let t=Math.abs(n);return t<1e-300?"0":t<1e-4||t>=1e5?ws(n):(n<0?"−":"")+Q(gt(...I(t,10))).replaceAll(
",","")}function ws(n){return(n<0?"−":"")+Q(he(...I(Math.abs(n),5)))}function de(n){let t=n.map(wt);
return t.some(e=>e.includes("e"))?n.map((e,s)=>t[s]==="0"?"0":ws(e)):t}function ys(n){let t=Math.log10(
n),e=Math.round(t);return Math.abs(t-e)>1e-9?wt(n):e===0||e===1?e?"10":"1":`10${[...String(e)].map(s=>bs[s]).
join("")}`}var Ei=60,Si=32,Li=0;function E(n,t={},...e){let s=document.createElement(n);for(let[i,o]of Object.entries(
t))o!=null&&o!==""&&s.setAttribute(i,String(o));return s.append(...e),s}function kt(n){let t=[],e=0;
for(let s of n.matchAll(/(?<![\p{L}\d_])(\p{L})_(\p{L}+|\d+)(?![\p{L}\d_])/gu))t.push(n.slice(e,s.index)+
s[1],E("sub",{},s[2])),e=s.index+s[0].length;return[...t,n.slice(e)]}function yt(n){return typeof n==
"number"?bt(n):n==null?"":typeof n=="object"&&"text"in n?n.text:String(n)}function $i(n){let t=Number(
n.trim());return n.trim()!==""&&Number.isFinite(t)?t:n}function fe(n,t){return E("label",{class:"cl-\
label",for:t},...kt(n.label))}function xs(n,t){n.addEventListener("change",t),n.addEventListener("ke\
ydown",e=>{e.key==="Enter"&&t()})}function pe(n,t,e,s){let{steps:i,share:o,value:r}=mt(n),a=!1,l=E("\
input",{id:t,class:"cl-number",type:"text",inputmode:"decimal",autocomplete:"off",spellcheck:"false",
...e}),c=E("input",{class:"cl-range",type:"range",min:0,max:i,step:1,"aria-label":`${n.label}, slide\
r`,...e}),h=E("span",{class:"cl-mark","aria-hidden":"true"}),d=E("span",{class:"cl-tick"}),p=E("div",
{class:"cl-slide"},c,h),f=E("span",{class:"cl-hand","aria-hidden":"true"}),m="",g=!1,y=x=>{m=yt(x),l.
value=m,l.style.width=`${B(m.length,4,12)+2}ch`},w=x=>{c.setAttribute("aria-valuetext",yt(x)),c.style.
setProperty("--part",String(B(o(x),0,1)))},v=x=>{g||(y(x),typeof x=="number"&&(w(x),c.value=String(Math.
round(B(o(x),0,1)*i))))},M=()=>{let x=yt(r(Number(c.value)));f.textContent=g&&x!==m?x:""},k=x=>{a=!0,
g&&(y(x),M())};c.addEventListener("input",()=>{g=!0;let x=r(Number(c.value));w(x),a||y(x),s.send(x,!1),
M()});let A=()=>{g&&(g=!1,v(r(Number(c.value))),M(),s.finish())},z=()=>s.near(()=>Ni(i,Number(c.value)).
map(x=>r(x)));c.addEventListener("pointerenter",z),c.addEventListener("focus",z);let $=!1;c.addEventListener(
"keydown",()=>{$=!0}),c.addEventListener("keyup",()=>{$=!1,A()}),c.addEventListener("change",()=>{$||
A()});for(let x of["pointerup","touchend"])c.addEventListener(x,A);c.addEventListener("blur",()=>{$=
!1,A()}),xs(l,()=>{if(l.value===m)return;let x=$i(l.value);v(x),s.send(x)}),l.addEventListener("keyd\
own",x=>{x.key==="Escape"&&(l.value=m)});let D=x=>{let le=x&&typeof x[0]=="number"?o(x[0]):NaN,Ze=le>=
0&&le<=1;h.hidden=d.hidden=!Ze,d.replaceChildren(),x&&Ze&&d.append(...kt(x[1]));for(let oi of[h,d])oi.
style.setProperty("--at",String(le))},W=r(i)===n.high?i:i+1,ni=n.periodic?[ps(c,l,n.label,W)]:[],ii=E(
"div",{class:"cl-row"},fe(n,t),...ni,f,l),Xe=n.stops&&Ci(n.stops,o);return Xe&&p.append(Xe),{nodes:[
ii,p,d],inputs:[l,c],display:v,tick:D,picture:k}}function Ni(n,t){let e=Math.max(1,Math.ceil(n/Ei)),
s=new Set([0,n].sort((i,o)=>Math.abs(i-t)-Math.abs(o-t)));for(let i=8*e;i>=e;i/=2)Array.from({length:Math.
floor(n/i)+1},(r,a)=>a*i).sort((r,a)=>Math.abs(r-t)-Math.abs(a-t)).forEach(r=>s.add(r));return[...s]}
function Ci(n,t){let e=E("div",{class:"cl-stops","aria-hidden":"true"});for(let s of n.length<=Si?n:
[])e.appendChild(E("span")).style.setProperty("--at",String(t(s)));return e}function ji(n,t,e,s){let i=E(
"select",{id:t,class:"cl-select",...e});n.options.forEach((r,a)=>i.append(E("option",{value:a},r.words))),
i.addEventListener("change",()=>s.send(n.options[i.selectedIndex].value));let o=r=>{let a=JSON.stringify(
r);i.selectedIndex=n.options.findIndex(l=>JSON.stringify(l.value)===a)};return{nodes:[fe(n,t),i],inputs:[
i],display:o}}function Oi(n,t,e,s){let i=E("input",{id:t,type:"checkbox",...e});return i.addEventListener(
"change",()=>s.send(i.checked)),{nodes:[E("label",{class:"cl-check",for:t},i,E("span",{},...kt(n.label)))],
inputs:[i],display:r=>{i.checked=r===!0}}}var Ti={solid:"",dash:"6 4",dot:"2 3",dashdot:"6 3 2 3",longdash:"\
10 4"};function zi({light:n,dark:t,dash:e}){let s=document.createElementNS("http://www.w3.org/2000/s\
vg","svg"),i=document.createElementNS("http://www.w3.org/2000/svg","line"),o=(r,a)=>Object.entries(a).
forEach(([l,c])=>r.setAttribute(l,String(c)));return o(s,{class:"cl-sample",width:20,height:10,viewBox:"\
0 0 20 10","aria-hidden":"true"}),o(i,{x1:0,y1:5,x2:20,y2:5,"stroke-width":3,"stroke-dasharray":Ti[e]??
""}),s.style.setProperty("--light",n),s.style.setProperty("--dark",t),s.append(i),s}function Pi(n,t,e,s){
let i=n.options.map(()=>E("input",{type:"checkbox"})),o=E("fieldset",{class:"cl-several",id:t,...e});
o.append(E("legend",{class:"cl-label"},...kt(n.label))),n.options.forEach((l,c)=>{let h=E("label",{class:"\
cl-check"},i[c]);l.line&&h.append(zi(l.line)),h.append(E("span",{},l.words)),o.append(h),i[c].addEventListener(
"change",()=>s.send(n.options.filter((d,p)=>i[p].checked).map(d=>d.value)))});let r=l=>{let c=new Set(
(Array.isArray(l)?l:[]).map(h=>JSON.stringify(h)));n.options.forEach((h,d)=>{i[d].checked=c.has(JSON.
stringify(h.value))})},a=l=>n.options.forEach((c,h)=>{let d=l!==null&&JSON.stringify(c.value)===JSON.
stringify(l);i[h].parentElement.hidden=d});return{nodes:[o],inputs:[o,...i],display:r,leave:a}}function ue(n,t,e,s){
let i=E("input",{id:t,class:"cl-text",type:"text",autocomplete:"off",spellcheck:"false",...e});xs(i,
()=>s.send(i.value));let o=r=>{i.value=yt(r)};return{nodes:[fe(n,t),i],inputs:[i],display:o}}var Ri={
linear:pe,log:pe,integer:pe,choice:ji,switch:Oi,several:Pi,text:ue,file:ue,edits:ue},xt=class{shown={};asleep="";constructor(t,e,s){
this.knobs=t,this.spec=e,this.el=s;let i=`cl-knob-${Li+=1}-${Math.random().toString(36).slice(2,8)}`,
o=e.help&&E("span",{id:`${i}-help`,class:"cl-hidden"},e.help);this.reason=E("span",{id:`${i}-error`,
class:"cl-hidden"});let r={title:e.help,"aria-describedby":o?o.id:null},l={...this.out=fs(t,e),near:h=>t.
near(e.name,h)},c=Ri[e.kind](e,i,r,l);this.control=e.kind==="file"?cs(c,e,i,t.model):c,s.classList.add(
"cl-knob",`cl-knob-${e.kind}`),s.classList.toggle("cl-primary",e.primary),s.dataset.name=e.name,S(s,
...this.control.inputs),s.replaceChildren(...this.control.nodes,...o?[o]:[],this.reason),this.show()}show(){
let{shown:t,control:e}=this,s=this.shown=this.knobs.stand[this.spec.name]??{value:null},i=o=>!("valu\
e"in t)||!Ii(t[o],s[o]);i("value")&&(e.display(s.value),this.out.told(s.value)),i("tick")&&e.tick?.(
s.tick??null),i("preview")&&e.preview?.(s.preview??{}),i("without")&&e.leave?.(s.without??null),this.
el.classList.toggle("cl-idle",!!s.idle),(i("locked")||i("error"))&&this.explain()}explain(){let{locked:t,
error:e=""}=this.shown,s=t||this.asleep;this.reason.textContent=e,this.el.classList.toggle("cl-locke\
d",!!s),this.el.classList.toggle("cl-wrong",e!=="");for(let i of this.control.inputs)i.toggleAttribute(
"disabled",!!s),i.setAttribute("aria-invalid",String(e!=="")),e?i.setAttribute("aria-errormessage",this.
reason.id):i.removeAttribute("aria-errormessage"),i.title=e||s||this.spec.help}wake(t){this.asleep=t?
"":pt,this.explain()}painted({at:t,ticks:e,answer:s}){let{name:i}=this.spec;i in t&&(s&&this.out.painted(
t[i]),this.control.picture?.(t[i]),this.control.tick?.((e?e[i]:this.shown.tick)??null))}},Ii=(n,t)=>JSON.
stringify(n)===JSON.stringify(t);var me=n=>JSON.parse(new TextDecoder().decode(n));function ks({buffer:n,byteOffset:t}){let e=4+new DataView(
n).getUint32(t,!0),s=me(new Uint8Array(n,t+4,e-4));return new Map(s.map(([i,o,r])=>{let a=new Uint8Array(
n,t+e,o);return e+=o,[i,{data:a,about:r}]}))}function vs(n,t){let e=l=>Object.fromEntries(Object.entries(
l).map(([c,h])=>[c,me(t(h).data)])),s=e(n.told);if(n.error)return{error:n.error,told:s};let i={},o={};
for(let l of n.arrays){let{data:c,about:h}=t(l);i[l]=h,o[l]=new DataView(c.buffer,c.byteOffset,c.byteLength)}
let r=n.panels.map(l=>me(t(l).data));return{spec:{...e(n.spec),panels:r,arrays:i},buffers:o,told:s}}var Ms=64,Fi=8e6,Di=3e3,Bi=250,ge=new Map,G=class n{held=new Map;parts=new Map;bytes=0;knob="";others="";id="";hand=null;shown=null;values={};near=null;touched=-1/0;asked=-1/0;views=new Set;static of(t){
let e=t.get("uid"),s=ge.get(e)??new n(t,e);return ge.set(e,s),s}constructor(t,e){this.model=t,this.uid=
e}join(t){this.views.add(t)}leave(t){this.views.delete(t),this.views.size||ge.delete(this.uid)}without(t,e){
let{[t]:s,...i}=e;return JSON.stringify(Object.entries(i).sort(([o],[r])=>o<r?-1:1))}open(t){let e=this.
without(t,{...this.model.get("at"),...this.values});t===this.knob&&e===this.others||(this.clear(),[this.
knob,this.others,this.id]=[t,e,Math.random().toString(36).slice(2)])}clear(){this.held.clear(),this.
parts.clear(),[this.bytes,this.knob,this.others,this.id,this.asked]=[0,"","","",-1/0]}point(t){this.
near=t,this.touched=performance.now(),this.ask()}ask(){let t=performance.now();if(!this.near||!this.
model.get("ahead")||t-this.touched>Di||(this.open(this.near.knob),t-this.asked<Bi||this.bytes>Fi))return;
let e=this.near.values().filter(s=>!this.held.has(JSON.stringify(s)));e.length&&(this.asked=t,this.model.
send({kind:"ahead",shelf:this.id,knob:this.knob,values:e.slice(0,Ms)}))}turn(t){if(this.values[t.knob]=
t.value,!t.dragging)return this.hand&&(this.touched=performance.now()),this.hand=null,this.shown&&be(
{...this.model.get("at"),...this.values},this.model.get("at"))&&this.show(null),!1;this.open(t.knob),
this.hand=t;let e=this.nearest(t);return e&&this.show(e.picture),e!==void 0&&be(e.value,t.value)}nearest(t){
let e=t.share(t.value),s=({value:o})=>{let r=Math.abs(t.share(o)-e);return t.periodic?Math.min(r,1-r):
r},i;for(let o of this.held.values())(!i||s(o)<s(i))&&(i=o);return i}show(t){if(t!==this.shown){this.
shown=t;for(let e of this.views)e.show()}}answered(t){let{at:e}=t,{knob:s}=this;s&&this.without(s,{...e,
...this.values})!==this.others&&this.clear(),s&&this.without(s,e)===this.others&&this.keep(e[s],t,Hi(
t));let i=s in this.values&&!be(e[s],this.values[s]);return this.hand?this.shown=this.nearest(this.hand)?.
picture??null:i||(this.shown=null),this.hand||this.ask(),this.shown??t}take(t,e){if(t.shelf!==this.id)
return;for(let[r,a]of ks(e[0]))this.parts.set(r,a);let s=vs(t.head,r=>this.parts.get(r));if(s.error!==
void 0)return;let{at:i={},ticks:o}=s.told;this.without(this.knob,i)===this.others&&(this.keep(t.value,
{...s,at:i,ticks:o},e[0].byteLength),this.hand&&this.turn(this.hand))}keep(t,e,s){let i=JSON.stringify(
t);this.bytes+=s-(this.held.get(i)?.bytes??0),this.held.delete(i),this.held.set(i,{value:t,picture:e,
bytes:s});for(let[o,{bytes:r}]of this.held){if(this.held.size<=Ms)return;this.held.delete(o),this.bytes-=
r}}},be=(n,t)=>JSON.stringify(n)===JSON.stringify(t);function Hi({spec:n,buffers:t}){return Object.keys(
n.arrays).filter(s=>!s.startsWith("s")).reduce((s,i)=>s+(t[i]?.byteLength??0),0)}var we=new Map,_i=0,vt=class n{stand={};sent=new Map;views=new Set;static of(t){let e=t.get("uid"),s=we.
get(e)??new n(t,e);return we.set(e,s),s}constructor(t,e){this.model=t,this.uid=e,this.shelf=G.of(t),
this.heed(t.get("stand")??{})}join(t){this.views.add(t)}leave(t){this.views.delete(t),this.views.size||
we.delete(this.uid)}heed(t){let e=this.stand;this.stand=Object.fromEntries(Object.entries(t).map(([s,
i])=>{if(this.sent.has(s)&&this.sent.get(s)!==i.turn){let{value:o,error:r}=e[s];return[s,{...i,value:o,
error:r}]}return this.sent.delete(s),[s,i]})),this.tell()}tell(){for(let t of this.views)t.show()}turn(t){
return this.model.get("solved")===void 0&&this.shelf.turn(t)}send(t,e,s){let i=`${Math.random().toString(
36).slice(2,8)}${_i+=1}`;this.sent.set(t,i),this.stand[t]={...this.stand[t],value:e},this.tell(),this.
model.send({kind:"turn",knob:t,value:e,dragging:s,turn:i})}near(t,e){this.shelf.point({knob:t,values:e})}};
function As(n,t){return n.filter(({primary:e,kind:s,name:i})=>!e&&s!=="edits"&&!t[i]?.idle).length}function Es({filename:n,mime:t},e){let s=u("a");s.href=URL.createObjectURL(new Blob([e],{type:t})),s.
download=n,s.click(),setTimeout(()=>URL.revokeObjectURL(s.href),1e4)}async function Mt(n,t){try{await navigator.
clipboard.writeText(n)}catch{Ki(n,t)}}function Ki(n,t){let e=u("div","cl-copybox"),s=e.appendChild(u(
"textarea"));s.value=n,s.rows=8,s.readOnly=!0,s.setAttribute("aria-label","Python that makes this pi\
cture; copy it from here");let i=e.appendChild(u("button","cl-option","Close"));i.type="button",i.addEventListener(
"click",()=>e.remove()),t.querySelector(".cl-copybox")?.remove(),t.append(e),s.focus(),s.select()}var qi=0,At=class{layout;chosen;tabs=[];shown="";constructor(t){this.root=u("div","cl-panels"),this.
onTab=t,this.id=`cl-grid-${qi+=1}-${Math.random().toString(36).slice(2,8)}`}arrange(t,e){let s=JSON.
stringify([t.layout,t.panels.map(g=>[g.key,g.tab])]);if(s===this.shown)return;[this.shown,this.layout]=
[s,t.layout];let i=new Map(t.panels.map((g,y)=>[g.key,e[y]])),{hero:o,side:r,tabs:a,twin:l}=t.layout,
c=l?[]:[...r],h=l?[...r,...a]:a.length?[...c.splice(-1),...a]:[],d=g=>i.get(g).root;this.tabs=[];for(let g of e)
Ui(g.root);let p=u("div","cl-heroes");i.has(o)&&p.append(d(o));let f=u("div","cl-aside");f.append(...c.
map(d));let m=h.length>1?[this.group(t,h,i)]:h.map(d);(l?p:f).append(...m),this.root.dataset.look=l?
"twin":f.childElementCount?"beside":"alone",this.root.replaceChildren(p,...f.childElementCount?[f]:[])}group(t,e,s){
let i=u("div","cl-tabbed"),o=i.appendChild(u("div","cl-tabs"));o.setAttribute("role","tablist"),o.setAttribute(
"aria-label","Panels"),o.addEventListener("keydown",a=>this.key(a));let r=i.appendChild(u("div","cl-\
stack"));for(let a of e){let l=s.get(a),c=t.panels.find(d=>d.key===a),h=o.appendChild(u("button","cl\
-tab",c?.tab));h.type="button",h.id=`${this.id}-${a}`,h.setAttribute("role","tab"),h.addEventListener(
"click",()=>this.choose(a,!0)),l.root.id=`${h.id}-panel`,l.root.setAttribute("role","tabpanel"),l.root.
setAttribute("aria-labelledby",h.id),h.setAttribute("aria-controls",l.root.id),S(h),r.append(l.root),
this.tabs.push([a,h,l])}return this.choose(this.chosen&&e.includes(this.chosen)?this.chosen:e[0]),i}choose(t,e=!1){
this.chosen=t;for(let[s,i,o]of this.tabs)i.setAttribute("aria-selected",String(s===t)),i.tabIndex=s===
t?0:-1,o.root.classList.toggle("cl-behind",s!==t);this.onTab(t,e)}key(t){let e=this.tabs.findIndex(([
a])=>a===this.chosen),i={ArrowRight:e+1,ArrowLeft:e-1,Home:0,End:-1}[t.key];if(i===void 0||t.ctrlKey||
t.metaKey||t.altKey)return;t.preventDefault(),t.stopPropagation();let[o,r]=this.tabs[(i+this.tabs.length)%
this.tabs.length];this.choose(o,!0),r.focus()}};function Ui(n){n.classList.remove("cl-behind");for(let t of[
"role","aria-labelledby","id"])n.removeAttribute(t)}var Ss={width:1280,height:720},Ji=1.7;function Wi(n,t){return Ji*Math.max(1,Math.min(n/Ss.width,t/Ss.
height))}var Et=class{on=!1;constructor(t,e,s){this.el=t,this.left=e,this.resized=s,this.page=t.ownerDocument}get magnify(){
return this.on?Wi(window.innerWidth,window.innerHeight):1}async enter(t){if(!this.on){this.on=!0,this.
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
this.left())}};var St=class{constructor(t){this.stage=t,this.projector=new Et(t.el,()=>this.show(!1),()=>this.magnified()),
this.button=j("screen","Fill the screen, for a lecture (F)",()=>this.toggle()),this.alone=u("select",
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
map(i=>[i.key,i.tab||i.title])];this.alone.replaceChildren(...e.map(([i,o])=>{let r=u("option","",o);
return r.value=i,r}));let s=this.stage.model.get("projector");this.alone.value=typeof s=="string"?s:
""}};var Ls=new Uint8Array([31,139,8,0,0,0,0,0,0,255]);async function $s(n,t,e){let s=new Blob(n).stream().
pipeThrough(t).getReader(),i=[],o=0;for(let r=await s.read();!r.done;r=await s.read())if(i.push(r.value),
o+=r.value.length,o>e)throw await s.cancel(),new Error(`more than ${e} bytes`);return new Uint8Array(
await new Blob(i).arrayBuffer())}async function Ns(n){let t=new TextEncoder().encode(JSON.stringify(
n)),e=(await $s([t],new CompressionStream("gzip"),1e5)).slice(Ls.length);return`cl1.${btoa(Array.from(
e,i=>String.fromCharCode(i)).join("")).replaceAll("+","-").replaceAll("/","_").replace(/=+$/,"")}`}async function Cs(n){
let t=/^cl([1-9]\d*)\.([\w-]+)$/.exec(n.trim());if(!t)throw new Error("The link holds no state of Co\
nvex Lab.");if(Number(t[1])>1)throw new Error(`The link is of version ${t[1]}; this page reads versi\
on 1 or earlier.`);if(t[2].length>1e5)throw new Error("The link is longer than 100000 letters.");let e;
try{e=JSON.parse(await Vi(t[2]))}catch{throw new Error("The link is damaged; copy it again, whole.")}
if(e===null||typeof e!="object"||Array.isArray(e))throw new Error("The link holds no dictionary.");return e}
async function Vi(n){let t=atob(n.replaceAll("-","+").replaceAll("_","/"));if(btoa(t).replaceAll("+",
"-").replaceAll("/","_").replace(/=+$/,"")!==n)throw new Error("bits are left over");let s=Uint8Array.
from(t,r=>r.charCodeAt(0)),i=await $s([Ls,s],new DecompressionStream("gzip"),1e7);if(new DataView(s.
buffer).getUint32(s.length-4,!0)!==i.length)throw new Error("not one whole member");return new TextDecoder(
"utf-8",{fatal:!0}).decode(i)}async function js(n,t,e){let{frame:s,predict:i,projector:o,zoom:r,camera:a,sealed:l,...c}=t,h={...c,
...l&&await Cs(l)},d=Object.entries(e).filter(([p,f])=>f||p==="frame");return`${n.split("#")[0]}#${await Ns(
{...h,...Object.fromEntries(d)})}`}var Gi=300,Lt=class{resting;constructor(t){this.stage=t}get controls(){return this.stage.model.get("\
link")?[j("link","Copy link to this page as it looks",()=>this.copyLink())]:[]}get all(){let{model:t,
place:e}=this.stage,s=t.get("projector")??!1;return{frame:e,predict:!!t.get("predict"),projector:s,...this.
seen()}}seen(){let t={};for(let e of this.stage.panels)e.look&&((t[e.space?"camera":"zoom"]??={})[e.
panel.key]=e.look);return t}heard(){let{model:t}=this.stage;clearTimeout(this.resting),this.resting=
setTimeout(()=>{let e=this.seen();JSON.stringify(e)!==JSON.stringify(t.get("look")??{})&&(t.set("loo\
k",e),t.save_changes())},Gi)}obey(){let{zoom:t={},camera:e={}}=this.stage.model.get("look")??{};for(let s of this.
stage.panels)s.panel&&s.turn((s.space?e:t)[s.panel.key]??null)}async copyLink(){let{model:t,el:e}=this.
stage;await Mt(await js(location.href,t.get("link"),this.all),e),this.stage.say("ready","copied a li\
nk to this picture")}end(){clearTimeout(this.resting)}};var Yi='a[href^="#panel="], a[href^="#panel-below="]',Os=!1;function zs(){Os||(Os=!0,window.addEventListener(
"click",Zi,!0),window.addEventListener("keydown",n=>{let t=Ps(n);t&&S(t)},!0))}function Xi(n,t,e){let s=t.
filter(r=>r<=n).sort((r,a)=>a-r),i=t.filter(r=>r>n).sort((r,a)=>r-a),[o]=e?[...i,...s]:[...s,...i];return t.
indexOf(o)}function Ps(n){let{target:t}=n;return t instanceof Element?t.closest(Yi):null}function Zi(n){
let t=Ps(n);if(!t||n.defaultPrevented)return;n.preventDefault();let[e,s]=decodeURIComponent(t.hash).
split("="),i=Qi(t,s),o=i.map(a=>Ts(a.closest(".cl-stage")??a)),r=i[Xi(Ts(t),o,e==="#panel-below")];r&&
to(r)}var Ts=n=>n.getBoundingClientRect().top;function Qi(n,t){for(let e=n.parentElement;e;e=e.parentElement){
let i=[...e.querySelectorAll(`.cl-stage .cl-panel[data-key="${CSS.escape(t)}"]`)].filter(o=>o.getClientRects().
length);if(i.length)return i}return[]}function to(n){let t=document.getElementById(n.getAttribute("a\
ria-labelledby")??"");t?.click();let e=t??n.querySelector(".cl-plot");e instanceof HTMLElement&&(e.tabIndex<
0&&(e.tabIndex=-1),e.focus({preventScroll:!0})),n.scrollIntoView({block:"nearest"})}function b(n,t){if(typeof n!="string"||n[0]!=="@")return n;let[,e,s,i]=n.match(/^@(\w+)(?:([/%])(.+))?$/)??
[],o=Rs(t.colours[e]);if(!s)return t.colours[e];if(s==="/")return`rgba(${o.join()},${i})`;let r=Rs(t.
colours.paper);return`rgb(${o.map((a,l)=>Math.round(Number(i)*a+(1-Number(i))*r[l])).join()})`}function Rs(n){
return[1,3,5].map(t=>parseInt(n.slice(t,t+2),16))}function $t(n,t){let e=n.length-1,s=0;return t.map(i=>{if(!(i>=n[0]&&i<=n[e]))return NaN;for(;s<e-1&&
n[s+1]<=i;)s++;for(;s>0&&n[s]>i;)s--;return s+(i-n[s])/(n[s+1]-n[s])})}function eo({x:n,y:t,z:e},s,i){
let{box:o}=i,[r,a]=[Math.max(1,Math.ceil(o.width/2)),Math.max(1,Math.ceil(o.height/2))],l=w=>i.back(
o.x+(w+.5)*o.width/r,0)[0],c=w=>i.back(0,o.y+(w+.5)*o.height/a)[1],h=Float64Array.from({length:r},(w,v)=>l(
v)),d=Float64Array.from({length:a},(w,v)=>c(v)),[p,f]=[$t(n,h),$t(t,d)],m=new ImageData(r,a),g=new Uint32Array(
m.data.buffer);for(let w=0;w<a;w++){if(!(f[w]>=0))continue;let v=Math.min(Math.floor(f[w]),t.length-
2),M=f[w]-v;for(let k=0;k<r;k++){if(!(p[k]>=0))continue;let A=Math.min(Math.floor(p[k]),n.length-2),
z=p[k]-A,$=v*n.length+A,D=(1-M)*((1-z)*e[$]+z*e[$+1])+M*((1-z)*e[$+n.length]+z*e[$+n.length+1]),W=Math.
min(Math.max(Math.floor(D)+1,0),s.length-1);D===D&&(g[w*r+k]=s[W])}}let y=document.createElement("ca\
nvas");return[y.width,y.height]=[r,a],O(y).putImageData(m,0,0),y}function Is(n,t,e,s,i){let{box:o}=s,
r=JSON.stringify([o,s.back(0,0),s.back(1,1),i.name]);if(t.image?.key!==r||t.image.data!==e){let a=t.
look.colours.map(l=>{let c=Uint8Array.from([...(b(l,i).match(/\d+/g)??[]).map(Number),255]);return new Uint32Array(
c.buffer)[0]});t.image={key:r,data:e,canvas:eo(e,a,s)}}n.drawImage(t.image.canvas,o.x,o.y,o.width,o.
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
*/var so=Math.sqrt(50),no=Math.sqrt(10),io=Math.sqrt(2);function ke(n,t,e){let s=(t-n)/Math.max(0,e),
i=Math.floor(Math.log10(s)),o=s/Math.pow(10,i),r=o>=so?10:o>=no?5:o>=io?2:1,a,l,c;return i<0?(c=Math.
pow(10,-i)/r,a=Math.round(n*c),l=Math.round(t*c),a/c<n&&++a,l/c>t&&--l,c=-c):(c=Math.pow(10,i)*r,a=Math.
round(n/c),l=Math.round(t/c),a*c<n&&++a,l*c>t&&--l),l<a&&.5<=e&&e<2?ke(n,t,e*2):[a,l,c]}function Js(n,t,e){
if(t=+t,n=+n,e=+e,!(e>0))return[];if(n===t)return[n];let s=t<n,[i,o,r]=s?ke(t,n,e):ke(n,t,e);if(!(o>=
i))return[];let a=o-i+1,l=new Array(a);if(s)if(r<0)for(let c=0;c<a;++c)l[c]=(o-c)/-r;else for(let c=0;c<
a;++c)l[c]=(o-c)*r;else if(r<0)for(let c=0;c<a;++c)l[c]=(i+c)/-r;else for(let c=0;c<a;++c)l[c]=(i+c)*
r;return l}function Ae(n,t,e){n.prototype=t.prototype=e,e.constructor=n}function Ws(n,t){var e=Object.
create(n.prototype);for(var s in t)e[s]=t[s];return e}function nt(){}var tt=.7,jt=1/tt,Y="\\s*([+-]?\\\
d+)\\s*",et="\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]?\\d+)?)\\s*",R="\\s*([+-]?(?:\\d*\\.)?\\d+(?:[eE][+-]\
?\\d+)?)%\\s*",oo=/^#([0-9a-f]{3,8})$/,ro=new RegExp(`^rgb\\(${Y},${Y},${Y}\\)$`),ao=new RegExp(`^rg\
b\\(${R},${R},${R}\\)$`),lo=new RegExp(`^rgba\\(${Y},${Y},${Y},${et}\\)$`),co=new RegExp(`^rgba\\(${R}\
,${R},${R},${et}\\)$`),ho=new RegExp(`^hsl\\(${et},${R},${R}\\)$`),po=new RegExp(`^hsla\\(${et},${R}\
,${R},${et}\\)$`),Fs={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,
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
Ae(nt,st,{copy(n){return Object.assign(new this.constructor,this,n)},displayable(){return this.rgb().
displayable()},hex:Ds,formatHex:Ds,formatHex8:uo,formatHsl:fo,formatRgb:Bs,toString:Bs});function Ds(){
return this.rgb().formatHex()}function uo(){return this.rgb().formatHex8()}function fo(){return Vs(this).
formatHsl()}function Bs(){return this.rgb().formatRgb()}function st(n){var t,e;return n=(n+"").trim().
toLowerCase(),(t=oo.exec(n))?(e=t[1].length,t=parseInt(t[1],16),e===6?Hs(t):e===3?new C(t>>8&15|t>>4&
240,t>>4&15|t&240,(t&15)<<4|t&15,1):e===8?Nt(t>>24&255,t>>16&255,t>>8&255,(t&255)/255):e===4?Nt(t>>12&
15|t>>8&240,t>>8&15|t>>4&240,t>>4&15|t&240,((t&15)<<4|t&15)/255):null):(t=ro.exec(n))?new C(t[1],t[2],
t[3],1):(t=ao.exec(n))?new C(t[1]*255/100,t[2]*255/100,t[3]*255/100,1):(t=lo.exec(n))?Nt(t[1],t[2],t[3],
t[4]):(t=co.exec(n))?Nt(t[1]*255/100,t[2]*255/100,t[3]*255/100,t[4]):(t=ho.exec(n))?qs(t[1],t[2]/100,
t[3]/100,1):(t=po.exec(n))?qs(t[1],t[2]/100,t[3]/100,t[4]):Fs.hasOwnProperty(n)?Hs(Fs[n]):n==="trans\
parent"?new C(NaN,NaN,NaN,0):null}function Hs(n){return new C(n>>16&255,n>>8&255,n&255,1)}function Nt(n,t,e,s){
return s<=0&&(n=t=e=NaN),new C(n,t,e,s)}function mo(n){return n instanceof nt||(n=st(n)),n?(n=n.rgb(),
new C(n.r,n.g,n.b,n.opacity)):new C}function Ot(n,t,e,s){return arguments.length===1?mo(n):new C(n,t,
e,s??1)}function C(n,t,e,s){this.r=+n,this.g=+t,this.b=+e,this.opacity=+s}Ae(C,Ot,Ws(nt,{brighter(n){
return n=n==null?jt:Math.pow(jt,n),new C(this.r*n,this.g*n,this.b*n,this.opacity)},darker(n){return n=
n==null?tt:Math.pow(tt,n),new C(this.r*n,this.g*n,this.b*n,this.opacity)},rgb(){return this},clamp(){
return new C(K(this.r),K(this.g),K(this.b),Tt(this.opacity))},displayable(){return-.5<=this.r&&this.
r<255.5&&-.5<=this.g&&this.g<255.5&&-.5<=this.b&&this.b<255.5&&0<=this.opacity&&this.opacity<=1},hex:_s,
formatHex:_s,formatHex8:go,formatRgb:Ks,toString:Ks}));function _s(){return`#${_(this.r)}${_(this.g)}${_(
this.b)}`}function go(){return`#${_(this.r)}${_(this.g)}${_(this.b)}${_((isNaN(this.opacity)?1:this.
opacity)*255)}`}function Ks(){let n=Tt(this.opacity);return`${n===1?"rgb(":"rgba("}${K(this.r)}, ${K(
this.g)}, ${K(this.b)}${n===1?")":`, ${n})`}`}function Tt(n){return isNaN(n)?1:Math.max(0,Math.min(1,
n))}function K(n){return Math.max(0,Math.min(255,Math.round(n)||0))}function _(n){return n=K(n),(n<16?
"0":"")+n.toString(16)}function qs(n,t,e,s){return s<=0?n=t=e=NaN:e<=0||e>=1?n=t=NaN:t<=0&&(n=NaN),new T(
n,t,e,s)}function Vs(n){if(n instanceof T)return new T(n.h,n.s,n.l,n.opacity);if(n instanceof nt||(n=
st(n)),!n)return new T;if(n instanceof T)return n;n=n.rgb();var t=n.r/255,e=n.g/255,s=n.b/255,i=Math.
min(t,e,s),o=Math.max(t,e,s),r=NaN,a=o-i,l=(o+i)/2;return a?(t===o?r=(e-s)/a+(e<s)*6:e===o?r=(s-t)/a+
2:r=(t-e)/a+4,a/=l<.5?o+i:2-o-i,r*=60):a=l>0&&l<1?0:r,new T(r,a,l,n.opacity)}function bo(n,t,e,s){return arguments.
length===1?Vs(n):new T(n,t,e,s??1)}function T(n,t,e,s){this.h=+n,this.s=+t,this.l=+e,this.opacity=+s}
Ae(T,bo,Ws(nt,{brighter(n){return n=n==null?jt:Math.pow(jt,n),new T(this.h,this.s,this.l*n,this.opacity)},
darker(n){return n=n==null?tt:Math.pow(tt,n),new T(this.h,this.s,this.l*n,this.opacity)},rgb(){var n=this.
h%360+(this.h<0)*360,t=isNaN(n)||isNaN(this.s)?0:this.s,e=this.l,s=e+(e<.5?e:1-e)*t,i=2*e-s;return new C(
ye(n>=240?n-240:n+120,i,s),ye(n,i,s),ye(n<120?n+240:n-120,i,s),this.opacity)},clamp(){return new T(Us(
this.h),Ct(this.s),Ct(this.l),Tt(this.opacity))},displayable(){return(0<=this.s&&this.s<=1||isNaN(this.
s))&&0<=this.l&&this.l<=1&&0<=this.opacity&&this.opacity<=1},formatHsl(){let n=Tt(this.opacity);return`${n===
1?"hsl(":"hsla("}${Us(this.h)}, ${Ct(this.s)*100}%, ${Ct(this.l)*100}%${n===1?")":`, ${n})`}`}}));function Us(n){
return n=(n||0)%360,n<0?n+360:n}function Ct(n){return Math.max(0,Math.min(1,n||0))}function ye(n,t,e){
return(n<60?t+(e-t)*n/60:n<180?e:n<240?t+(e-t)*(240-n)/60:t)*255}function Gs(n,t,e,s,i){var o=n*n,r=o*
n;return((1-3*n+3*o-r)*t+(4-6*o+3*r)*e+(1+3*n+3*o-3*r)*s+r*i)/6}function wo(n){var t=n.length-1;return function(e){
var s=e<=0?e=0:e>=1?(e=1,t-1):Math.floor(e*t),i=n[s],o=n[s+1],r=s>0?n[s-1]:2*i-o,a=s<t-1?n[s+2]:2*o-
i;return Gs((e-s/t)*t,r,i,o,a)}}function yo(n){var t=n.length;return function(e){var s=Math.floor(((e%=
1)<0?++e:e)*t),i=n[(s+t-1)%t],o=n[s%t],r=n[(s+1)%t],a=n[(s+2)%t];return Gs((e-s/t)*t,i,o,r,a)}}var Ee=n=>()=>n;
function xo(n,t){return function(e){return n+e*t}}function ko(n,t,e){return n=Math.pow(n,e),t=Math.pow(
t,e)-n,e=1/e,function(s){return Math.pow(n+s*t,e)}}function vo(n){return(n=+n)==1?Ys:function(t,e){return e-
t?ko(t,e,n):Ee(isNaN(t)?e:t)}}function Ys(n,t){var e=t-n;return e?xo(n,e):Ee(isNaN(n)?t:n)}var zt=(function n(t){
var e=vo(t);function s(i,o){var r=e((i=Ot(i)).r,(o=Ot(o)).r),a=e(i.g,o.g),l=e(i.b,o.b),c=Ys(i.opacity,
o.opacity);return function(h){return i.r=r(h),i.g=a(h),i.b=l(h),i.opacity=c(h),i+""}}return s.gamma=
n,s})(1);function Xs(n){return function(t){var e=t.length,s=new Array(e),i=new Array(e),o=new Array(
e),r,a;for(r=0;r<e;++r)a=Ot(t[r]),s[r]=a.r||0,i[r]=a.g||0,o[r]=a.b||0;return s=n(s),i=n(i),o=n(o),a.
opacity=1,function(l){return a.r=s(l),a.g=i(l),a.b=o(l),a+""}}}var bl=Xs(wo),wl=Xs(yo);function Mo(n,t){
t||(t=[]);var e=n?Math.min(t.length,n.length):0,s=t.slice(),i;return function(o){for(i=0;i<e;++i)s[i]=
n[i]*(1-o)+t[i]*o;return s}}function Ao(n){return ArrayBuffer.isView(n)&&!(n instanceof DataView)}function Eo(n,t){
var e=t?t.length:0,s=n?Math.min(e,n.length):0,i=new Array(s),o=new Array(e),r;for(r=0;r<s;++r)i[r]=Se(
n[r],t[r]);for(;r<e;++r)o[r]=t[r];return function(a){for(r=0;r<s;++r)o[r]=i[r](a);return o}}function So(n,t){
var e=new Date;return n=+n,t=+t,function(s){return e.setTime(n*(1-s)+t*s),e}}function ve(n,t){return n=
+n,t=+t,function(e){return n*(1-e)+t*e}}function Lo(n,t){var e={},s={},i;(n===null||typeof n!="objec\
t")&&(n={}),(t===null||typeof t!="object")&&(t={});for(i in t)i in n?e[i]=Se(n[i],t[i]):s[i]=t[i];return function(o){
for(i in e)s[i]=e[i](o);return s}}var Me=/[-+]?(?:\d+\.?\d*|\.?\d+)(?:[eE][-+]?\d+)?/g,xe=new RegExp(
Me.source,"g");function $o(n){return function(){return n}}function No(n){return function(t){return n(
t)+""}}function Co(n,t){var e=Me.lastIndex=xe.lastIndex=0,s,i,o,r=-1,a=[],l=[];for(n=n+"",t=t+"";(s=
Me.exec(n))&&(i=xe.exec(t));)(o=i.index)>e&&(o=t.slice(e,o),a[r]?a[r]+=o:a[++r]=o),(s=s[0])===(i=i[0])?
a[r]?a[r]+=i:a[++r]=i:(a[++r]=null,l.push({i:r,x:ve(s,i)})),e=xe.lastIndex;return e<t.length&&(o=t.slice(
e),a[r]?a[r]+=o:a[++r]=o),a.length<2?l[0]?No(l[0].x):$o(t):(t=l.length,function(c){for(var h=0,d;h<t;++h)
a[(d=l[h]).i]=d.x(c);return a.join("")})}function Se(n,t){var e=typeof t,s;return t==null||e==="bool\
ean"?Ee(t):(e==="number"?ve:e==="string"?(s=st(t))?(t=s,zt):Co:t instanceof st?zt:t instanceof Date?
So:Ao(t)?Mo:Array.isArray(t)?Eo:typeof t.valueOf!="function"&&typeof t.toString!="function"||isNaN(t)?
Lo:ve)(n,t)}function Zs(n,t){t===void 0&&(t=n,n=Se);for(var e=0,s=t.length-1,i=t[0],o=new Array(s<0?
0:s);e<s;)o[e]=n(i,i=t[++e]);return function(r){var a=Math.max(0,Math.min(s-1,Math.floor(r*=s)));return o[a](
r-a)}}var Le=7;function it(n,t,e){let[s,i]=[Math.min(...t),Math.max(...t)],o=[];for(let r of jo(n,s,i)){let a=r.
filter(({at:l})=>l>=s&&l<=i);if(a.length&&e(a))return a;a.length&&(o=a.slice(0,1))}return o}function jo(n,t,e){
return n.ticks?Oo(n.ticks):e>t?n.log?zo(t,e):To(t,e):[]}function*Oo({at:n,words:t}){let e=n.map((s,i)=>({
at:s,words:t[i]}));for(let s=1;s<=e.length;s++)yield e.filter((i,o)=>o%s===0)}function*To(n,t){yield*Qs(
n,t,e=>e)}function*zo(n,t){let e=t-n;if(Math.floor(t)>Math.ceil(n)&&e>1.5)for(let s=Math.max(1,Math.
ceil(e/(Le-1)));s<=e;s++)yield Pt(n,t,s,[1]);else e>.7&&(yield Pt(n,t,1,[1,2,5]),yield Pt(n,t,1,[1,3]),
yield Pt(n,t,1,[1]));yield*Qs(10**n,10**t,Math.log10)}function Pt(n,t,e,s){let i=[];for(let l=e*Math.
floor(n/e);l<=t;l+=e)for(let c of s)i.push({at:l+Math.log10(c),value:+`${c}e${l}`});let o=i.filter(({
at:l})=>l>=n&&l<=t),r=o.map(({value:l})=>l),a=s.length===1?r.map(ys):de(r);return o.map(({at:l},c)=>({
at:l,words:a[c]}))}function*Qs(n,t,e){for(let s=Le;s>0;s--){let i=Js(n,t,s);if(i.length>Le+1)continue;
let o=i.length>1?i[1]-i[0]:t-n,r=c=>Math.abs(Number(wt(c).replace("−","-"))-c)<.001*o,a=i.filter(r),
l=de(a);yield a.map((c,h)=>({at:e(c),words:l[h]}))}}var ot=256,Po=6;function tn({stops:n},t){let e=n.map(i=>b(i,t)),s=Zs(zt,e);return Array.from({length:ot},
(i,o)=>s(o/(ot-1)))}function $e(n,t){let e=rt(n),s=e[e.length-1]>e[0],i=s?e:e.toReversed();return Int32Array.
from($t(i,t),o=>{if(!(o>=0))return-1;let r=Math.min(Math.floor(o),n.length-1);return s?r:n.length-1-
r})}function rt(n){let t=n.length-1,[e,s]=t>0?[n[1]-n[0],n[t]-n[t-1]]:[1,1];return Float64Array.from(
{length:n.length+1},(i,o)=>o===0?n[0]-e/2:o>t?n[t]+s/2:(n[o-1]+n[o])/2)}function en(n,t,{x:e,y:s,z:i},o,r){
let{box:a}=o,{low:l,high:c}=t.look,[h,d]=[a.width,a.height],p=(k,A)=>Float64Array.from({length:k},(z,$)=>A(
$+.5)),f=$e(e,p(h,k=>o.back(a.x+k,0)[0])),m=$e(s,p(d,k=>o.back(0,a.y+k)[1])),g=Ro(t,r),y=new ImageData(
h,d),w=new Uint32Array(y.data.buffer),v=Uint32Array.from(i,k=>{if(!Number.isFinite(k))return 0;let A=(k-
l)/(c-l||1);return g[Math.round(Math.min(Math.max(A,0),1)*(ot-1))]});for(let k=0;k<d;k++)if(!(m[k]<0))
for(let A=0;A<h;A++)f[A]>=0&&(w[k*h+A]=v[m[k]*e.length+f[A]]);let M=document.createElement("canvas");
[M.width,M.height]=[h,d],O(M).putImageData(y,0,0),n.imageSmoothingEnabled=!1,n.drawImage(M,a.x,a.y,h,
d),n.imageSmoothingEnabled=!0}function Ro(n,t){if(n.palette?.theme===t.name)return n.palette.words;let e=Uint32Array.
from(tn(n.look,t),s=>{let i=Uint8Array.from([...(s.match(/\d+/g)??[]).map(Number),255]);return new Uint32Array(
i.buffer)[0]});return n.palette={theme:t.name,words:e},e}function Ne({low:n,high:t,log:e=!1},s){let i=Math.
max(2,Math.floor(s/26));return it({log:e,ticks:null},[n,t],o=>o.length<=i)}function sn(n,t,{place:{box:e},
size:s},i){let[o,r]=[e.x+e.width+6,8];tn(t,i).forEach((h,d)=>{n.fillStyle=h;let p=e.y+e.height*(1-(d+
1)/ot);n.fillRect(o,p,r,e.height/ot+.6)}),n.fillStyle=b("@ink",i),n.font=`${12*s.scale}px ${i.font}`,
n.textAlign="left",n.textBaseline="middle";let{low:l,high:c}=t;for(let{at:h,words:d}of Ne(t,e.height)){
let p=e.y+e.height*(1-(h-l)/(c-l));n.fillText(d,o+r+5,Math.min(Math.max(p,e.y+5),e.y+e.height-5))}t.
unit&&(n.save(),n.translate(s.width-2,e.y+e.height/2),n.rotate(-Math.PI/2),n.textAlign="center",n.textBaseline=
"bottom",n.fillText(t.unit,0,0,e.height+2*e.y),n.restore())}function Rt(n,t,{x:e,y:s,z:i},o,r){let[a,
l]=[rt(e),rt(s)];n.save(),n.beginPath();for(let f=0;f<s.length;f++)for(let m=0;m<e.length;m++){if(!(Math.
abs(i[f*e.length+m])>0))continue;let[g,y]=[o.x(a[m]),o.y(l[f+1])];n.rect(g,y,o.x(a[m+1])-g,o.y(l[f])-
y)}n.clip(),n.strokeStyle=b(t.look.color,r),n.lineWidth=1.1,n.beginPath();let{box:c}=o,h=[c.y+c.height,
c.y],[d,p]=t.look.way==="/"?h:h.reverse();for(let f=c.x-c.height;f<c.x+c.width;f+=Po)n.moveTo(f,d),n.
lineTo(f+c.height,p);n.stroke(),n.restore()}function nn(n,t){let e=null;for(let{trace:s,data:i}of n){
let o=Fo(i,t),r=o&&i.z[o[1]*i.x.length+o[0]];o&&(s.look.kind==="heatmap"?(!e||!Number.isNaN(r))&&(e=
{trace:s,data:i,cell:o,marks:Io()}):r&&e&&i.x.length===e.data.x.length&&e.marks.push(s.look.name))}return e}
var Io=()=>[];function Fo({x:n,y:t},e){let[s,i]=[n,t].map((o,r)=>$e(o,Float64Array.of(e[r]))[0]);return s<
0||i<0?null:[s,i]}function Do(n,t){let e=t.buffer.slice(t.byteOffset,t.byteOffset+t.byteLength);if(n.type==="f4")return Float64Array.
from(new Float32Array(e));if(n.type==="i4")return new Int32Array(e);let s=new Int16Array(e),i=new Float64Array(
s.length);for(let o=0;o<s.length;o++)i[o]=s[o]===-32768?NaN:n.offset+n.scale*s[o];return i}function on(n,t,e={}){
let s={};for(let[i,o]of Object.entries(n)){let r=e[i]?.values??Do(o,t[i]);s[i]={values:r,shape:o.shape,
log:!!o.log}}return s}function Ce(n,t){let e=n.values.length/n.shape[0];return n.values.subarray(t*e,
(t+1)*e)}function je(n,t){let e=Math.floor(t),s=t-e,i=Ce(n,e);if(s===0)return i;let o=Ce(n,Math.min(
e+1,n.shape[0]-1));return i.map((r,a)=>(1-s)*r+s*o[a])}function Bo(n,t,e){let{values:s,shape:i}=t[n.
shape],o=je(t[n.A],e),r=je(t[n.b],e)[0],a=i[1],l=new Float64Array(i[0]);for(let c=0;c<l.length;c++){
let h=r;for(let d=0;d<a;d++)h+=s[c*a+d]*o[d];l[c]=h}return l}function rn(n){let t=Math.max(...n.map(
e=>e.length));return n.map(e=>e.length===1&&t>1?new Float64Array(t).fill(e[0]):e)}var Ho={weave([n,t]){
let e=new Float64Array(3*n.length).fill(NaN);return n.forEach((s,i)=>{e[3*i]=s,e[3*i+1]=t[i]}),e},around([
n,t,e],{axis:s}){let i=[],[o,r]=s?[t,e]:[n,n];for(let a=0;a<n.length;a++){let l=a;for(;l<n.length&&Number.
isFinite(n[l]+t[l]+e[l]);)l++;l!==a&&(i.push(...o.slice(a,l),...r.slice(a,l).reverse(),NaN),a=l)}return Float64Array.
from(i)},sides([n],{half:t}){let e=new Float64Array(6*n.length).fill(NaN);return n.forEach((s,i)=>e.
set([s-t,s-t,s+t,s+t,s-t],6*i)),e},rise([n],{foot:t}){let e=new Float64Array(6*n.length).fill(NaN);return n.
forEach((s,i)=>e.set([t,s,s,t,t],6*i)),e}};function _o(n,t,e){let s=Float64Array.from(It(n.of[0],t,e)),
i=It(n.klass,t,e);for(let o=0;o<s.length;o++){let r=i[Math.min(Math.floor(o/n.each),i.length-1)];Math.
round(r)!==n.is&&(s[o]=NaN)}return s}function It(n,t,e){let s=Math.floor(e);switch(n.how){case"stati\
c":return t[n.a].values;case"prefix":return t[n.a].values.subarray(0,t[n.upto].values[s]+1);case"res\
t":return t[n.a].values.subarray(t[n.upto].values[s]);case"row":return Ce(t[n.a],s);case"blend":return je(
t[n.a],e);case"ragged":{let i=t[n.offsets].values;return t[n.a].values.subarray(i[s],i[s+1])}case"mo\
ved":return Bo(n,t,e);case"only":return _o(n,t,e);case"words":return[n.words[s]]}return Ho[n.how](rn(
n.of.map(i=>It(i,t,e))),n)}function Oe(n){return n.how==="blend"||(n.of??[]).some(Oe)}function an(n){
return n.how!=="blend"&&n.how!=="moved"&&(n.of??[]).every(an)}function N(n,t,e){n.steps??=Object.values(
n.bind).every(an);let s=n.moving?n.steps?Math.floor(e):e:0;if(n.read?.key!==s||n.read.arrays!==t){let i={};
for(let[o,r]of Object.entries(n.bind))i[o]=It(r,t,e);if(["line","points","words"].includes(n.look.kind)){
let o=["x","y","z"].filter(r=>r in i);rn(o.map(r=>i[r])).forEach((r,a)=>{i[o[a]]=r})}n.read={key:s,arrays:t,
data:i}}return n.read.data}function ln(n,t,e){let s=n.space?["x","y","z"]:["x","y"];return n.traces.filter(i=>!i.ghost).map(i=>{
let o=N(i,t,e),r=i.look.kind==="hatch",a=r||i.look.kind==="heatmap",l=a||i.look.kind==="bands",c=(d,p)=>l||
s.every(f=>Number.isFinite(o[f][p])),h=s.map((d,p)=>{let f=Array.from(o[d]),m=a?Ko(f,r?qo(o,p):void 0):
f.filter(c),g=n.axes[p].log?m.map(y=>10**y):m;return g.length?[Math.min(...g),Math.max(...g)]:null});
return[i.mark,...h]})}function Ko(n,t=n.map((e,s)=>s)){let e=rt(Float64Array.from(n));return t.length?
[e[Math.min(...t)],e[Math.max(...t)+1]]:[]}function qo({x:n,z:t},e){return Array.from(t).flatMap((s,i)=>Math.
abs(s)>0?[e?Math.floor(i/n.length):i%n.length]:[])}var Ft={faint:1,line:4,marker:8,words:60},Uo=.3,Jo=.1,cn=14,Wo=120,Vo=8,Go=1.15,Yo=.8,Xo=[12,24],hn=60,
dn=5,q=class n{named=[];constructor(t,e,s,i){this.box=t,this.columns=Math.max(1,Math.ceil(t.width/3)),
this.rows=Math.max(1,Math.ceil(t.height/3)),this.cells=e??new Uint8Array(this.columns*this.rows),this.
owners=s??[0,1].map(()=>new Uint32Array(this.columns*this.rows)),this.looks=i??[[],[]]}copy(){let t=this.
owners.map(e=>e.slice());return new n(this.box,this.cells.slice(),t,this.looks.map(e=>[...e]))}mark(t,e,s,i){
let o=Math.floor((t-this.box.x)/3),r=Math.floor((e-this.box.y)/3);if(o<0||r<0||o>=this.columns||r>=this.
rows)return;let a=r*this.columns+o;this.cells[a]<s&&(this.cells[a]=s),i&&(this.owners[i.kind][a]|=i.
bit)}owner({color:t,name:e="",dash:s=""},i){let o=this.looks[i],r=`${Te(t)}
${e}
${s}`;return o.includes(r)||o.push(r),{kind:i,bit:1<<o.indexOf(r)%31}}line(t,e,s,i){for(let o=1;o<t.
length;o++){let r=Pe(t[o-1],e[o-1],t[o],e[o],this.box);if(!r)continue;let[a,l,c,h]=r,d=Math.ceil(Math.
max(Math.abs(c-a),Math.abs(h-l))/3)||1;for(let p=0;p<=d;p++)this.mark(a+(c-a)*p/d,l+(h-l)*p/d,s,i)}}disc(t,e,s,i,o){
for(let r=-s;r<=s;r+=3){let a=Math.sqrt(s*s-r*r);for(let l=-a;l<=a;l+=3)this.mark(t+l,e+r,i,o);this.
mark(t+a,e+r,i,o)}}name(t,{x:e,y:s,text:i=t.text},o){for(let r=0;r<e.length;r++){let a={x:o.x(e[r]),
y:o.y(s[r]),colour:Te(t.color)};i[r]&&t.anchor!=="row"&&this.named.push(a)}}around([t,e,s,i],o,r,a){
let{box:l,columns:c,rows:h}=this,d=Math.max(0,Math.floor((t-r-l.x)/3)),p=Math.min(c-1,Math.floor((t+
s+r-l.x)/3)),f=Math.max(0,Math.floor((e-r-l.y)/3)),m=Math.min(h-1,Math.floor((e+i+r-l.y)/3));for(let g=f;g<=
m;g++){let y=l.y+(g+.5)*3;for(let w=d;w<=p;w++){let v=this.owners[o][g*c+w];if(!v)continue;let M=ze(
[t,e,s,i],l.x+(w+.5)*3,y);M<r&&a(v,M)}}}meant(t,e,s){for(let[i,o]of Xo.entries()){let r=this.looks[i].
reduce((h,d,p)=>d.startsWith(`${s}
`)?h|1<<p%31:h,0),[a,l]=[1/0,0],c=[t,e,0,0];if(this.around(c,i,o,(h,d)=>{h&r&&(a=Math.min(a,d))}),this.
around(c,i,o,(h,d)=>{d<=a+3&&(l|=h&r)}),l)return{kind:i,bit:l}}return null}isRight(t,e,s,i,o){let r=ze(
t,e,s)+dn;for(let c of this.named)if(!(c.colour!==o||Math.hypot(c.x-e,c.y-s)<3)&&ze(t,c.x,c.y)<r)return!1;
if(!i)return!0;let[a,l]=[1/0,1/0];return this.around(t,i.kind,hn,(c,h)=>{c&i.bit?a=Math.min(a,h):l=Math.
min(l,h)}),a<hn&&a+dn<=l}cost(t,e,s,i){let{box:o,columns:r,rows:a,cells:l}=this,c=Math.max(0,Math.floor(
(t-o.x)/3)),h=Math.min(r-1,Math.floor((t+s-o.x)/3)),d=Math.max(0,Math.floor((e-o.y)/3)),p=Math.min(a-
1,Math.floor((e+i-o.y)/3)),f=0;for(let m=d;m<=p;m++)for(let g=c;g<=h;g++)f+=l[m*r+g];return f}place(t,e,s,i,o,r){
let[a,l,c]=[Go*i,Yo*i,Te(r)],h=o==="row"?null:this.meant(t,e,c),d={left:t,middle:e,cost:1/0,isRight:o===
"row"},[p,f]=[d,d],m=(g,y,w)=>{let[v,M]=[this.across(t+g,s),this.up(e+y,a)],k=this.cost(v,M-a/2,s,a)+
w;if(k<p.cost&&(p={...d,left:v,middle:M,cost:k}),k>=f.cost)return!1;let A=[v,M-l/2,s,l];return o!=="\
row"&&!this.isRight(A,t,e,h,c)?!1:(f={left:v,middle:M,cost:k,isRight:!0},k<=w)};return Qo(o,s,i).some(
([g,y],w)=>m(g,y,Uo*w)),f.cost>cn&&o!=="row"&&this.near(t,e,s,a).some(([g,y,w])=>m(g,y,Jo*w)),f.cost<=
Math.max(p.cost,cn)&&(p=f),this.take(p.left,p.middle-a/2,s,a),p}near(t,e,s,i){let{box:o}=this,r=[];for(let a=o.
x+2;a<=o.x+o.width-s;a+=Vo)for(let l=o.y+i/2;l<o.y+o.height-i/2;l+=.6*i){let[c,h]=[a-t,l-e],d=Math.hypot(
Math.max(c,0,-c-s),h);d<=Wo&&r.push([c,h,d])}return r.sort((a,l)=>a[2]-l[2])}across(t,e){let{x:s,width:i}=this.
box;return Math.max(Math.min(t,s+i-e-2),s+2)}up(t,e){let{y:s,height:i}=this.box;return Math.max(Math.
min(t,s+i-e/2-1),s+e/2+1)}take(t,e,s,i){for(let o=1;o<i;o+=3)for(let r=0;r<s;r+=3)this.mark(t+r,e+o,
Ft.words)}},Zo={right:[[1,0],[1,-1],[1,1],[-1,0],[-1,-1],[-1,1],[0,-1],[0,1]],left:[[-1,0],[-1,-1],[
-1,1],[1,0],[1,-1],[1,1],[0,-1],[0,1]],above:[[0,-1],[1,-1],[-1,-1],[0,1],[1,0],[-1,0],[1,1],[-1,1]],
below:[[0,1],[1,1],[-1,1],[0,-1],[1,0],[-1,0],[1,-1],[-1,-1]],center:[[0,0],[0,-1],[0,1],[1,0],[-1,0],
[1,-1],[-1,-1],[1,1],[-1,1]],row:[[1,0],[-1,0]]};function Qo(n,t,e){let s=.6*e+7,i=n==="row"?5:0;return[
1,1.9,3,4.5,6.5].flatMap(o=>Zo[n].map(([r,a])=>{let l=r*(a?Math.max(1,8*o-4):8*o+i),c=t*(.5-.5*r);return[
l-c,a*s*o]}))}function Pe(n,t,e,s,i){if(!Number.isFinite(n+t+e+s))return null;let[o,r]=[0,1],[a,l]=[
e-n,s-t];for(let[d,p]of[[-a,n-i.x],[a,i.x+i.width-n],[-l,t-i.y],[l,i.y+i.height-t]]){if(d===0&&p<0)return null;
d<0&&(o=Math.max(o,p/d)),d>0&&(r=Math.min(r,p/d))}if(o>r)return null;let[c,h]=o>0?[n+o*a,t+o*l]:[n,t];
return r<1?[c,h,n+r*a,t+r*l]:[c,h,e,s]}function pn(n,{look:t,ghost:e,moving:s},i,o,r){let a=(t.opacity??
1)<.5||t.color==="@faint",l=t.kind==="line",h=t.name&&(e||!(a||l&&s&&tr(i)))?n.owner(t,l?1:0):void 0;
if(l&&t.width&&n.line(i,o,e||a?Ft.faint:Ft.line,h),!(t.kind!=="points"&&!t.dots))for(let d=0;d<i.length;d++){
let p=(r?r[d]:t.dots??t.size??8)/2;p>0&&Number.isFinite(i[d]+o[d])&&n.disc(i[d],o[d],p+1,Ft.marker,h)}}
function tr(n){let t=n.filter(Number.isFinite);return t.every(e=>Math.abs(e-t[0])<.5)}var Te=(n="")=>n.
split("/")[0],ze=([n,t,e,s],i,o)=>Math.hypot(Math.max(n-i,0,i-n-e),Math.max(t-o,0,o-t-s));var[er,sr]=[22,2];function nr(n,[t,e],[s,i,o,r],a,l){let[c,h]=[Math.max(s,Math.min(t,s+o)),Math.max(
i-r/2,Math.min(e,i+r/2))];Math.hypot(c-t,h-e)<=l||(n.save(),n.lineWidth=1,n.strokeStyle=a,n.globalAlpha*=
.6,n.beginPath(),n.moveTo(c,h),n.lineTo(t,e),n.stroke(),n.restore())}function un(n,t,e,s,i,o,r){let{
size:a,color:l}=t,c=r.room??new q(r.box);n.font=`${a}px ${o.font}`,n.textAlign="left",n.textBaseline=
"middle",n.lineWidth=3,n.lineJoin="round";for(let h=0;h<s.length;h++){if(!(e[h]&&Number.isFinite(s[h])&&
Number.isFinite(i[h])))continue;let{width:d}=n.measureText(e[h]),{left:p,middle:f,isRight:m}=c.place(
s[h],i[h],d,a,t.anchor,l),g=m?er:sr;nr(n,[s[h],i[h]],[p,f,d,a],b(l,o),g),n.strokeStyle=b("@paper/0.8\
5",o),n.strokeText(e[h],p,f),n.fillStyle=b(l,o),n.fillText(e[h],p,f)}}var ir={solid:[],dash:[7,5],dot:[1.5,3.5],dashdot:[8,4,2,4],longdash:[13,6]};function gn(n,t,e,s){n.
beginPath();let i=!1;for(let o=0;o<t.length;o++)Number.isFinite(t[o])&&Number.isFinite(e[o])?i?n.lineTo(
t[o],e[o]):(n.moveTo(t[o],e[o]),i=!0):(i&&s&&n.closePath(),i=!1);i&&s&&n.closePath()}var or={"/":[[0,
8,8,0],[-2,2,2,-2],[6,10,10,6]],"\\":[[0,0,8,8],[-2,6,2,10],[6,-2,10,2]],x:[[0,0,8,8],[0,8,8,0]],"-":[
[0,4,8,4]],"|":[[4,0,4,8]],"+":[[0,4,8,4],[4,0,4,8]],".":[[3.5,4,4.5,4]]};function rr(n,t,e){let s=document.
createElement("canvas");s.width=s.height=8;let i=O(s);i.strokeStyle=e,i.lineWidth=t==="."?2:1.6;for(let[
o,r,a,l]of or[t])i.beginPath(),i.moveTo(o,r),i.lineTo(a,l),i.stroke();return n.createPattern(s,"repe\
at")}function ar(n,t,e,s,i){gn(n,e,s,!0),t.hatch?n.fillStyle=rr(n,t.hatch,b(t.color,i)):n.fillStyle=
b(t.fill,i),n.fill()}var lr=3e3,Dt=40;function fn(n){for(let t=0;t<n.length;t++)if(Math.abs(n[t])>lr)
return!0;return!1}function cr(n,t,e){if(!(fn(n)||fn(t)))return[n,t];let s={x:e.x-Dt,y:e.y-Dt,width:e.
width+2*Dt,height:e.height+2*Dt},i=[],o=[];for(let r=1;r<n.length;r++){let a=Pe(n[r-1],t[r-1],n[r],t[r],
s);a&&((i[i.length-1]!==a[0]||o[o.length-1]!==a[1])&&(i.push(NaN,a[0]),o.push(NaN,a[1])),i.push(a[2]),
o.push(a[3]))}return[Float64Array.from(i),Float64Array.from(o)]}function hr(n,t,e,s,i,o){let{color:r,
width:a,dash:l}=t;a&&(n.strokeStyle=b(r,i),n.lineWidth=a,n.lineJoin="round",n.lineCap=l==="dot"?"rou\
nd":"butt",n.setLineDash((ir[l]??[]).map(c=>c*Math.max(1,a/2))),gn(n,...cr(e,s,o),!1),n.stroke(),n.setLineDash(
[]))}function dr(n,t,e,s,i){n.fillStyle=b(t.color,i);let o=4+2*t.width;for(let r=0;r+1<e.length;r+=3){
let[a,l]=[e[r+1]-e[r],s[r+1]-s[r]],c=Math.hypot(a,l);if(!(c>.5))continue;let[h,d]=[a/c*o,l/c*o];n.beginPath(),
n.moveTo(e[r+1],s[r+1]),n.lineTo(e[r+1]-h-.45*d,s[r+1]-d+.45*h),n.lineTo(e[r+1]-h+.45*d,s[r+1]-d-.45*
h),n.fill()}}var pr={circle:n=>n.arc(0,0,1,0,2*Math.PI),square:n=>n.rect(-.88,-.88,1.76,1.76),diamond:n=>at(
n,[[0,-1.25],[1.25,0],[0,1.25],[-1.25,0]]),"triangle-up":n=>at(n,[[0,-1.2],[1.1,.8],[-1.1,.8]]),"tri\
angle-down":n=>at(n,[[0,1.2],[1.1,-.8],[-1.1,-.8]]),cross:n=>at(n,[[-.4,-1.2],[.4,-1.2],[.4,-.4],[1.2,
-.4],[1.2,.4],[.4,.4],[.4,1.2],[-.4,1.2],[-.4,.4],[-1.2,.4],[-1.2,-.4],[-.4,-.4]]),x:n=>at(n,[[-1.1,
-.6],[-.6,-1.1],[0,-.5],[.6,-1.1],[1.1,-.6],[.5,0],[1.1,.6],[.6,1.1],[0,.5],[-.6,1.1],[-1.1,.6],[-.5,
0]])};function at(n,t){t.forEach(([e,s],i)=>i?n.lineTo(e,s):n.moveTo(e,s)),n.closePath()}function ur(n,t,e,s,i,o){
let{color:r,symbol:a="circle"}=t,l=t.dots??t.size??8,c=a.endsWith("-open"),h=pr[c?a.slice(0,-5):a];n.
fillStyle=n.strokeStyle=b(r,o);for(let d=0;d<e.length;d++){if(!(Number.isFinite(e[d])&&Number.isFinite(
s[d])))continue;let p=(i?i[d]:l)/2;p>0&&(n.save(),n.translate(e[d],s[d]),n.scale(p,p),n.beginPath(),
h(n),n.lineWidth=(c?2:1)/p,c||(n.fill(),n.strokeStyle=b("@paper/0.7",o)),n.stroke(),n.restore(),n.strokeStyle=
b(r,o))}}function mn(n,t){let e=new Float64Array(n.length);for(let s=0;s<e.length;s++)e[s]=t(n[s]);return e}
function Bt(n,t,e,s,i){let{look:o}=t;if(o.kind==="bands"){Is(n,t,e,s,i);return}let r=mn(e.x,s.x),a=mn(
e.y,s.y);n.globalAlpha=o.opacity??1,o.fill&&ar(n,o,r,a,i),o.kind==="line"&&hr(n,o,r,a,i,s.box),o.head&&
dr(n,o,r,a,i),(o.kind==="points"||o.dots)&&ur(n,o,r,a,e.size,i),o.kind==="words"&&un(n,o,e.text??o.text,
r,a,i,s),n.globalAlpha=1,s.room&&pn(s.room,t,r,a,e.size),t.painted={px:r,py:a}}var bn=(n,t)=>e=>n+(e-n)*t;function wn(n,t){let e=u("canvas","cl-swatch"),s=n.symbol&&n.symbol!=="sh\
ade"?14:26;[e.width,e.height]=[2*s,24],e.style.width=`${s}px`;let i=O(e);i.scale(2,2);let o={x:m=>m,
y:m=>m,back:(m,g)=>[m,g],box:{x:0,y:0,width:s,height:12}},{symbol:r,opacity:a}=n,l=`@${n.tone}`,c=Math.
min(Math.max(n.width,1),4.5),h=r?{kind:"points",symbol:r,size:r==="square"?11:9}:{kind:"line",width:c,
dash:n.dash},d=r?{x:[7],y:[6]}:{x:[1,25],y:[6,6]},p={name:n.words,color:l,opacity:Math.max(a,.35),...h},
f={bind:{},moving:!1,over:!0,ghost:!1,future:!1,mark:0};if(r==="shade"){let m=i.createLinearGradient(
0,0,26,0);m.addColorStop(0,b(`${l}%0.08`,t)),m.addColorStop(1,b(`${l}%0.6`,t)),i.fillStyle=m,i.fillRect(
0,1,26,10)}else if(r.startsWith("hatch")){let m={look:{kind:"hatch",name:"",color:l,way:r[5]},...f},
g={...o,x:bn(7,12),y:bn(6,-10)};Rt(i,m,{x:[7],y:[6],z:[1]},g,t)}else Bt(i,{look:p,...f},d,o,t);return e}var fr=.8,U=9,mr=1/50;function yn({start:n,target:t,within:e},s){let i=[0,1].filter(c=>e[c]>0),o=i.map(
c=>(s[c]-n[c])/e[c]),r=i.map(c=>(t[c]-n[c])/e[c]);if(Math.hypot(...o.map((c,h)=>c-r[h]))<=1)return 0;
let[a,l]=[Math.hypot(...o),Math.hypot(...r)];return o.reduce((c,h,d)=>c+h*r[d],0)<=fr*a*l?3:a<l?1:2}
var Ht=class{start=null;at=null;tries=[];truth=null;cloud=[];watched=!1;pending=0;answered=()=>{};moved=()=>{};constructor(t){
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
l=i.map((c,h)=>{let[d,p]=[Math.min(...o[h]),Math.max(...o[h])],f=h?r.box.height:r.box.width,m=s[h]*mr*
a*(o[h][1]-o[h][0])/f;return Math.min(Math.max(c+m,d),p)});this.put(l),this.moved(l)}paint(t,e,s){if(!this.
start)return;let i=new _t(t,e,s),{start:o,truth:r}=this;r&&(i.zone(r.target,r.within),i.line(o,r.target,
"@good",[])),this.cloud.forEach((a,l)=>{for(let c of a)i.dot(c,3.5,l?"@rival1":"@muted",!1)}),this.at&&
(i.line(o,this.at,"@now",[5,4]),i.cross(this.at,"@now")),this.tries.forEach((a,l)=>{i.line(o,a,"@riv\
al1",[5,4]),i.cross(a,"@rival1",this.tries.length>1?String(l+1):"")}),i.dot(o,6,"@now",!0),r&&i.dot(
r.target,6,"@good",!1)}end(){cancelAnimationFrame(this.pending)}};function xn(n,t,e,s){let i=new _t(
n,t,e);s.forEach((o,r)=>{i.dot(o,U,"@ink",!0),i.letter(o,Re(r))})}var Re=n=>String.fromCharCode(65+n),
_t=class{constructor(t,e,s){this.ctx=t,this.place=e,this.theme=s}pixels([t,e]){return[this.place.x(t),
this.place.y(e)]}stroke(t,e,s){let{ctx:i}=this;for(let[o,r]of[["@paper/0.8",e+3],[t,e]])i.strokeStyle=
b(o,this.theme),i.lineWidth=r,i.beginPath(),s(),i.stroke()}line(t,e,s,i){let[[o,r],[a,l]]=[this.pixels(
t),this.pixels(e)];this.ctx.setLineDash(i),this.stroke(s,1.6,()=>{this.ctx.moveTo(o,r),this.ctx.lineTo(
a,l)}),this.ctx.setLineDash([])}cross(t,e,s=""){let{ctx:i}=this,[o,r]=this.pixels(t);this.stroke(e,2.2,
()=>{for(let[a,l]of[[1,1],[1,-1]])i.moveTo(o-6*a,r-6*l),i.lineTo(o+6*a,r+6*l)}),s&&this.words(s,o+9,
r+4,12,e)}words(t,e,s,i,o){let{ctx:r}=this;r.font=`700 ${i}px ${this.theme.font}`,r.lineWidth=4,r.strokeStyle=
b("@paper/0.8",this.theme),r.strokeText(t,e,s),r.fillStyle=b(o,this.theme),r.fillText(t,e,s)}letter(t,e){
let[s,i]=this.pixels(t),{box:o}=this.place,r=s+U+16<o.x+o.width?s+U:s-U-12;this.words(e,r,i-U-14>o.y?
i-U+2:i+U+11,15,"@ink")}dot(t,e,s,i){let{ctx:o}=this,[r,a]=this.pixels(t);this.stroke(s,2,()=>o.arc(
r,a,e,0,2*Math.PI)),!i&&(o.fillStyle=b(s,this.theme),o.fill())}zone(t,e){let{ctx:s,place:i}=this,[o,
r]=this.pixels(t),[a,l]=[Math.abs(i.x(t[0]+e[0])-o),Math.abs(i.y(t[1]+e[1])-r)];s.fillStyle=b("@good\
/0.16",this.theme),s.strokeStyle=b("@good/0.6",this.theme),s.lineWidth=1,s.beginPath();let{box:c}=i;
e[1]?e[0]?s.ellipse(o,r,a,l,0,0,2*Math.PI):s.rect(c.x,r-l,c.width,2*l):s.rect(o-a,c.y,2*a,c.height),
s.fill(),s.stroke()}};var J=12,kn=19.5,lt=6,gr=9;function An(n,t,e,s){let[i,o]=n.axes,r=Ie(n),{scale:a}=e,l=m=>s(m,J*a),c=i.
ticks?.at.length===0?0:1.4*J*a,h={top:8,right:r?wr(r,e,l):14,bottom:lt+c+(i.title?kn*a:0)},d=o.title?
kn*a:0,p=o.ticks?.at.length===0?14:44*a,f=Math.ceil(p+(o.title?12:0));for(let m=0;;m++){let g=br(e,{
...h,left:f}),y=n.equal?yr(t,g):t,w=xr(y,g),v=({at:A})=>[w.y(A),(o.ticks?1.05:1.4)*J*a],M=it(o,y[1],
A=>vn(A.map(v),0)),k=Math.ceil(d+lt+Math.max(0,...M.map(({words:A})=>l(A))));if(k<=f||m){let A=({at:$,
words:D})=>{let W=l(D);return[Fe(w.x($),W,e.width),W]},z=it(i,y[0],$=>vn($.map(A),lt*a));return{ranges:y,
place:w,x:z,y:M,size:e,heat:r}}f=Math.min(k,Math.max(f,.55*e.width))}}function Ie({traces:n}){return n.
findLast(t=>t.look.kind==="heatmap")?.look}function br({width:n,height:t},{left:e,right:s,top:i,bottom:o}){
let[r,a]=[Math.round(e),Math.round(i)];return{x:r,y:a,width:Math.max(10,Math.round(n-s)-r),height:Math.
max(10,Math.round(t-o)-a)}}function wr(n,t,e){return 19+Math.max(0,...Ne(n,t.height).map(i=>e(i.words)))+
4+(n.unit?1.5*J*t.scale:0)}function yr(n,t){let e=[t.width,t.height],s=n.map(([o,r],a)=>e[a]/Math.abs(
r-o)),i=Math.min(...s);return n.map(([o,r],a)=>{let l=(r-o)*(s[a]/i);return[(o+r-l)/2,(o+r+l)/2]})}function xr([
[n,t],[e,s]],i){let[o,r]=[i.width/(t-n),i.height/(s-e)],a=i.y+i.height;return{x:l=>i.x+(l-n)*o,y:l=>a-
(l-e)*r,back:(l,c)=>[n+(l-i.x)/o,e+(a-c)/r],box:i}}function vn(n,t){let e=[...n].sort((s,i)=>s[0]-i[0]);
return e.every(([s,i],o)=>{if(!o)return!0;let[r,a]=e[o-1];return s-r>=(i+a)/2+t})}function Fe(n,t,e){
return Math.max(Math.min(n,e-t/2-1),t/2+1)}function En(n,{place:t,x:e,y:s},i){let{box:o}=t;n.fillStyle=
b("@grid",i);for(let{at:r}of e)n.fillRect(Math.round(t.x(r))-.5,o.y,1,o.height);for(let{at:r}of s)n.
fillRect(o.x,Math.round(t.y(r))-.5,o.width,1)}function Sn(n,t,e,s){let{place:i,x:o,y:r,size:a}=e,{box:l}=i,
{scale:c}=a;n.fillStyle=b("@ink",s),n.font=`${J*c}px ${s.font}`,n.textBaseline="top",n.textAlign="ce\
nter";for(let{at:p,words:f}of o)n.fillText(f,Fe(i.x(p),n.measureText(f).width,a.width),l.y+l.height+
lt);n.textBaseline="middle",n.textAlign="right";for(let{at:p,words:f}of r)n.fillText(f,l.x-lt,i.y(p));
let[h,d]=t.axes;n.textAlign="center",n.textBaseline="bottom",Mn(n,h.title,l.x+l.width/2,a.height-2,a.
width,c,s),n.save(),n.translate(2,0),n.rotate(-Math.PI/2),n.translate(-a.height,0),n.textBaseline="t\
op",Mn(n,d.title,a.height-l.y-l.height/2,0,a.height,c,s),n.restore(),e.heat&&sn(n,e.heat,e,s)}function Mn(n,t,e,s,i,o,r){
let a=h=>{n.font=`${h*o}px ${r.font}`};a(J);let l=n.measureText(t).width,c=t;if(l>i)for(a(Math.max(gr,
J*i/l));c.length>2&&n.measureText(c).width>i+1;)c=`${c.slice(0,-2).trimEnd()}…`;n.fillText(c,Fe(e,
n.measureText(c).width,i),s)}function Ln(n,{x:t,y:e}){return[t,e].map((s,i)=>{let o=n.axes[i].title||
(i?"up":"across");return s.length?`${o}: ${s[0].words} to ${s[s.length-1].words}`:o}).join("; ")}function Kt(n,t,e,s){let i=n.filter(({painted:o,look:r})=>o&&(r.name||r.hover));return kr(i,t,e,s)??
vr(i,t,e,s)}function kr(n,t,e,s){let i=null,o=s*s;for(let r of n){let{px:a,py:l}=r.painted;for(let c=0;c<
a.length;c++){let h=(a[c]-t)**2+(l[c]-e)**2;h<o&&([o,i]=[h,{trace:r,i:c,px:a[c],py:l[c]}])}}return i}
function vr(n,t,e,s){let i=null,o=s*s;for(let r of n.filter(({look:a})=>a.kind==="line")){let{px:a,py:l}=r.
painted;for(let c=1;c<a.length;c++){let[h,d]=[a[c]-a[c-1],l[c]-l[c-1]],p=((t-a[c-1])*h+(e-l[c-1])*d)/
(h*h+d*d),f=Math.min(Math.max(p,0),1),m={px:a[c-1]+f*h,py:l[c-1]+f*d},g=(m.px-t)**2+(m.py-e)**2;g<o&&
([o,i]=[g,{trace:r,i:f<.5?c-1:c,...m}])}}return i}function $n({trace:n,i:t},e,s,i){let o=N(n,s,i),r=[
u("strong","",n.look.hover?.[t]??n.look.name)];for(let[a,l]of["x","y"].entries()){let c=e.axes[a],h=c.
log?10**o[l][t]:o[l][t],d=u("div");d.textContent=`${c.title||l} ${H(h)}`,r.push(d)}return r}function Nn(n,t){
if(t.cross)return Be(n,t).map(l=>u("div","",l));let{trace:e,data:s,cell:[i,o]}=n,r=`${De(t.axes[0],s.
x[i])}, ${De(t.axes[1],s.y[o])}`,a=`${r}: ${H(Cn(n))}`;return[u("strong","",e.look.name||r),u("div",
"",a)]}function Be(n,t){let{trace:e,data:s,cell:[i,o],marks:r}=n,{name:a,unit:l}=e.look,c=[s.x[i],s.
y[o]].map((f,m)=>{let{title:g,ticks:y,log:w}=t.axes[m];return`${g} = ${y?De(t.axes[m],f):F(w?10**f:f)}`}),
h=Cn(n),p=[...Number.isNaN(h)?[]:[`${F(h)} ${l}`],...r];return[c.join(", "),p.join(", ")||a]}function Cn({
trace:n,data:t,cell:[e,s]}){let i=t.z[s*t.x.length+e];return n.look.log?10**i:i}function De({ticks:n,
log:t},e){return n?.words[n.at.indexOf(e)]??H(t?10**e:e)}var Mr=50,qt=class{at=null;said="";toldAt=-1/0;waiting;constructor(t){this.plane=t;let{box:e}=t;e.addEventListener(
"pointermove",s=>this.drag(s));for(let s of["pointerup","pointercancel"])e.addEventListener(s,()=>this.
release());e.addEventListener("keydown",s=>this.key(s))}held;later;load(){let{panel:t,box:e}=this.plane,
s=!!t.cross;e.parentElement?.classList.toggle("cl-crossed",s),s?this.at?this.tell():this.put(t.cross):
this.at=null}release(){this.held=void 0,this.later&&this.put(this.later),this.later=void 0}put(t){if(this.
plane.panel.cross){if(this.held!==void 0){this.later=t;return}this.move(t.map((e,s)=>this.plane.panel.
axes[s].log?Math.log10(e):e))}}move(t){let e=this.plane.home,[s,i]=t.map((o,r)=>this.inside(o,r,e[r]));
this.at=[s,i],this.plane.paintMoving(),this.tell()}inside(t,e,s){let{ticks:i}=this.plane.panel.axes[e],
o=Math.min(Math.max(t,Math.min(...s)),Math.max(...s));return i?.at.length?i.at.reduce((r,a)=>Math.abs(
a-o)<Math.abs(r-o)?a:r):o}tell(){let t=this.at&&this.plane.cell(this.at),e=t?Be(t,this.plane.panel):
[],s=e.length?`Here: ${e.join(" — ")}`:"";s!==this.said&&this.plane.say(s),this.said=s}takes(t){let{
plane:e}=this;if(!e.panel?.cross||t.shiftKey)return!1;let{box:s}=e.layout().place,[i,o]=e.hands.at(t);
return i<s.x||i>s.x+s.width||o<s.y||o>s.y+s.height?!1:(this.held=t.pointerId,e.box.setPointerCapture(
t.pointerId),this.follow(t),!0)}drag(t){this.held===t.pointerId&&(t.buttons?this.follow(t):this.release())}follow(t){
this.move(this.plane.layout().place.back(...this.plane.hands.at(t))),this.report()}report(){clearTimeout(
this.waiting);let t=Mr-(performance.now()-this.toldAt);if(t>0){this.waiting=setTimeout(()=>this.report(),
t);return}this.toldAt=performance.now(),this.at&&this.plane.tell(this.at,!1)}key(t){let s={ArrowLeft:[
-1,0],ArrowRight:[1,0],ArrowUp:[0,1],ArrowDown:[0,-1]}[t.key];if(t.ctrlKey||t.metaKey||t.altKey||t.shiftKey||
!s||!this.at)return;t.preventDefault(),t.stopPropagation();let i=this.plane.cell(this.at);if(!i)return;
let{data:o,cell:r}=i,a=[o.x,o.y].map((l,c)=>{let h=Math.min(Math.max(r[c]+s[c],0),l.length-1);return s[c]?
l[h]:this.at[c]});this.move(a),this.report()}paint(t,{x:e,y:s,box:i},o){if(!this.at)return;let[r,a]=[
e(this.at[0]),s(this.at[1])];for(let[l,c]of[[3,"@paper/0.7"],[1.2,"@ink"]])t.fillStyle=b(c,o),t.fillRect(
r-l/2,i.y,l,i.height),t.fillRect(i.x,a-l/2,i.width,l);t.beginPath(),t.arc(r,a,5,0,2*Math.PI),t.fillStyle=
b("@now",o),t.strokeStyle=b("@ink",o),t.lineWidth=1.4,t.fill(),t.stroke()}end(){clearTimeout(this.waiting)}};var Tn=80,jn=1/3,Ar=["line","points"],He=["x","y"];function Ut({how:n,of:t,klass:e,is:s,each:i,half:o,
foot:r,axis:a}){return[n,(t??[]).map(Ut),e&&Ut(e),s,i,o,r,a]}var On=({look:n,mark:t,bind:e})=>JSON.stringify(
[n,t,Ut(e.x),Ut(e.y)]);function Er(n,t){let e=n.length===t.length;for(let s=0;e&&s<n.length;s++)e=Number.
isFinite(n[s])===Number.isFinite(t[s]);return e}function Sr(n,t){for(let e=0;e<n.length;e++)if(Number.
isFinite(t[e])&&n[e]!==t[e])return!0;return!1}var Lr=(n,t)=>t.equal&&n.key===t.key&&n.traces.length===
t.traces.length&&!t.axes.some((e,s)=>e.log||n.axes[s].log||e.title!==n.axes[s].title),Jt=class{from=new Map;constructor(t,e,s,i,o){
this.start=i,this.span=o,Lr(t.panel,s.panel)&&s.panel.traces.forEach((r,a)=>{let l=t.panel.traces[a];
if(!r.moving||!Ar.includes(r.look.kind)||On(l)!==On(r))return;let c=N(l,t.arrays,t.position),h=e?.at(
l,c,i)??c,d=N(r,s.arrays,s.position);He.every(p=>Er(h[p],d[p]))&&He.some(p=>Sr(h[p],d[p]))&&this.from.
set(r,h)})}isOver(t){return!this.from.size||t-this.start>=this.span}at(t,e,s){let i=this.from.get(t);
if(!i||this.isOver(s))return e;let o=jn+(1-jn)*Math.max((s-this.start)/this.span,0),r={...e};for(let a of He)
r[a]=Float64Array.from(e[a],(l,c)=>i[a][c]+o*(l-i[a][c]));return r}};var _e={mouse:10,touch:22},$r=4,Nr=80,Cr=0,Wt=class{stroke=null;toldAt=0;constructor(t,e){this.plane=
t,this.hold=e,this.ring=document.createElement("div"),this.ring.className="cl-grab",this.ring.hidden=
!0;let{box:s}=t;s.append(this.ring),s.addEventListener("pointerdown",i=>this.press(i),!0),s.addEventListener(
"pointermove",i=>this.move(i),!0),s.addEventListener("pointerup",i=>this.drop(i),!0),s.addEventListener(
"pointercancel",i=>this.drop(i),!0),s.addEventListener("touchstart",i=>{let[o]=i.touches;i.touches.length===
1&&this.under(o,_e.touch)&&i.preventDefault()},{passive:!1})}under(t,e){let{plane:s}=this;if(!s.panel||
!this.hold.drags())return null;let i=a=>a.look.kind==="points"||!!a.look.dots,[o,r]=s.hands.at(t);return Kt(
s.visible.filter(i),o,r,e)}press(t){if(t.button||t.shiftKey||this.stroke)return;let e=t.pointerType===
"touch"?_e.touch:_e.mouse,s=this.under(t,e);if(!s)return;t.stopPropagation();let i=this.plane.numbersAt(
s.px,s.py),o=[t.clientX,t.clientY];this.stroke={id:`${Date.now()}-${Cr+=1}`,pointer:t.pointerId,from:i,
at:o,live:!1},this.plane.pressed=[t.clientX,t.clientY]}move(t){let{stroke:e}=this;if(!(!e||t.pointerId!==
e.pointer)){if(t.stopPropagation(),!e.live){if(Math.hypot(t.clientX-e.at[0],t.clientY-e.at[1])<=$r)return;
e.live=!0,this.plane.box.setPointerCapture(t.pointerId),this.plane.tip.hidden=!0}this.show(t),this.hold.
follows()&&performance.now()-this.toldAt>Nr&&this.tell(t)}}drop(t){let{stroke:e}=this;if(!e||t.pointerId!==
e.pointer)return;this.stroke=null,this.ring.hidden=!0;let s=t.pointerType==="touch";e.live&&t.type===
"pointerup"?this.tell(t,e):s&&t.type==="pointerup"&&this.plane.click(t),e.live&&(this.plane.pressed=
[-1/0,-1/0])}tell(t,e=this.stroke){this.toldAt=performance.now(),e&&this.hold.stroke(e.from,this.plane.
numbersAt(...this.inside(t)),e.id)}inside(t){let{box:e}=this.plane.layout().place,[s,i]=this.plane.hands.
at(t),o=(r,a,l)=>Math.min(Math.max(r,a),a+l);return[o(s,e.x,e.width),o(i,e.y,e.height)]}show(t){let[
e,s]=this.inside(t);this.ring.hidden=!1,this.ring.style.transform=`translate(${e}px, ${s}px)`}};var jr=12,Or=3,Tr=4,zr=[.36,.28,.2],Pr=12,Rr=6,Ir=.36,Fr=1e4,Dr=14;function zn({px:n,py:t}){let e=[];
for(let l=n.length-1;l>=0&&e.length<=Or;l--){let[c,h]=e[e.length-1]??[NaN,NaN];Number.isFinite(n[l]+
t[l])&&(n[l]!==c||t[l]!==h)&&e.push([n[l],t[l]])}if(e.length<2)return null;let[[s,i],...o]=e,r=o.map(
([l,c])=>Math.hypot(l-s,c-i)),a=Math.min(Math.max(...r),Tr*r[0]);return r[0]<jr?{x:s,y:i,reach:a}:null}
function Pn(n,t,{px:e,py:s},i){for(let o of zr){let r=Math.round(o*Math.min(n.width,n.height)),[a,l]=[
n.x+n.width-r-6,n.y+n.height-r-6],h=[[a,n.y+6],[n.x+6,n.y+6],[a,l],[n.x+6,l]].filter(([m,g])=>{let y=(w,v,M)=>w>
m-M&&w<m+r+M&&v>g-M&&v<g+r+M;return!y(t.x,t.y,Pr)&&!e.some((w,v)=>y(w,s[v],Rr))});if(!h.length)continue;
let d=h.map(([m,g])=>i(m,g,r,r)),[p,f]=h[d.indexOf(Math.min(...d))];return{x:p,y:f,width:r,height:r}}
return null}function Rn(n,t,e){let s=Math.min(Math.max(Ir*e.width/(t.reach||1e-12),2),Fr),[i,o]=[e.x+
e.width/2,e.y+e.height/2];return{place:{x:a=>i+(n.x(a)-t.x)*s,y:a=>o+(n.y(a)-t.y)*s,back:(a,l)=>n.back(
t.x+(a-i)/s,t.y+(l-o)/s),box:e},times:s}}function In(n,t,e,s,i,o){let r=t.width/s;n.save(),n.beginPath(),
n.rect(t.x,t.y,t.width,t.height),n.fillStyle=b("@paper",i),n.fill(),n.clip(),o(),n.restore(),n.strokeStyle=
b("@ink",i),n.lineWidth=1.2,n.strokeRect(t.x,t.y,t.width,t.height),r>Dr&&n.strokeRect(e.x-r/2,e.y-r/
2,r,r),n.font=`12px ${i.font}`,[n.textAlign,n.textBaseline]=["left","bottom"];let a=`× ${H(s<100?Math.
round(s):Number(s.toPrecision(2)))}`;n.lineWidth=3,n.strokeStyle=b("@paper/0.85",i),n.strokeText(a,t.
x+6,t.y+t.height-3),n.fillStyle=b("@ink",i),n.fillText(a,t.x+6,t.y+t.height-3)}var[Br,Hr]=[8,1e-4],_r=400;function Fn(n,t,e,s,i){let o=[-e/t.width,s/t.height];return n.map(([r,a],l)=>{
let c=i[l]?o[l]*(a-r):0;return[r+c,a+c]})}function Kr(n,t,e,s,i){let o=n.map(([c,h],d)=>(h-c)/(t[d][1]-
t[d][0])),r=Math.max(...o.filter((c,h)=>i[h]).map(c=>Hr/c)),a=Math.min(...o.filter((c,h)=>i[h]).map(
c=>Br/c)),l=Math.min(Math.max(s,r),a);return n.map(([c,h],d)=>i[d]?[e[d]+(c-e[d])*l,e[d]+(h-e[d])*l]:
[c,h])}var Vt=class{down=new Map;along=[!0,!0];scrolledAt=-1/0;constructor(t,e){this.box=t,this.plane=
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
down.values()])}pull(t,e){let{plane:s}=this,[i,o]=[e[0]-t[0],e[1]-t[1]];s.show(Fn(s.ranges(),s.place().
box,i,o,this.along))}pinch(t,e){let s=([a,l])=>Math.max(Math.hypot(a[0]-l[0],a[1]-l[1]),1),i=([a,l])=>[
(a[0]+l[0])/2,(a[1]+l[1])/2];this.pull(i(t),i(e));let[o,r]=i(e);this.zoom(s(t)/s(e),o,r,[!0,!0])}wheel(t){
let e=t.deltaY<0;if((performance.now()-this.scrolledAt<_r||!e&&this.plane.isHome())&&!t.ctrlKey)return;
t.preventDefault();let i=[1,16,400][t.deltaMode],o=Math.max(-200,Math.min(200,t.deltaY*i)),r=this.at(
t);this.zoom(Math.exp(o*(t.ctrlKey&&Math.abs(o)<50?.01:.0016)),...r,this.axesAt(...r))}zoom(t,e,s,i){
let{plane:o}=this;o.show(Kr(o.ranges(),o.home(),o.place().back(e,s),t,i))}key(t){if(t.ctrlKey||t.metaKey||
t.altKey)return;let{plane:e}=this,{box:s}=e.place(),i=[s.x+s.width/2,s.y+s.height/2],o=(l,c)=>e.show(
Fn(e.ranges(),s,-l*s.width,c*s.height,[!0,!0])),a={"+":()=>this.zoom(.8,...i,[!0,!0]),"-":()=>this.zoom(
1.25,...i,[!0,!0]),0:()=>e.show(null),...t.shiftKey&&{ArrowLeft:()=>o(-.1,0),ArrowRight:()=>o(.1,0),
ArrowUp:()=>o(0,.1),ArrowDown:()=>o(0,-.1)}}[t.key];a&&(t.preventDefault(),t.stopPropagation(),a())}};var qr=12,Ur=4,ct=n=>n.look.kind==="heatmap",Ke=n=>n.look.kind==="hatch",Jr=n=>n.look.kind==="bands",
Gt=n=>n.look.kind==="words",Wr={say(){},onLook(){}},Xt=class{panel;arrays;theme;axes;size;position=0;asked=null;view=null;ground=u(
"canvas","cl-canvas");canvas=u("canvas","cl-canvas");tip=u("div","cl-tip");still=[];painted="";framed="";room;lens=!0;pending=0;glide=null;now=0;loaded=-1/0;gliding=0;pressed;constructor(t,e,s,{
say:i,onLook:o}=Wr){this.box=t,this.onClick=e,this.say=i,this.onLook=o,this.tip.hidden=!0,t.append(this.
ground,this.canvas,this.tip),t.tabIndex=0,t.setAttribute("role","group"),S(t),this.cross=new qt(this),
this.aim=new Ht(this),this.hands=new Vt(t,{place:()=>this.layout().place,ranges:()=>this.layout().ranges,
home:()=>this.home,equal:()=>this.panel.equal,isHome:()=>!this.view,takes:a=>this.cross.takes(a),show:a=>this.
show(a),magnify:()=>this.magnify});let r=()=>!this.aim.isOpen&&s.drags();this.grab=new Wt(this,{...s,
drags:r}),t.addEventListener("pointermove",a=>this.hover(a)),t.addEventListener("pointerleave",()=>{
this.tip.hidden=!0}),t.addEventListener("pointerdown",a=>{this.pressed=[a.clientX,a.clientY]}),t.addEventListener(
"click",a=>this.click(a)),this.observer=new ResizeObserver(()=>{this.measure(),this.paint()}),this.observer.
observe(t)}get home(){return this.panel.axes.map(({range:t})=>[...t])}load(t,e,s,i){let o=a=>JSON.stringify(
[a?.key,a?.axes.map(l=>[l.title,l.log]),a?.equal]);o(this.panel)!==o(t)&&([this.view,this.axes]=[null,
void 0]);let r=(a,l)=>JSON.stringify([a?.axes,a?.equal,a&&Ie(a),l?.font]);r(this.panel,this.theme)!==
r(t,s)&&(this.axes=void 0),s.magnify!==this.theme?.magnify&&(this.size=this.axes=void 0),this.setOut(
t,e,i),[this.panel,this.arrays,this.theme,this.position]=[t,e,s,i],this.cross.load(),this.paint()}setOut(t,e,s){
let[i,o]=[this.loaded,this.glide];if(this.loaded=this.now=performance.now(),this.arrive(),!this.panel||
this.panel===t||this.asked||V()||document.hidden)return;let r={panel:this.panel,arrays:this.arrays,position:this.
position},a=Math.min(this.now-i,Tn),l=new Jt(r,o,{panel:t,arrays:e,position:s},this.now,a);l.isOver(
this.now)||(this.glide=l,this.gliding=requestAnimationFrame(()=>this.move()))}move(){this.glide&&(this.
now=performance.now(),this.glide.isOver(this.now)?this.arrive():this.gliding=requestAnimationFrame(()=>this.
move()),this.paintMoving(),this.box.dispatchEvent(new Event("cl-moved",{bubbles:!0})))}arrive(){cancelAnimationFrame(
this.gliding),this.glide=null}show(t){this.view=t,this.axes=void 0,this.hands.touch(),this.tip.hidden=
!0,this.onLook(),this.pending||=requestAnimationFrame(()=>{this.pending=0,this.paint()})}draw(t,e=!1){
this.arrive(),this.position=t,e?this.paint():this.paintMoving()}get visible(){return this.panel.traces.
filter(t=>!(this.asked&&t.future))}get magnify(){return this.theme?.magnify??1}get extent(){return[this.
box.clientWidth,this.box.clientHeight].map(t=>t/this.magnify)}measure(){let[t,e]=this.extent,s=parseFloat(
getComputedStyle(this.box).fontSize)/13||1;return this.axes=void 0,this.size={width:t,height:e,scale:s},
this.size}layout(){let t=this.size??this.measure();return this.axes??=An(this.panel,this.view??this.
home,t,(e,s)=>Vr(e,`${s}px ${this.theme.font}`)),this.axes}get isReady(){if(!this.panel||this.box.closest(
".cl-behind"))return!1;let{width:t,height:e}=this.size??this.measure();return!!(t&&e)}paint(){this.isReady&&
(this.paintGround(),this.paintMoving())}get heats(){return this.visible.some(t=>ct(t)&&t.moving)}paintGround(){
let t=this.layout(),e=this.heats?[]:this.visible.filter(d=>!d.moving),s=JSON.stringify(e.map(({look:d,
bind:p})=>[d,p])),i=JSON.stringify([t.ranges,t.size,this.panel.axes,t.heat,this.theme,devicePixelRatio]);
if(s+i===this.painted){e.forEach((d,p)=>{d.painted??=this.still[p].painted});return}let o=i===this.framed;
[this.painted,this.framed,this.still]=[s+i,i,e];let{size:r}=t,a={...t.place,room:new q(t.place.box)},
{box:l}=a,c=o?l:void 0,h=Bn(this.ground,{x:0,y:0,...r},this.magnify,c);En(h,t,this.theme),h.save(),h.
beginPath(),h.rect(l.x,l.y,l.width,l.height),h.clip(),this.paintMarks(h,e.filter(d=>!Gt(d)),a),h.restore(),
this.room=a.room,!o&&(Sn(h,this.panel,t,this.theme),this.box.setAttribute("aria-label",`Plot, ${Ln(this.
panel,t)}. Plus and minus zoom, Shift and arrows move, 0 goes back.`))}paintMoving(){if(!this.isReady)
return;let{place:t}=this.layout(),e=this.visible.filter(l=>l.moving||this.heats),s=Bn(this.canvas,t.
box,this.magnify),i={...t,room:this.room?.copy()??new q(t.box)},o=e.filter(l=>!Gt(l));if(o.some(l=>!l.
moving))this.paintMarks(s,o,i);else for(let l of o)this.paintMark(s,l,i);this.lens&&!this.aim.isShown&&
this.paintLens(s,i),this.cross.paint(s,t,this.theme);let r=this.visible.filter(Gt);for(let l of r)i.
room.name(l.look,N(l,this.arrays,this.position),t);for(let l of[!1,!0])for(let c of r)!!c.moving===l&&
this.paintMark(s,c,i);let{rings:a}=this.asked??{};a?.panel===this.panel.key&&xn(s,t,this.theme,a.places),
this.aim.paint(s,t,this.theme)}paintLens(t,e){let s=this.visible.find(l=>l.follow)?.painted,i=s&&zn(
s),o=i&&Pn(e.box,i,s,(...l)=>e.room.cost(...l));if(!o)return;let{place:r,times:a}=Rn(e,i,o);In(t,o,i,
a,this.theme,()=>{let l=this.visible.filter(c=>!Gt(c)&&!ct(c));this.paintMarks(t,l.map(c=>({...c})),
r)}),e.room.take(o.x,o.y,o.width,o.height)}paintMarks(t,e,s){let i=r=>ct(r)||Ke(r)||Jr(r);for(let r of e)
i(r)&&this.paintMark(t,r,s);this.paintZeros(t,s);let o=e.filter(r=>!i(r));for(let r of[!1,!0])for(let a of o)
!!a.moving===r&&this.paintMark(t,a,s)}paintMark(t,e,s){let i=N(e,this.arrays,this.position),o=this.glide?.
at(e,i,this.now)??i;ct(e)?en(t,e,o,s,this.theme):Ke(e)?Rt(t,e,o,s,this.theme):Bt(t,e,o,s,this.theme)}paintZeros(t,{
x:e,y:s,box:i}){let[o,r]=this.panel.axes;t.fillStyle=b("@ink",this.theme),o.zero&&t.fillRect(e(0)-.6,
i.y,1.2,i.height),r.zero&&t.fillRect(i.x,s(0)-.6,i.width,1.2)}hover(t){let e=this.panel&&!t.buttons&&
!this.aim.isOpen&&this.meant(t);if(this.tip.hidden=!e,!e)return;this.tip.replaceChildren(...e.words);
let[s,i]=[e.px*this.magnify,e.py*this.magnify],o=Math.min(s+12,this.box.clientWidth-this.tip.offsetWidth-
4);this.tip.style.transform=`translate(${o}px, ${Math.max(i-40,2)}px)`}meant(t){let[e,s]=this.hands.
at(t),i=[...this.still,...this.visible.filter(l=>l.moving||this.heats)],o=Kt(i,e,s,qr);if(o){let l=$n(
o,this.panel,this.arrays,this.position);return{px:o.px,py:o.py,words:l}}let{place:r}=this.layout(),a=Dn(
r.box,e,s)&&this.cell(r.back(e,s));return a&&{px:e,py:s,words:Nn(a,this.panel)}}cell(t){let e=this.visible.
filter(s=>ct(s)||Ke(s)).map(s=>({trace:s,data:N(s,this.arrays,this.position)}));return nn(e,t)}click(t){
if(!this.panel)return;let[e,s]=this.pressed??[t.clientX,t.clientY];if(Math.hypot(t.clientX-e,t.clientY-
s)>Ur||this.panel.cross)return;let{place:i}=this.layout(),[o,r]=this.hands.at(t);Dn(i.box,o,r)&&(this.
aim.isOpen?this.aim.answer(i.back(o,r)):this.tell(i.back(o,r),t.shiftKey))}tell(t,e){let[s,i]=this.numbersOf(
t);this.onClick(s,i,e)}numbersAt(t,e){return this.numbersOf(this.layout().place.back(t,e))}numbersOf(t){
return t.map((e,s)=>this.panel.axes[s].log?10**e:e)}end(){this.arrive(),cancelAnimationFrame(this.pending),
this.cross.end(),this.aim.end(),this.observer.disconnect(),this.hands.end()}};function Dn(n,t,e){return t>=
n.x&&t<=n.x+n.width&&e>=n.y&&e<=n.y+n.height}function Bn(n,t,e,s){let i=(window.devicePixelRatio||1)*
e,[o,r]=[Math.round(t.width*i),Math.round(t.height*i)];(n.width!==o||n.height!==r)&&([n.width,n.height]=
[o,r]);let[a,l,c,h]=[t.x,t.y,t.width,t.height].map(p=>`${p*e}px`);Object.assign(n.style,{left:a,top:l,
width:c,height:h});let d=O(n);return d.setTransform(1,0,0,1,0,0),s||d.clearRect(0,0,o,r),d.setTransform(
i,0,0,i,-t.x*i,-t.y*i),s&&d.clearRect(s.x-1,s.y-1,s.width+2,s.height+2),d}var qe,Yt=new Map;function Vr(n,t){
let e=`${t} ${n}`,s=Yt.get(e);return s===void 0&&(qe??=O(document.createElement("canvas")),qe.font=t,
s=qe.measureText(n).width,Yt.size>5e3&&Yt.clear(),Yt.set(e,s)),s}function Ue(n,t,e){let s={title:{text:ht(n.title),font:{size:12*(t.magnify??1)},standoff:6},type:n.log?
"log":"linear",range:[...n.range],autorange:!1,gridcolor:b("@grid",t),zeroline:!1,tickfont:{size:12*
(t.magnify??1)},ticks:"",nticks:t.magnify===1?7:4,...e};if(n.log&&Object.assign(s,{exponentformat:"p\
ower"}),n.ticks){let i=n.ticks.words.map(ht);Object.assign(s,{tickmode:"array",tickvals:n.ticks.at,ticktext:i})}
return s}function ht(n){return n.replaceAll("&","&amp;").replaceAll("<","&lt;").replaceAll(">","&gt;")}
var Zt={eye:{x:1.34,y:1.15,z:.73},center:{x:0,y:0,z:-.1},up:{x:0,y:0,z:1}};function _n(n,t){let e=12*
(t.magnify??1),s={paper_bgcolor:"rgba(0,0,0,0)",plot_bgcolor:"rgba(0,0,0,0)",font:{family:t.font,size:e,
color:b("@ink",t)},showlegend:!1,uirevision:n.key,hoverlabel:{font:{family:t.font,size:e}}},[i,o,r]=n.
axes,a={showbackground:!1,showspikes:!1,gridcolor:b("@faint",t)};return{...s,margin:{l:0,r:0,t:0,b:0},
scene:{uirevision:n.key,aspectmode:"manual",aspectratio:Gr(n),xaxis:Ue(i,t,a),yaxis:Ue(o,t,a),zaxis:Ue(
r,t,a),camera:structuredClone(Zt)}}}function Gr(n){let t=n.axes.map(({range:[o,r]})=>n.equal?r-o:1),
[e,s,i]=t.map(o=>o/Math.max(...t));return{x:e,y:s,z:i}}function Kn(n,t,e,s,i){let{look:o}=n,{name:r,
text:a,opacity:l}=o,c={...Zr[o.kind](o,s),name:ht(r),opacity:l};a&&(c.text=a.map(ht));let h=N(n,t,e);
for(let[d,p]of Object.entries(h))Qr(c,Je(d),We(n,d,p,t,i));return c}function qn(n,t){let[e,s,i]=[0,1,
2].map(r=>n.map(a=>a[r])),o=b("@ink",t);return{type:"scatter3d",mode:"markers+text",x:e,y:s,z:i,hoverinfo:"\
skip",showlegend:!1,marker:{symbol:"circle-open",size:13,color:o,line:{width:3,color:o}},text:n.map(
(r,a)=>`<b>${Re(a)}</b>`),textposition:"top right",textfont:{color:o,size:17*(t.magnify??1)}}}var Je=n=>n===
"size"?"marker.size":n,Yr=2,Hn=.6,Xr={right:"middle right",left:"middle left",above:"top center",below:"\
bottom center",center:"middle center",row:"middle right"},Zr={line:({color:n,width:t,dash:e,dots:s},i)=>({
type:"scatter3d",mode:s?"lines+markers":"lines",line:{color:b(n,i),width:Yr*t,dash:e},marker:{color:b(
n,i),size:Hn*(s??0)}}),points:({color:n,symbol:t,size:e},s)=>({type:"scatter3d",mode:"markers",marker:{
color:b(n,s),symbol:t,...e===void 0?{opacity:1,line:{width:0}}:{size:Hn*e}}}),words:({color:n,size:t,
anchor:e},s)=>({type:"scatter3d",mode:"text",textfont:{color:b(n,s),size:t*(s.magnify??1)},textposition:Xr[e]}),
surface:({color:n},t)=>({type:"surface",showscale:!1,colorscale:[[0,b(n,t)],[1,b(`${n}%0.4`,t)]],hoverinfo:"\
name"}),mesh:({color:n,faces:t},e)=>({type:"mesh3d",...Object.fromEntries(["i","j","k"].map((s,i)=>[
s,t.map(o=>o[i])])),color:b(n,e),flatshading:!0,hoverinfo:"name"})};function We(n,t,e,s,i){if(t==="t\
ext")return e.map(ht);let r=i.axes["xyz".indexOf(t)]?.log?e.map(c=>10**c):e,a=s[n.bind[t]?.a]?.shape??
[],l=n.bind[t]?.how==="static"?a:a.slice(1);return l.length!==2?r:Array.from({length:l[0]},(c,h)=>r.
subarray(h*l[1],(h+1)*l[1]))}function Qr(n,t,e){let s=t.split("."),i=s.slice(0,-1).reduce((o,r)=>o[r]??=
{},n);i[s[s.length-1]]=e}function Un(n){let t=s=>Object.entries(s).filter(([,i])=>i.how==="static"),
e=s=>({...s,low:null,high:null});return n.map(s=>s.moving?{...s,bind:t(s.bind),look:e(s.look)}:s)}var Jn=["eye","center","up"],Wn=["x","y","z"],ta=()=>Math.min(Math.max(globalThis.devicePixelRatio??
1,1),2),Qt=class{panel;arrays;theme;position;asked=null;built="";heard=!1;veiled=!1;busy=!1;constructor(t,e,s=()=>{}){
this.box=t,this.onLook=s,this.Plotly=e,this.plot=t.appendChild(u("div","cl-plotly")),this.observer=new ResizeObserver(
()=>this.resize()),this.observer.observe(t)}async load(t,e,s,i){[this.panel,this.arrays,this.theme]=
[t,e,s];let{name:o,magnify:r}=s,a=[t.axes,t.equal,o,r,Un(t.traces)],l=JSON.stringify(a);if(l!==this.
built){this.built=l;let c=t.traces.map(d=>Kn(d,e,i,s,t)),h={displayModeBar:!1,responsive:!1,plotGlPixelRatio:ta()};
this.position=i,await this.Plotly.react(this.plot,c,_n(t,s),h),this.heard||this.plot.on("plotly_rela\
yout",()=>this.onLook()),this.heard=!0,this.position!==i&&await this.draw(this.position,!0)}else await this.
draw(i,!0);(this.asked||this.veiled)&&await this.veil()}hide(t){this.asked=t,this.built&&this.veil()}async veil(){
await this.ring();let t=this.panel.traces.flatMap((e,s)=>e.future?[s]:[]);this.veiled=!!this.asked,t.
length&&await this.Plotly.restyle(this.plot,{visible:!this.asked},t)}async ring(){let{rings:t}=this.
asked??{},e=t?.panel===this.panel.key?t.places:[];this.plot.data.length>this.panel.traces.length&&await this.
Plotly.deleteTraces(this.plot,-1),e.length&&await this.Plotly.addTraces(this.plot,qn(e,this.theme))}async draw(t,e=!1){
this.position=t;let i=this.panel.traces.map((o,r)=>[o,r]).filter(([o])=>o.moving);if(!(!i.length||this.
busy&&!e)){this.busy=!0;try{await this.restyle(i,t)}finally{this.busy=!1}this.position!==t&&await this.
draw(this.position,!0)}}async restyle(t,e){let s={};for(let[o]of t)for(let r of Object.keys(o.bind))
s[r]=[];for(let[o]of t){let r=N(o,this.arrays,e);for(let a of Object.keys(s)){let l=r[a];s[a].push(l&&
We(o,a,l,this.arrays,this.panel))}}let i=Object.entries(s).map(([o,r])=>[Je(o),r]);await this.Plotly.
restyle(this.plot,Object.fromEntries(i),t.map(([,o])=>o))}get camera(){let{camera:t}=this.plot._fullLayout?.
scene??{};if(!t||!this.built)return null;let e=o=>Jn.flatMap(r=>Wn.map(a=>o[r][a])),[s,i]=[e(t),e(Zt)];
return s.every((o,r)=>Math.abs(o-i[r])<1e-9)?null:s}async look(t){let s=t?(i=>Object.fromEntries(Jn.
map((o,r)=>[o,Object.fromEntries(Wn.map((a,l)=>[a,i[3*r+l]]))])))(t):structuredClone(Zt);await this.
Plotly.relayout(this.plot,{"scene.camera":s})}resize(){let t=this.plot._fullLayout,e={width:this.box.
clientWidth,height:this.box.clientHeight};!e.width||!e.height||!t||(t.width!==e.width||t.height!==e.
height)&&this.Plotly.relayout(this.plot,e)}end(){this.observer.disconnect(),this.Plotly.purge(this.plot)}};var te=class{panel;arrays;theme;position;plane;space;ended=!1;entries="";asked=null;constructor(t,e,s=()=>{}){
this.loadPlotly=t,this.tools=e,this.onLook=s,this.root=u("figure","cl-panel");let i=this.root.appendChild(
u("figcaption"));this.title=i.appendChild(u("strong")),this.subtitle=i.appendChild(u("span","cl-subt\
itle")),this.legend=i.appendChild(u("span","cl-legend")),this.lens=i.appendChild(u("button","cl-lens",
"Lens")),this.lens.type="button",this.lens.title="Show short steps larger",this.lens.addEventListener(
"click",()=>this.turnLens()),S(this.lens),this.box=this.root.appendChild(u("div","cl-plot")),this.told=
this.root.appendChild(u("p","cl-told")),this.told.setAttribute("aria-live","polite")}async load(t,e,s,i){
this.root.classList.toggle("cl-later",!!t.later),!t.later&&([this.panel,this.arrays,this.theme,this.
position]=[t,e,s,i],P(this.title,t.title),P(this.subtitle,t.subtitle),this.drawLegend(),this.lens.hidden=
!t.traces.some(o=>o.follow),this.showLens(),this.root.dataset.key=t.key,this.root.classList.toggle("\
cl-space",t.space),this.veil(),t.space?await this.loadSpace():this.loadPlane())}loadPlane(){this.space&&
this.clear();let{tools:t}=this;this.plane??=new Xt(this.box,(e,s,i)=>t.click(this.panel.key,e,s,i),{
drags:()=>t.drags(this.panel.key),follows:()=>t.follows,stroke:(e,s,i)=>t.stroke(this.panel.key,e,s,
i)},{say:e=>{this.told.textContent=e},onLook:this.onLook}),this.plane.asked=this.asked,this.plane.load(
this.panel,this.arrays,this.theme,this.position)}turnLens(){this.plane&&(this.plane.lens=!this.plane.
lens,this.plane.paintMoving(),this.showLens())}showLens(){this.lens.setAttribute("aria-pressed",String(
this.plane?.lens??!0))}async loadSpace(){this.plane&&this.clear(),this.space||this.box.replaceChildren(
u("p","cl-waiting","Preparing the picture …"));let t=await this.loadPlotly();!this.panel.space||this.
ended||(this.space||this.box.replaceChildren(),this.space??=new Qt(this.box,t,this.onLook),this.space.
asked=this.asked,await this.space.load(this.panel,this.arrays,this.theme,this.position))}clear(){this.
plane?.end(),this.space?.end(),this.plane=this.space=void 0;let t=u("div","cl-plot");this.box.replaceWith(
t),this.box=t}get picture(){return this.plane??this.space}move(t){t&&this.plane?.cross.put(t)}get ground(){
return this.plane?.ground}get canvas(){return this.plane?.canvas}map(){return this.plane?.layout().place}hide(t){
t!==this.asked&&(this.asked=t,this.panel&&(this.veil(),this.plane&&(this.plane.asked=t,this.plane.paint()),
this.space?.hide(t)))}veil(){this.root.classList.toggle("cl-blank",!!this.asked?.hides.includes(this.
panel.key))}get look(){return(this.space?this.space.camera:this.plane?.view)??null}turn(t){JSON.stringify(
t)!==JSON.stringify(this.look)&&(this.space?this.space.look(t):this.plane?.show(t))}drawLegend(){let t=JSON.
stringify([this.panel.legend,this.theme.colours]);t!==this.entries&&(this.entries=t,this.legend.replaceChildren(
...this.panel.legend.map(e=>{let s=u("span","cl-entry");return s.append(wn(e,this.theme),document.createTextNode(
e.words)),s})))}get isBehind(){return this.root.classList.contains("cl-behind")}async draw(t,e=!1){t===
this.position&&!e||(this.position=t,await this.picture?.draw(t,e))}extents(){return ln(this.panel,this.
arrays,this.position)}end(){this.ended=!0,this.clear(),this.root.remove()}};var Ve=new Map,Vn=[.25,.5,1,2,4],ea=300,sa=600,ee=class n{static of(t){let e=t.get("uid"),s=Ve.get(e)??
new n(e);return Ve.set(e,s),s}constructor(t){this.uid=t,this.position=0,this.last=0,this.speed=1,this.
loop=!1,this.playing=!1,this.away=!1,this.request=0,this.resting=void 0,this.views=new Set,this.stops=
new Set,this.answers=new Map}join(t){this.views.add(t)}leave(t){this.views.delete(t),!this.views.size&&
(this.pause(),clearTimeout(this.resting),Ve.delete(this.uid))}get leader(){return this.views.values().
next().value}get frame(){return Math.floor(this.position)}load(t,e){let s=this.last>0&&this.position>=
this.last;this.last=t-1,this.position=s?this.last:Math.min(e??this.position,this.last),this.settle()}get perSecond(){
let t=Math.min(12,Math.max(3,.35*this.last));return this.last/t*this.speed}go(t){let e=Math.min(Math.
max(t,0),this.last);e!==this.position&&(this.position=e,this.notify(),this.settle())}step(t){this.pause(),
this.go(t>0?this.frame+t:Math.ceil(this.position)+t)}toggle(){this.playing?this.pause():this.play()}play(){
if(!this.last)return;this.position>=this.last&&(this.position=0),this.playing=!0;let t=performance.now(),
e=V(),s=i=>{if(!this.playing)return;let o=(i-t)/1e3*this.perSecond;(!e||i-t>=sa&&o>=1)&&(this.advance(
e?Math.floor(o):o),t=i),this.request=requestAnimationFrame(s)};this.request=requestAnimationFrame(s),
this.notify()}advance(t){let e=this.position+t,s=[...this.stops].filter(i=>i>this.position&&i<=e);s.
length?(this.go(Math.min(...s)),this.pause()):e<this.last?this.go(e):this.loop?this.go(0):(this.go(this.
last),this.pause())}pause(){cancelAnimationFrame(this.request),this.playing&&(this.playing=!1,this.notify(),
this.settle())}notify(){for(let t of this.views)t.follow()}settle(){clearTimeout(this.resting),this.
resting=setTimeout(()=>{if(this.playing||!this.leader||this.away)return;let{model:t}=this.leader;t.get(
"frame")!==this.position&&(t.set("frame",this.position),t.save_changes())},ea)}};function Gn(n){let t=Uint8Array.from(atob(n),i=>i.charCodeAt(0)),e=new DataView(t.buffer).getUint32(
0,!0)||1,s=t.slice(4).map(i=>(e^=e<<13,e^=e>>>17,e^=e<<5,i^e>>>8&255));return JSON.parse(new TextDecoder().
decode(s))}var na=1e3,Yn=640,se=class{state=void 0;question=void 0;rows=[];aim=void 0;ended=!1;constructor(t,e){
this.room=t,this.entered=e,this.root=u("aside","cl-room-door"),this.count=u("p","cl-room-count"),this.
count.setAttribute("role","status");let s=u("p","cl-room-at"),[i,o]=[t.join.slice(0,-t.code.length),
t.code];s.append(u("span","",i.replace(/^http:\/\//,""))),s.append(u("span","cl-room-code",`${o.slice(
0,4)}-${o.slice(4)}`)),this.root.append(ra(t.qr),s,this.count),this.again=Xn("Vote again (T)",()=>this.
do({do:"again"})),this.show=Xn("Histogram (H)",()=>this.do({do:"show"})),this.look()}key(t){let e={t:this.
again,h:this.show}[t.toLowerCase()];return e&&!e.disabled?()=>e.click():void 0}async ask(t,e,s,i){Object.
assign(this,{question:t,rows:s,aim:i});let{key:o,prompt:r,options:a}=t,l={do:"ask",key:o,prompt:r,options:a,
answer:e.answer};if(!i)return this.do(l);let{start:c}=t.aim,{target:h,within:d}=e;await new Promise(
requestAnimationFrame);let{ranges:p}=i.plane.layout();return this.do({...l,aim:{start:c,target:h,within:d,
ranges:p,picture:aa(i.plane)}})}close(){this.question&&(Object.assign(this,{question:void 0,rows:[],
aim:void 0}),this.do({do:"close"}))}do(t){return this.hear(this.send(t))}async send(t){let e={"X-Roo\
m-Key":this.room.key,...t&&{"Content-Type":"application/json"}},s=t?{method:"POST",body:JSON.stringify(
t)}:{},i=await fetch(this.room.lead,{...s,headers:e,cache:"no-store"});if(!i.ok)throw new Error((await i.
json().catch(()=>({}))).error??"Refused.");return i.json()}async hear(t){try{let e=await t,s=!this.state;
this.state=e,this.ended=e.closed,s&&this.entered(e),this.paint()}catch(e){P(this.count,e instanceof TypeError?
"No connection to the room.":String(e.message))}}async look(){await this.hear(this.send()),this.ended||
(this.timer=setTimeout(()=>this.look(),na))}paint(){let{state:t}=this;if(!t)return;let e=!!this.question&&
t.key===this.question?.key,s=`of ${t.people} in the room`,i=t.round===2?"second vote":"first vote";P(
this.count,t.closed?"The room is closed.":e?`${t.answered} ${s}, ${i}`:`${t.people} in the room`),this.
again.disabled=!e||t.round!==1,this.show.disabled=!e||!!t.shown;let o=e&&t.shown?t.counts:void 0;this.
rows.forEach((r,a)=>oa(r,o?.map(l=>[l[a],ia(l)]))),this.aim&&this.aim.scatter(e&&t.shown?t.cloud??[]:
[])}end(){this.ended=!0,clearTimeout(this.timer)}},ia=n=>n.reduce((t,e)=>t+e,0);function oa(n,t){let e=JSON.
stringify(t??null);if(n.dataset.counts===e)return;n.dataset.counts=e,n.querySelector(".cl-bars")?.remove();
let s=t?.map(([o,r],a)=>[o,r,a+1]).filter(([,o])=>o)??[];if(!t)return;let i=n.appendChild(u("span","\
cl-bars"));for(let[o,r,a]of s){let l=i.appendChild(u("span",`cl-bar-${a}`));l.style.setProperty("--c\
l-share",String(o/r));let c=a===1?"first":"second";l.append(u("span","",`${o}`)),l.setAttribute("ari\
a-label",`${c} vote: ${o} of ${r}`),l.title=`${c} vote`}}function Xn(n,t){let e=u("button","cl-optio\
n cl-lead",n);return e.type="button",e.disabled=!0,e.addEventListener("click",t),e}function ra({path:n,
size:t}){let e=document.createElementNS("http://www.w3.org/2000/svg","svg");return e.setAttribute("v\
iewBox",`-4 -4 ${t+8} ${t+8}`),e.setAttribute("class","cl-qr"),e.setAttribute("role","img"),e.setAttribute(
"aria-label","QR code of the address"),e.setAttribute("shape-rendering","crispEdges"),e.appendChild(
document.createElementNS("http://www.w3.org/2000/svg","path")).setAttribute("d",n),e}function aa(n){
n.paint();let{place:t,size:e}=n.layout(),{box:s}=t,i=u("canvas");[i.width,i.height]=[Yn,Math.round(Yn*
s.height/s.width)];let o=i.getContext("2d");o.fillStyle=getComputedStyle(n.box.closest(".cl-stage")??
n.box).getPropertyValue("--cl-paper")||"#fff",o.fillRect(0,0,i.width,i.height);let r=n.ground.width/
e.width,a=[s.x,s.y,s.width,s.height].map(h=>h*r),{width:l,height:c}=i;return o.drawImage(n.ground,a[0],
a[1],a[2],a[3],0,0,l,c),o.drawImage(n.canvas,0,0,l,c),i.toDataURL("image/jpeg",.85).split(",")[1]}var la=["","The right way, but not far enough. Once more.","The right way, but too far. Once more.",
"Another way. Once more."],ca=["","Nearly: the right way, but not far enough. ","Nearly: the right w\
ay, but too far. ","It goes another way. "],ne=class{constructor(t,e,s){this.player=t,this.box=e,this.
stage=s,this.on=!1,this.questions=[],this.asked=void 0,this.explained=void 0,this.lecture=!1,this.tries=
0,this.aim=void 0,this.votes=void 0,this.toggle=u("button","cl-button cl-predict","Predict"),this.toggle.
type="button",this.toggle.title="Predict: the player stops, hides what comes, and asks",this.toggle.
addEventListener("click",()=>s.turn(!this.on)),this.tally=u("button","cl-button cl-tally"),this.tally.
type="button",this.tally.title="Start again: forget all answers",this.tally.addEventListener("click",
()=>this.again()),e.hidden=!0}enter(t){this.votes?.end(),this.votes=t?new se(t,e=>this.entered(e)):void 0,
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
this.stage.hide(s??null),s&&this.ask(s))}ask(t){this.tries=0;let e=u("span","cl-again");e.setAttribute(
"role","status");let s=t.aim?[this.invite(t,e)]:this.choices(t,e),i=dt("Skip",()=>this.close(t));i.classList.
add("cl-skip");let o=dt("Answer (R)",()=>this.reveal()),r=dt("Picture (V)",()=>this.peek());r.classList.
add("cl-clicker"),o.classList.add(this.votes?"cl-lead":"cl-clicker");let a=u("div","cl-keys"),l=this.
votes?[this.votes.again,this.votes.show]:[];a.append(...l,o,...t.aim?[]:[r],i),this.uncover(t);let c=this.
votes?[this.votes.root]:[],h=u("strong","",t.prompt);this.box.replaceChildren(h,...s,e,a,...c),this.
votes?.ask(t,this.secret(t),t.aim?[]:s,this.aim)}choices(t,e){return this.votes?t.options.map(s=>u("\
div","cl-option",s)):t.options.map((s,i)=>{let o=dt(s,()=>{this.answer(t,i)||(o.disabled=!0,e.textContent=
"Not that one. Once more.")}),r=t.rings?.places[i];return r&&o.setAttribute("aria-label",`${s}, (${r.
map(a=>F(a)).join(", ")})`),o})}invite(t,e){let{panel:s,start:i}=t.aim;return this.aim=this.stage.aiming(
s),this.votes?(this.aim?.open(i,null),u("span","cl-how","Tap where it will be, on your phone.")):(this.
aim?.open(i,{moved:o=>{e.textContent=`Cursor at (${o.map(bt).join(", ")})`},answered:o=>{let r=yn({start:i,
...this.secret(t)},o);this.answer(t,r,o)||(e.textContent=la[r])}}),u("span","cl-how","Click there; o\
r move a cursor with the arrow keys, and press Enter."))}secret(t){return Gn(t.sealed)}project(t){this.
lecture=t,this.uncover(this.asked)}uncover(t){this.box.classList.toggle("cl-peeking",!!(t?.aim??t?.rings))}key(t){
return this.asked?{r:()=>this.reveal(),v:()=>this.peek()}[t.toLowerCase()]??this.votes?.key(t):void 0}peek(){
this.asked?.aim||this.box.classList.toggle("cl-peeking")}reveal(){let t=this.asked;if(!t)return;this.
player.answers.set(t.key,null);let e=t.aim?"":`${t.options[this.secret(t).answer]}. `;this.explain(t,
e,"cl-good")}answer(t,e,s){let{answer:i}=this.secret(t),o=e===i;if(this.tries+=1,this.stage.answered(
{key:t.key,choice:e,tries:this.tries,...s&&{at:s}}),!o&&this.tries===1&&t.options.length>2)return!1;
this.player.answers.set(t.key,o);let r=o&&this.tries>1?"Yes, at the second try. ":"Yes. ",a=t.aim?ca[e]:
`It is “${t.options[i]}”. `;return this.explain(t,o?r:a,o?"cl-good":"cl-warn"),!0}explain(t,e,s){
this.explained=t,this.box.classList.remove("cl-peeking"),this.refresh(),this.stage.hide(null),this.asked=
void 0;let{why:i,target:o,within:r}=this.secret(t);this.aim?.tell({target:o,within:r});let a=u("p",s,
e+i);a.setAttribute("role","status");let l=dt("Continue",()=>{this.close(t),this.asked||this.player.
play()}),c=this.votes&&!t.aim?this.votes.rows:[];c[this.secret(t).answer]?.classList.add("cl-right"),
this.box.replaceChildren(u("strong","",t.prompt),...c,a,l),l.focus()}close(t){this.explained=void 0,
this.box.contains(document.activeElement)&&this.stage.focus(),this.leave(),this.votes?.close(),this.
player.answers.has(t.key)||this.player.answers.set(t.key,!1),this.refresh(),this.stage.follow()}};function dt(n,t){
let e=u("button","cl-option",n);return e.type="button",e.addEventListener("click",t),e}function Zn(n,{options:t}){let e=n.trim().replace("−","-");if(t)return t.find(([o,r])=>[String(o),
r].includes(e)||typeof o=="number"&&e!==""&&Number(e)===o)?.[0];let s=Number(e.replace(",","."));return e!==
""&&Number.isFinite(s)?s:void 0}function ha(n,t){let e=n.split(/\r\n|\r|\n/).filter(r=>r.trim()!==""),
s=["	",";",","].find(r=>e.some(a=>a.includes(r)))??"	",i=e.map(r=>{let a=r.split(s),l=t.map((c,h)=>Zn(
a[h]??"",c));return a.length===t.length&&!l.includes(void 0)?l:null}),o=i.length>1&&i[0]===null?i.slice(
1):i;return o.length&&!o.includes(null)?o:null}var ie=class{root=u("section","cl-table");body=u("tbo\
dy");head=u("tr");note=u("p","cl-note");rows=[];columns=[];noun="point";drawn="";constructor(t,e){this.
send=t,this.root.hidden=!0,this.note.setAttribute("role","status");let s=u("div","cl-scroll"),i=s.appendChild(
u("table"));i.append(u("thead"),this.body),i.tHead.append(this.head);let o=u("div","cl-foot");this.adder=
Ge("Add a row",()=>this.add()),o.append(this.adder,Ge("Close",e)),this.root.append(s,this.note,o),this.
root.addEventListener("paste",r=>this.paste(r)),this.root.addEventListener("keydown",r=>{r.key==="Es\
cape"&&e(),r.stopPropagation()})}show(t,e){let[s,i]=[e,this.rows].map(a=>JSON.stringify([a,t]));if(s===
this.drawn&&s===i)return;this.drawn=s,[this.rows,this.columns,this.noun]=[e,t.columns,t.noun],this.root.
setAttribute("aria-label",`Table of ${t.noun}s`);let o=this.focused(),r=[...t.columns.map(({words:a})=>a),
""];this.head.replaceChildren(u("th","","#"),...r.map(a=>u("th","",a))),this.body.replaceChildren(...e.
map((a,l)=>this.line(a,l))),this.say(`${F(e.length)} ${t.noun}${e.length===1?"":"s"}; rows of a spre\
adsheet may be pasted here.`),this.focus(o)}line(t,e){let s=u("tr");s.append(u("th","",String(e+1))),
this.columns.forEach((o,r)=>{s.appendChild(u("td")).append(o.options?this.choice(o,t,e,r):this.field(
o,t,e,r))});let i=Ge("×",()=>this.change(this.rows.filter((o,r)=>r!==e)));return i.setAttribute("ar\
ia-label",`Remove row ${e+1}`),s.appendChild(u("td")).append(i),s}field(t,e,s,i){let o=u("input"),r=F(
e[i],4).replaceAll(",","").replace("−","-");return Object.assign(o,{type:"text",inputMode:"decimal",
value:r}),o.setAttribute("aria-label",`${t.words}, row ${s+1}`),S(o),o.addEventListener("change",()=>{
if(o.value===r)return;let a=Zn(o.value,t);o.setAttribute("aria-invalid",String(a===void 0)),a===void 0?
this.say(`${t.words} of row ${s+1} must be a number.`):this.set(s,i,a)}),o}choice(t,e,s,i){let o=u("\
select"),r=t.options??[];return r.forEach(([,a])=>o.append(u("option","",a))),o.selectedIndex=r.findIndex(
([a])=>a===e[i]),o.setAttribute("aria-label",`${t.words}, row ${s+1}`),S(o),o.addEventListener("chan\
ge",()=>this.set(s,i,r[o.selectedIndex][0])),o}set(t,e,s){this.change(this.rows.map((i,o)=>o===t?i.with(
e,s):i))}add(){let t=this.columns.map(({options:e})=>e?e[0][0]:0);this.wanted=`${this.columns[0].words}\
, row ${this.rows.length+1}`,this.change([...this.rows,this.rows.at(-1)??t])}paste(t){let e=t.clipboardData?.
getData("text/plain")??"";if(!/[\t\n;]/.test(e.trim()))return;t.preventDefault();let s=ha(e,this.columns),
i=this.columns.map(({words:o})=>o).join(", ");s?this.change([...this.rows,...s]):this.say(`Each past\
ed row must have ${this.columns.length} cells: ${i}.`)}change(t){this.rows=t,this.send(t)}say(t){this.
note.textContent=t}focused(){let t=document.activeElement;return this.wanted??(t&&this.body.contains(
t)?t.getAttribute("aria-label"):null)}focus(t){let e=[...this.body.querySelectorAll("[aria-label]")].
find(s=>s.getAttribute("aria-label")===t);!t||!e||(this.wanted=void 0,e.focus())}wanted};function Ge(n,t){
let e=u("button","cl-tool",n);return e.type="button",S(e),e.addEventListener("click",t),e}var da=3,re=class{spec=null;chosen=0;root=u("div","cl-tools");undo=oe("↶","Undo (Ctrl+Z)",()=>this.
send({do:"undo"}));redo=oe("↷","Redo (Ctrl+Y)",()=>this.send({do:"redo"}));open=oe("Table","All of\
 them as a table",()=>this.turnTable(this.table.root.hidden));choices=u("span","cl-choices");constructor(t){
this.send=t,this.table=new ie(e=>t({do:"rows",rows:e}),()=>this.turnTable(!1)),this.root.setAttribute(
"role","toolbar"),this.root.hidden=!0,this.undo.setAttribute("aria-label","Undo"),this.redo.setAttribute(
"aria-label","Redo"),this.open.setAttribute("aria-expanded","false"),this.root.append(this.choices,this.
undo,this.redo,this.open)}load(t){let e=this.spec;this.spec=t&&"options"in t?t:null;let{spec:s}=this;
if(this.root.hidden=!s,!s){this.turnTable(!1);return}this.root.setAttribute("aria-label",`${s.noun}s\
 by hand`),JSON.stringify(e?.options)!==JSON.stringify(s.options)&&this.draw(s),this.undo.disabled=!s.
undo,this.redo.disabled=!s.redo,this.table.root.hidden||this.send({do:"table"})}draw(t){this.chosen=
Math.min(this.chosen,Math.max(t.options.length-1,0));let e=t.options.filter(o=>o.do==="add"),s=e.length>
da?e:[],i=[];s.length&&i.push(this.list(t,s)),t.options.forEach((o,r)=>{if(s.includes(o))return;let a=oe(
o.words,pa[o.do]??"",()=>this.choose(r));a.dataset.tool=String(r),i.push(a)}),this.choices.replaceChildren(
...i),S(...i,this.undo,this.redo,this.open),this.choose(this.chosen)}list(t,e){let s=u("select","cl-\
tool");s.setAttribute("aria-label","What a click adds"),e.forEach(o=>{let r=s.appendChild(u("option",
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
ge])")||e!=="z"&&e!=="y"?!1:(this.send({do:e==="y"||t.shiftKey?"redo":"undo"}),!0)}},pa={add:"A clic\
k adds one; drag a point to move it",erase:"A click erases the nearest",move:"Drag a point to move i\
t; clicks do nothing"};function oe(n,t,e){let s=u("button","cl-tool",n);return s.type="button",s.title=
t,s.addEventListener("click",e),s}function Qn(n,t){let e=t.filter(([s])=>s);for(;n.children.length>e.length;)n.lastElementChild?.remove();
return e.forEach(([s,i],o)=>{let r=n.children[o]??n.appendChild(u("span")),a=`cl-chip cl-${i}`;r.className!==
a&&(r.className=a),P(r,s)}),n}function ti(n){let[t,...e]=n.split(`
`)[0].split(" — ");return e.length?[u("strong","",t),` — ${e.join(" — ")}`]:[t]}var ei=n=>n.split(
`
`).slice(1).join(" "),ua={kind:"alone",text:"The kernel has ended. The picture plays on; its knobs n\
eed a running kernel: run the cell again.",detail:""},si=5,fa="A page takes no file, because it has \
no kernel: drop it on the picture in a notebook.",ae=class{spec;sent={text:"",spec:{}};arrays;theme;grid;dock;playButton;loopButton;speed;scrub;counter;track;ticks;caption;whole;chips;predictions;status;progress=u(
"p","cl-waiting");at={};answers=!0;answer=!0;stands="";smooth=!1;told;toldSpec;constructor(t,e,s,i=()=>{}){
this.model=t,this.el=e,this.loadPlotly=s,this.painted=i,e.convexlab=this,this.panels=[],this.undo=[],
this.player=ee.of(t),this.shelf=G.of(t),this.tools=new re(o=>this.send({kind:"click",...o})),this.lecture=
new St(this),this.looks=new Lt(this),this.build(),this.player.join(this),this.shelf.join(this);for(let o of[
"spec","at"])this.listen(`change:${o}`,()=>this.hear());this.listen("change:frame",()=>this.obey()),
this.listen("change:predict",()=>this.obeyPredict()),this.listen("change:crosses",()=>this.moveCrosses()),
this.listen("change:tools",()=>this.showTools()),this.listen("change:status",()=>this.showStatus()),
this.listen("change:look",()=>this.looks.obey()),this.listen("change:projector",()=>this.lecture.obey(
!1)),this.listen("change:room",()=>this.obeyRoom()),this.listen("msg:custom",(o,r)=>this.receive(o,r)),
this.undo.push(ds(()=>this.load())),this.showStatus(),this.obeyRoom(),this.load()}listen(t,e){this.model.
on(t,e),this.undo.push(()=>this.model.off(t,e))}wake(t){this.answers=t,this.showStatus()}send(t){this.
answers&&this.model.send(t)}build(){let{el:t,player:e}=this;t.classList.add("cl-stage"),t.tabIndex=0,
t.setAttribute("role","group"),this.grid=new At((p,f)=>this.uncover(p,f)),t.append(this.grid.root),this.
grid.root.append(...this.blank()),this.grid.root.dataset.look="beside";let s=this.dock=t.appendChild(
u("div","cl-dock"));s.inert=!0;let i=s.appendChild(u("div","cl-bar"));this.playButton=j("play","Play",
()=>this.toggle()),this.loopButton=j("loop","Loop",()=>{e.loop=!e.loop,e.notify()}),this.speed=this.
speedControl(),this.scrub=this.scrubber(),this.counter=u("span","cl-counter"),i.append(j("first","Fi\
rst frame",()=>{e.pause(),e.go(0)}),j("back","Step back",()=>e.step(-1)),this.playButton,j("step","S\
tep forward",()=>e.step(1)),j("last","Last frame",()=>{e.pause(),e.go(e.last)}),this.speed,this.loopButton,
this.track,this.counter);let o=u("div","cl-ask");this.predictions=new ne(e,o,{hide:p=>this.hide(p),follow:()=>e.
notify(),turn:p=>this.turnPredict(p),answered:p=>this.send({kind:"answer",...p}),focus:()=>t.focus({
preventScroll:!0}),aiming:p=>this.panels.find(f=>f.panel?.key===p)?.plane?.aim}),i.append(this.predictions.
toggle,this.predictions.tally,...this.lecture.controls,...this.looks.controls);let r=s.appendChild(u(
"div","cl-line")),a=r.appendChild(u("div","cl-sentence"));this.caption=a.appendChild(u("p","cl-capti\
on")),this.caption.setAttribute("aria-live","polite");let l=r.appendChild(u("div","cl-all-run"));this.
whole=l.appendChild(u("p","cl-whole"));let c=r.appendChild(u("div","cl-numbers"));this.chips=c.appendChild(
u("div","cl-chips")),s.append(o),this.sink(s,a,o),t.append(this.tools.table.root),this.status=t.appendChild(
u("div","cl-status")),this.status.setAttribute("role","status"),t.addEventListener("keydown",p=>this.
key(p));let h=()=>this.model.get("takes");as(t,()=>h()!==0,p=>{h()?ft(this.model,p,h()):this.say("er\
ror",fa)});let d=t.querySelectorAll("button, input, select");S(t,...d),rs(t),zs()}blank(){return this.
el.classList.add("cl-empty"),Object.entries({"cl-heroes":1,"cl-aside":2}).map(([t,e])=>{let s=u("div",
t);for(let i=0;i<e;i++){let o=s.appendChild(u("figure","cl-panel"));o.appendChild(u("figcaption")).append(
u("strong",""," "),u("span","cl-subtitle"," "));let a=o.appendChild(u("div","cl-plot"));t==="cl-he\
roes"&&a.append(this.progress)}return s})}sink(t,e,s){let i=new ResizeObserver(()=>{let o=s.hidden?e:
s,r=t.clientHeight-o.offsetTop-o.offsetHeight;t.style.setProperty("--cl-sunk",`${Math.max(r,0)}px`)});
for(let o of[t,e,s])i.observe(o);this.undo.push(()=>i.disconnect())}speedControl(){let t=u("select",
"cl-speed");t.setAttribute("aria-label","Speed"),t.title="Speed";for(let e of Vn){let s=t.appendChild(
u("option","",`${e}×`));s.value=String(e)}return t.value=String(this.player.speed),t.addEventListener(
"change",()=>{this.player.speed=Number(t.value),this.player.notify()}),t}scrubber(){this.track=u("di\
v","cl-track");let t=this.track.appendChild(u("input","cl-scrub"));Object.assign(t,{type:"range",min:0,
step:"any",value:0}),t.setAttribute("aria-label","Frame"),t.addEventListener("input",()=>{this.player.
pause(),this.player.go(this.smooth?Number(t.value):Math.round(Number(t.value)))}),this.ticks=this.track.
appendChild(u("div","cl-ticks"));let e=new ResizeObserver(()=>this.thinTicks());return e.observe(this.
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
away=!!e.shown,this.spec!==o&&(this.arrays=on(o.arrays,r,this.arrays),this.player.load(o.clock.values.
length,this.spec?void 0:this.model.get("frame"))),this.spec!==o&&this.predictions.load(o.questions),
[this.spec,this.at]=[o,a];let c=o.panels.flatMap(w=>w.traces);this.smooth=c.some(w=>Object.values(w.
bind).some(Oe));let h=hs();this.el.classList.toggle("cl-dark",h);let d=h?"dark":"light",p=this.theme?.
name===d?this.theme.font:getComputedStyle(this.el).fontFamily,{magnify:f}=this.lecture.projector;this.
theme={name:d,font:p,magnify:f,colours:this.model.get("themes")[d]},this.el.setAttribute("aria-label",
o.title?`${o.title}: player`:"Player");let m=this.loadPanels(o);this.drawTicks(),this.lecture.choices(),
this.reserve(),this.follow(),await m;let g=!this.el.dataset.painted;this.el.dataset.painted=String(Number(
this.el.dataset.painted??0)+1),this.el.dataset.at=JSON.stringify(this.at);let y={at:this.at,ticks:l,
answer:t};this.painted(y),this.el.dispatchEvent(new CustomEvent("cl-painted",{detail:y,bubbles:!0,composed:!0})),
g&&this.begin()}begin(){this.el.classList.remove("cl-empty"),this.dock.inert=!1,this.looks.obey(),this.
obeyPredict(),this.model.get("projector")&&this.lecture.obey(!1)}async loadPanels(t){for(;this.panels.
length>t.panels.length;)this.panels.pop()?.end();for(;this.panels.length<t.panels.length;){let s=new te(
this.loadPlotly,this.tools,()=>this.looks.heard());this.panels.push(s),s.asked=this.predictions.asked??
null}this.grid.arrange({...t,layout:this.lecture.layout},this.panels),this.showTools();let e=this.place;
await Promise.all(t.panels.map((s,i)=>this.panels[i].load(s,this.arrays,this.theme,e))),this.moveCrosses()}moveCrosses(){
let t=this.model.get("crosses")??{};for(let e of this.panels)e.move(t[e.panel?.key])}drawTicks(){let{
values:t,ticks:e}=this.spec.clock,s=t.length-1;this.el.classList.toggle("cl-single",!s);let i=JSON.stringify(
[s,e]);i!==this.ticks.dataset.marks&&(this.ticks.dataset.marks=i,this.scrub.max=String(s),this.ticks.
replaceChildren(...e.map(([o,r])=>{let a=u("span","",r);return a.style.left=`${s?100*o/s:0}%`,a})),requestAnimationFrame(
()=>this.thinTicks()))}thinTicks(){let t=[...this.ticks.children],e=t.map(o=>o.getBoundingClientRect()),
s=t.length-1,i=-1/0;e.forEach(({left:o,right:r},a)=>{let l=o>i+si&&r<e[s].left-si,c=a===0||a===s||l;
t[a].style.visibility=c?"":"hidden",c&&(i=r)})}showTools(){let t=this.model.get("tools"),s=(this.panels.
find(i=>i.panel?.key===t?.panel)??this.panels[0])?.root.querySelector("figcaption");s&&s.nextSibling!==
this.tools.root&&s.after(this.tools.root),this.tools.load(t)}get place(){return this.smooth?this.player.
position:this.player.frame}follow(){let{spec:t,player:e}=this;if(!t)return;let s=e.frame;this.scrub.
value=String(e.position),this.scrub.style.setProperty("--cl-done",`${e.last?100*e.position/e.last:0}\
%`);let i=this.counterWords(s);P(this.counter,i),this.scrub.setAttribute("aria-valuetext",i),this.showPlaying(),
(this.told!==`${s}`||this.toldSpec!==t)&&this.tell(s),this.predictions.show(s);for(let o of this.panels)
o.isBehind?o.position=this.place:o.panel&&o.draw(this.place);this.el.dataset.frame=String(e.position)}showPlaying(){
let{playing:t,loop:e,speed:s}=this.player,i=`${t} ${e} ${s}`;if(i===this.stands)return;this.stands=i,
this.playButton.replaceChildren(Z(t?"pause":"play"));let o=t?"Pause":"Play";this.playButton.title=o,
this.playButton.setAttribute("aria-label",o),this.loopButton.setAttribute("aria-pressed",String(e)),
this.speed.value=String(s),this.caption.setAttribute("aria-live",t?"off":"polite")}uncover(t,e){e&&this.
model.get("tab")!==t&&(this.model.set("tab",t),this.model.save_changes());let s=this.panels.find(i=>i.
panel?.key===t);s?.arrays===this.arrays&&s?.draw(this.place,!0)}reserve(){let{captions:t,chips:e}=this.
spec;if(!Array.isArray(t)||!Array.isArray(e))return;let s=d=>{let p=u("div",`cl-room ${d}`);return p.
setAttribute("aria-hidden","true"),p},i=(d,p)=>{let f=s(d);return f.append(...p),f},o=d=>d.sort((p,f)=>f.
length-p.length).slice(0,3),r=o(t.map(d=>d.split(`
`)[0])),a=o(t.map(ei)).filter(Boolean),l=d=>d.reduce((p,[f])=>p+f.length+4,0),c=[...e].sort((d,p)=>l(
p)-l(d)).slice(0,2);this.caption.parentElement.replaceChildren(this.caption,...r.map(d=>i("cl-captio\
n",ti(d))));let h=this.whole.parentElement;h.replaceChildren(this.whole,...a.map(d=>i("cl-whole",[d]))),
h.hidden=!a.length,this.chips.parentElement.replaceChildren(this.chips,...c.map(d=>Qn(s("cl-chips"),
d)))}counterWords(t){let{clock:e}=this.spec,{position:s}=this.player;return gs(e.values)&&s>t?ms(e,s):
e.counters[t]}tell(t){[this.told,this.toldSpec]=[`${t}`,this.spec];let e=this.spec.captions[t]??"…";
this.caption.replaceChildren(...ti(e)),P(this.whole,ei(e)),Qn(this.chips,this.spec.chips[t]??[])}turnPredict(t){
this.model.set("predict",t),this.model.save_changes(),this.obeyPredict()}obeyPredict(){this.predictions.
turn(!!this.model.get("predict")),this.player.notify()}obeyRoom(){let t=this.model.get("room");t?.code!==
this.predictions.votes?.room.code&&this.predictions.enter(t?.lead?t:null)}hide(t){this.el.classList.
toggle("cl-asking",!!t);for(let e of this.panels)e.hide(t)}obey(){let t=this.model.get("frame");t===
this.player.position||this.player.playing||this.shelf.shown||this.player.go(t)}say(t,e){this.model.set(
"status",{kind:t,text:e,detail:""}),this.showStatus()}showStatus(){let{kind:t,text:e,detail:s,share:i}=this.
answers?this.model.get("status"):ua;this.status.className=`cl-status cl-is-${t}`,this.el.setAttribute(
"aria-busy",String(t==="solving"||t==="compiling"));let o=[u("span","",e)];if(s){let l=u("details");
l.append(u("summary","","Details"),u("pre","",s)),o.push(l)}this.status.replaceChildren(...o);let r=t===
"solving"||t==="compiling",a=u("progress");a.setAttribute("aria-label","Preparing the picture"),typeof i==
"number"&&(a.value=i),this.progress.replaceChildren(...r?[a,e]:[])}receive(t,e){this.player.leader===
this&&(t.kind==="held"&&this.shelf.take(t,e),t.kind==="table"&&this.tools.show(t.rows),t.kind==="dow\
nload"&&Es(t,e[0]),t.kind==="copy"&&Mt(t.text,this.el))}end(){for(let t of this.undo)t();this.looks.
end(),this.predictions.enter(null),this.shelf.leave(this),this.lecture.projector.leave(),this.player.
leave(this);for(let t of this.panels)t.end()}};var Ye=class{undo=[];controls=[];answers=!0;constructor(t,e,s){this.model=t,this.el=e,this.knobs=vt.
of(t);let i=t.get("head"),r=!i||!Object.keys(i).length?e:this.build(i);this.stage=new ae(t,r,s,a=>this.
painted(a)),this.knobs.join(this),this.listen("change:stand",()=>this.knobs.heed(t.get("stand"))),this.
undo.push(ss(t,a=>this.wake(a)))}listen(t,e){this.model.on(t,e),this.undo.push(()=>this.model.off(t,
e))}build({title:t,question:e,exports:s=[],note:i}){let{el:o,model:r}=this;if(o.classList.add("cl-da\
shboard"),t!==void 0){let l=o.appendChild(u("div","cl-head")),c=l.appendChild(u("div","cl-title",t));
c.setAttribute("role","heading"),c.setAttribute("aria-level","3"),l.append(u("div","cl-question",e))}
let a=o.appendChild(u("div","cl-body"));return(s.length||this.specs.length)&&(this.side=a.appendChild(
u("div","cl-side")),this.rack=this.side.appendChild(u("div","cl-knobs")),i&&this.side.append(u("p","\
cl-solved",i)),this.actions=new ut(r,this.side.appendChild(u("div"))),this.fill(),this.unfold(),this.
listen("change:knobs",()=>this.fill()),this.listen("change:unfolded",()=>this.unfold()),this.embed("\
beside",this.side,"cl-wide")),this.embed("below",o,"cl-more-below"),a.appendChild(u("div"))}get specs(){
return this.model.get("knobs")}fill(){this.finish(),this.rack?.replaceChildren(),this.controls=this.
specs.map(t=>new xt(this.knobs,t,this.rack.appendChild(u("div")))),this.answers||this.wake(!1),this.
show()}embed(t,e,s){let i=[],o=!1,r=()=>i.splice(0).forEach(l=>l.remove()),a=async()=>{let l=this.model.
widget_manager,c=this.model.get(t)??[];if(!l?.create_view)return;e.classList.toggle(s,c.length>0);let h=await Promise.
all(c.map(p=>l.get_model(p.split("_").at(-1)))),d=await Promise.all(h.map(p=>l.create_view(p)));r(),
i=d,o?r():e.append(...i.map(p=>p.el))};a(),this.listen(`change:${t}`,a),this.undo.push(()=>{o=!0,r()})}unfold(){
this.side?.classList.toggle("cl-all",!!this.model.get("unfolded")),this.actions?.draw()}show(){for(let t of this.
controls)t.show();this.actions?.show(As(this.specs,this.knobs.stand))}painted(t){for(let e of this.controls)
e.painted(t)}wake(t){this.answers=t,this.stage.wake(t),this.actions?.wake(t);for(let e of this.controls)
e.wake(t)}finish(){for(let t of this.controls)t.out.finish()}end(){this.finish(),this.knobs.leave(this);
for(let t of this.undo)t();this.stage.end()}};function ma({model:n,el:t},e){let s=new Ye(n,t,e);return()=>s.
end()}function Fh(n){let t=n.getRootNode(),e=t instanceof ShadowRoot?t:document.head;if(e.querySelector("#\
convexlab-styles"))return;let s=e.appendChild(document.createElement("style"));s.id="convexlab-style\
s",s.textContent=Qe+ts}export{Fh as dress,ma as render};
