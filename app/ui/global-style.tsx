import { baseTokensCss } from './base-tokens'
import { fontFaces, fontsCss } from './fonts'

/**
 * Reset, base typography and the few rules that belong to the whole document. It is plain CSS text, printed once
 * into the head, so it is there before the first paint and carries the nonce of the content security policy. What a page says in
 * another language than its own (`lang` on an element) is written in that language's letters.
 */
const resetCss = `
*, *::before, *::after { box-sizing: border-box; }
* { margin: 0; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; background: var(--bg-canvas); scroll-padding-top: calc(var(--bar) + var(--ribbon) + 8px); scroll-padding-bottom: calc(var(--tabbar) + env(safe-area-inset-bottom) + 8px); -webkit-tap-highlight-color: transparent; }
body { font: 400 var(--t-md)/var(--lh-body) var(--font-ui); color: var(--text-1); background: var(--bg-canvas); -webkit-font-smoothing: antialiased; font-feature-settings: "cv05", "ss03"; min-height: 100dvh; overflow-x: clip; }
:where(body [lang]) { font-family: var(--font-ui); }
button, input, select, textarea { font: inherit; color: inherit; letter-spacing: inherit; }
button { background: none; border: 0; padding: 0; cursor: pointer; text-align: inherit; touch-action: manipulation; }
button:disabled { cursor: not-allowed; }
a { color: inherit; text-decoration: none; touch-action: manipulation; }
ul, ol, dl { padding: 0; list-style: none; }
fieldset { border: 0; padding: 0; min-width: 0; }
img, svg, video, canvas { display: block; max-width: 100%; }
h1, h2, h3 { font-weight: 600; line-height: var(--lh-snug); letter-spacing: -0.012em; text-wrap: balance; }
:is(:lang(ar), :lang(fa), :lang(th), :lang(hi)) :is(h1, h2, h3) { letter-spacing: 0; }
p { text-wrap: pretty; }
:lang(ko) { word-break: keep-all; overflow-wrap: anywhere; }
:lang(ja) { word-break: auto-phrase; }
table { border-collapse: collapse; width: 100%; }
[hidden] { display: none !important; }
`

const rulesCss = `
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: var(--r-xs); }
[tabindex="-1"]:focus { outline: 0; }
.num, [data-num] { font-variant-numeric: tabular-nums lining-nums; unicode-bidi: isolate; direction: ltr; }
[data-num] { display: inline-block; white-space: nowrap; }
.sr-only { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; user-select: none; }
:where(.icon) { flex: none; fill: none; stroke: currentColor; stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
/* Small icons need a slightly heavier line to look the same weight. */
:where(.icon[width="14"]) { stroke-width: 1.8; }
:where(.icon[width="24"]) { stroke-width: 1.5; }
:where(.icon[data-strong]) { stroke-width: 2; }
.skip-link { position: absolute; inset-inline-start: 8px; top: -60px; z-index: 99; padding: 10px 16px; background: var(--bg-inverse); color: var(--text-inverse); border-radius: var(--r-sm); font-weight: 600; }
.skip-link:focus { top: 8px; }
[dir="rtl"] [data-flip] { transform: scaleX(-1); }
@media (max-width: 1023.98px) { [data-only="desktop"] { display: none !important; } }
@media (max-width: 767.98px) { [data-only="tablet"] { display: none !important; } }
@media (min-width: 1024px) { [data-only="touch"] { display: none !important; } }
[data-stale="true"] { --stale-ink: var(--text-3); }
`

// The tint of a price that moves comes and goes at once: while twenty prices fade, the page works out styles and paints sixty times a second,
// which took a slow phone more than all else that a price costs.
// Named here once: a keyframe rule inside a component would be printed with every one of its classes.
const motionCss = `
[data-move="up"] { background: var(--up-soft); }
[data-move="down"] { background: var(--down-soft); }
@keyframes candor-toast-in { from { opacity: 0; transform: translateY(-12px); } }
@keyframes candor-shimmer { to { transform: translateX(100%); } }
@keyframes candor-run { from { transform: translateX(-100%); } to { transform: translateX(250%); } }
@keyframes candor-hold { from { width: 0; } }
@keyframes candor-rise { from { transform: translateY(100%); } }
@keyframes candor-drop { from { opacity: 0; transform: translateY(-4px); } }
@keyframes candor-spin { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) { *, *::before, *::after { animation: none !important; transition: none !important; scroll-behavior: auto !important; } [data-move] { background: none; } }
@media print { [data-no-print] { display: none !important; } }
`

// In the visitor's own colours neither grounds nor shadows are painted, and with them go the edge of a control and the look of
// what is chosen. Without weight, so that every component's own rule and the focus ring go before.
const forcedColoursCss = `
@media (forced-colors: active) {
  :where(button:not([role="switch"], [role="tab"]), [role="button"], [role="radio"], [role="option"], a[data-variant]) { outline: 1px solid ButtonBorder; outline-offset: -1px; }
  :where([role="dialog"], [role="alertdialog"], [data-toast-region] > *) { outline: 1px solid CanvasText; outline-offset: -1px; }
  :where([aria-checked="true"]:not([role="switch"]), [aria-pressed="true"], [aria-selected="true"], [aria-current]:not([aria-current="false"])) { outline: 2px solid Highlight; outline-offset: -2px; }
}
`

const rulesOfAll = baseTokensCss + resetCss + rulesCss + motionCss + forcedColoursCss

/**
 * What every page's style element begins with; a brand's palette follows.
 * @param fonts the files that the page shows at once; left out: the faces of all of them.
 */
export const pageCss = (fonts?: readonly string[]): string => (fonts === undefined ? fontsCss : fontFaces(fonts).now) + rulesOfAll
