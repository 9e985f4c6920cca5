/** The one page of a preview: the pictures by screen, and the colours with their contrast. Plain HTML, read from the disk. */
import { type ColoursByMode, contrastRows, MODES, ratioText } from '../../app/palette/contrast.server'
import type { Tenant } from '../../contract/tenant'
import type { Shot } from './preview-shots'

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeText = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')

const SWATCHES = [
  'brand',
  'brand-hover',
  'brand-press',
  'brand-mark',
  'brand-text',
  'brand-soft',
  'brand-line',
  'focus',
  'on-brand',
] as const

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 1760px; padding: 24px; }
h1 { font-size: 26px; } h2 { font-size: 20px; margin: 40px 0 12px; text-transform: capitalize; }
nav { display: flex; flex-wrap: wrap; gap: 6px 14px; position: sticky; top: 0; padding: 10px 0; background: Canvas; z-index: 1; }
.row { display: flex; gap: 16px; align-items: flex-start; overflow-x: auto; padding-bottom: 12px; }
figure { margin: 0; flex: none; } figcaption { font-size: 13px; opacity: .8; }
img { display: block; border: 1px solid GrayText; border-radius: 8px; }
img.phone { width: 260px; } img.desktop { width: 560px; }
.swatches { display: flex; flex-wrap: wrap; gap: 8px; }
.swatches div { width: 132px; font-size: 12px; } .swatches span { display: block; height: 36px; border-radius: 8px; border: 1px solid GrayText; }
table { border-collapse: collapse; font-size: 13px; } td, th { padding: 2px 12px 2px 0; text-align: start; }
`

export function previewPage(tenant: Tenant, shots: readonly Shot[], remarks: readonly string[]): string {
  const colours = tenant.palette.modes
  const screens = [...new Set(shots.map(({ screen }) => screen))]
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeText(tenant.name)}: preview</title>
<style>${STYLE}</style>
<h1>${escapeText(tenant.name)}</h1>
<p>${escapeText(tenant.id)}, ${shots.length} pictures of ${screens.length} screens. All figures are simulated.</p>
${remarks.map((remark) => `<p>${escapeText(remark)}</p>\n`).join('')}<nav>${[...screens, 'colours'].map((screen) => `<a href="#${screen}">${screen}</a>`).join('\n')}</nav>
${screens.map((screen) => screenSection(screen, shots)).join('\n')}
<section id="colours"><h2>colours</h2>
${MODES.map((mode) => `<h3>${mode}</h3>${swatches(colours[mode])}`).join('\n')}
${contrastTable(colours)}</section>
</html>
`
}

function screenSection(screen: string, shots: readonly Shot[]): string {
  const figures = shots
    .filter((shot) => shot.screen === screen)
    .map(({ size, mode, language, file }) => {
      const caption = `${size}, ${mode}, ${language}`
      return `<figure><a href="${file}"><img class="${size}" loading="lazy" src="${file}" alt="${screen}: ${caption}"></a><figcaption>${caption}</figcaption></figure>`
    })
  return `<section id="${screen}"><h2>${screen}</h2><div class="row">${figures.join('\n')}</div></section>`
}

function swatches(colours: Readonly<Record<string, string>>): string {
  const shown = SWATCHES.map((token) => {
    const colour = escapeText(colours[token] ?? '')
    return `<div><span style="background:${colour}"></span>${token} ${colour}</div>`
  })
  return `<div class="swatches">${shown.join('\n')}</div>`
}

/** The nearest to its limit first. */
function contrastTable(colours: ColoursByMode): string {
  const rows = contrastRows(colours)
    .sort((one, other) => one.ratio / one.needed - other.ratio / other.needed)
    .slice(0, 40)
    .map(({ mode, pair, ratio, needed, use }) => `<tr><td>${mode}<td>${pair}<td>${ratioText(ratio)}<td>${needed}<td>${escapeText(use)}`)
  return `<h3>The 40 pairs nearest to their limit</h3><table><tr><th>mode<th>pair<th>ratio<th>needed<th>use\n${rows.join('\n')}</table>`
}
