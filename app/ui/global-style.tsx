import { baseTokensCss } from './base-tokens'
import { fontsCss } from './fonts'
import { type Theme, themeCss } from './theme'

/**
 * Reset, base typography and the few rules that belong to the whole document. It is plain CSS text, printed once
 * into the head, so it is there before the first paint and carries the nonce of the content security policy.
 */
const resetCss = `
*, *::before, *::after { box-sizing: border-box; }
* { margin: 0; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; background: var(--bg-canvas); scroll-padding-top: calc(var(--bar) + var(--ribbon) + 8px); -webkit-tap-highlight-color: transparent; }
body { font: 400 var(--t-md)/var(--lh-body) var(--font-ui); color: var(--text-1); background: var(--bg-canvas); -webkit-font-smoothing: antialiased; font-feature-settings: "cv05", "ss03"; min-height: 100dvh; overflow-x: clip; }
button, input, select, textarea { font: inherit; color: inherit; letter-spacing: inherit; }
button { background: none; border: 0; padding: 0; cursor: pointer; text-align: inherit; touch-action: manipulation; }
button:disabled { cursor: not-allowed; }
a { color: inherit; text-decoration: none; touch-action: manipulation; }
ul, ol, dl { padding: 0; list-style: none; }
fieldset { border: 0; padding: 0; min-width: 0; }
img, svg, video, canvas { display: block; max-width: 100%; }
h1, h2, h3 { font-weight: 600; line-height: var(--lh-snug); letter-spacing: -0.012em; text-wrap: balance; }
:lang(ar) :is(h1, h2, h3), :lang(fa) :is(h1, h2, h3) { letter-spacing: 0; }
p { text-wrap: pretty; }
table { border-collapse: collapse; width: 100%; }
[hidden] { display: none !important; }
`

const rulesCss = `
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: var(--r-xs); }
[tabindex="-1"]:focus { outline: 0; }
.num, [data-num] { font-variant-numeric: tabular-nums lining-nums; unicode-bidi: isolate; direction: ltr; }
[data-num] { display: inline-block; white-space: nowrap; }
.sr-only { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; user-select: none; }
.skip-link { position: absolute; inset-inline-start: 8px; top: -60px; z-index: 99; padding: 10px 16px; background: var(--bg-inverse); color: var(--text-inverse); border-radius: var(--r-sm); font-weight: 600; }
.skip-link:focus { top: 8px; }
[dir="rtl"] [data-flip] { transform: scaleX(-1); }
@media (max-width: 1023.98px) { [data-only="desktop"] { display: none !important; } }
@media (max-width: 767.98px) { [data-only="tablet"] { display: none !important; } }
@media (min-width: 1024px) { [data-only="touch"] { display: none !important; } }
[data-stale="true"] { --stale-ink: var(--text-3); }
`

// Named here once: a keyframe rule inside a component would be printed with every one of its classes.
const motionCss = `
@keyframes candor-tick-up { from { background-color: var(--up-soft); color: var(--up-text); } }
@keyframes candor-tick-down { from { background-color: var(--down-soft); color: var(--down-text); } }
[data-move="up"] { animation: candor-tick-up 450ms linear; }
[data-move="down"] { animation: candor-tick-down 450ms linear; }
@keyframes candor-toast-in { from { opacity: 0; transform: translateY(-12px); } }
@keyframes candor-shimmer { to { transform: translateX(100%); } }
@keyframes candor-run { from { transform: translateX(-100%); } to { transform: translateX(250%); } }
@keyframes candor-rise { from { transform: translateY(100%); } }
@keyframes candor-drop { from { opacity: 0; transform: translateY(-4px); } }
@keyframes candor-spin { to { transform: rotate(1turn); } }
@media (prefers-reduced-motion: reduce) { *, *::before, *::after { animation: none !important; transition: none !important; scroll-behavior: auto !important; } }
@media print { [data-no-print] { display: none !important; } }
`

export const globalCss = fontsCss + baseTokensCss + resetCss + rulesCss + motionCss

/** The style element for the document head: base rules, then the theme of the tenant. */
export function GlobalStyle({ theme, nonce }: { theme: Theme; nonce?: string | undefined }) {
  return (
    // The browser hides the nonce attribute from scripts, so the server's value and the client's never match.
    <style
      data-candor-base=""
      nonce={nonce}
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: our own constant text and a checked theme file.
      dangerouslySetInnerHTML={{ __html: `${globalCss}\n${themeCss(theme)}` }}
    />
  )
}
