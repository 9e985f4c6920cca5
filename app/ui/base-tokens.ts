/**
 * Tokens that no tenant changes: spacing, type, motion, layers, control heights by layout, the fonts of a
 * script, and the meaning of the four price hues (`data-updown` on the root element).
 */
const near = '"Inter", "Inter near", "Inter near 2"'
const scale = `
:root {
  --font-ui: ${near}, "Noto Sans", system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
  --font-serif-fallback: "Source Serif near", "Source Serif near 2", "Source Serif near 3", "Noto Serif", Georgia, serif;
  --font-mono: ui-monospace, "SF Mono", "Noto Sans Mono", Menlo, Consolas, monospace;
  --s-0: 2px; --s-1: 4px; --s-2: 8px; --s-3: 12px; --s-4: 16px; --s-5: 20px; --s-6: 24px; --s-8: 32px; --s-10: 40px; --s-12: 48px; --s-16: 64px;
  --t-2xs: 11px; --t-xs: 12px; --t-sm: 13px; --t-md: 14px; --t-lg: 16px; --t-xl: 18px; --t-2xl: 22px; --t-3xl: 28px; --t-4xl: 36px; --t-5xl: 48px;
  --lh-tight: 1.15; --lh-snug: 1.3; --lh-body: 1.5;
  --control: 44px; --control-sm: 36px; --control-lg: 52px; --field: 48px; --row: 60px; --bar: 52px; --tabbar: 58px;
  --content-max: 1312px; --ribbon: 0px; --mark-ring: var(--bg-canvas);
  --dur-1: 80ms; --dur-2: 140ms; --dur-3: 220ms; --dur-4: 320ms; --ease-out: cubic-bezier(.2, 0, 0, 1); --ease-in: cubic-bezier(.4, 0, 1, 1);
  --z-sticky: 10; --z-bar: 20; --z-sheet: 40; --z-dialog: 50; --z-toast: 60;
}
@media (min-width: 1024px) {
  :root { --control: 38px; --control-sm: 32px; --control-lg: 46px; --field: 40px; --row: 52px; --bar: 56px; --tabbar: 0px; }
}
:root:has([data-demo-ribbon]) { --ribbon: 30px; }
`

// Source Serif has no letters of these scripts: their headings are set in the font of the text.
const plainHeadings = '--font-serif-fallback: var(--font-ui);'

const scripts = `
:lang(ar), :lang(fa) { --font-ui: "Inter", "Vazirmatn", "Vazirmatn near", "Vazirmatn near 2", "Noto Sans Arabic", "Tahoma", "Inter near", "Inter near 2", sans-serif; ${plainHeadings} --lh-body: 1.7; --t-2xs: 12px; --t-xs: 13px; }
:lang(zh) { --font-ui: ${near}, "PingFang HK", "PingFang TC", "Noto Sans CJK HK", "Noto Sans HK", "Noto Sans CJK TC", "Noto Sans TC", "Microsoft JhengHei UI", "Microsoft JhengHei", "Last Resort HK", sans-serif; ${plainHeadings} --t-2xs: 12px; --lh-body: 1.6; }
:lang(ja) { --font-ui: ${near}, "Hiragino Sans", "Hiragino Kaku Gothic ProN", "Noto Sans CJK JP", "Noto Sans JP", "Yu Gothic UI", "Meiryo", "Last Resort JP", sans-serif; ${plainHeadings} --lh-body: 1.6; }
:lang(ko) { --font-ui: ${near}, "Apple SD Gothic Neo", "Noto Sans CJK KR", "Noto Sans KR", "Malgun Gothic", "Last Resort KR", sans-serif; ${plainHeadings} --lh-body: 1.6; }
:lang(th) { --font-ui: "Inter", "Noto Sans Thai", "Thai near", "Inter near", "Inter near 2", sans-serif; ${plainHeadings} --lh-body: 1.65; }
:lang(hi) { --font-ui: "Inter", "Noto Sans Devanagari", "Devanagari near", "Inter near", "Inter near 2", sans-serif; ${plainHeadings} --lh-body: 1.65; }
/* Letters that join or carry marks are never moved together. */
:root:is(:lang(ar), :lang(fa), :lang(th), :lang(hi)) { --display-track: 0; }
`

const hueOf = (direction: 'up' | 'down', hue: string) =>
  ['', '-text', '-soft', '-fill'].map((part) => `--${direction}${part}: var(--${hue}${part});`).join(' ')

// The mapping is repeated on [data-theme-mode] because a custom property that refers to another one resolves
// where it is declared: a gallery panel in another mode would otherwise keep the root's hues.
const upDown = `
:root, [data-theme-mode] { ${hueOf('up', 'green')} ${hueOf('down', 'red')} }
:root[data-updown="red-up"], [data-updown="red-up"] [data-theme-mode], [data-updown="red-up"] { ${hueOf('up', 'red')} ${hueOf('down', 'green')} }
:root[data-updown="blue-up"], [data-updown="blue-up"] [data-theme-mode], [data-updown="blue-up"] { ${hueOf('up', 'blue')} ${hueOf('down', 'orange')} }
`

// The brand's own, until the server has checked that they can be read (palette/finish-palette.server.ts): what it writes is stronger.
const honest = `
:root, [data-theme-mode] { --honest-ground: var(--bg-surface); --honest-ink: var(--text-1); --honest-ink-2: var(--text-2); --honest-alarm: var(--danger-fill); --honest-on-alarm: var(--on-fill); }
`

export const baseTokensCss = scale + scripts + upDown + honest
