/**
 * The pairs of colours that stand on each other on the pages, by the names of the theme's tokens, with the ratio that
 * WCAG 2.2 AA asks of each: 4.5 for text, 3 for what a control or a line is known by.
 *
 * Read off the components (app/ui, app/features): a new pair there is added here. Deliberately not here: text of disabled
 * controls (exempt), hairlines, `brand-line`, and dots and bars that only repeat a word or a number beside them.
 */
interface ContrastPair {
  /** Token of what is read or seen. */
  readonly front: string
  /** Tokens it stands on. */
  readonly backs: readonly string[]
  readonly needed: 3 | 4.5
  /** Share of the front's own colour that lies over the back, where a pale picture in it stands under the text. */
  readonly veil?: number
  /** Where it is met, for the person who has to mend it. */
  readonly use: string
}

export const SURFACES = ['bg-canvas', 'bg-surface', 'bg-raised', 'bg-sunken', 'bg-hover', 'bg-active'] as const
const PRICE_HUES = ['green', 'red', 'blue', 'orange'] as const
const STATUSES = ['warn', 'danger', 'ok', 'info'] as const
const STATUS_TINTS = STATUSES.map((status) => `${status}-soft`)
const TINTS = ['brand-soft', ...PRICE_HUES.map((hue) => `${hue}-soft`), ...STATUS_TINTS]

/** Opacity of the brand's sign in the promotion card (app/features/market/promo-card.tsx). */
export const SIGN_VEIL = 0.13

const text = (front: string, backs: readonly string[], use: string): ContrastPair => ({ front, backs, needed: 4.5, use })
const shape = (front: string, backs: readonly string[], use: string): ContrastPair => ({ front, backs, needed: 3, use })

export const CONTRAST_PAIRS: readonly ContrastPair[] = [
  text('text-1', [...SURFACES, ...TINTS, 'line-2'], 'main text, amounts, labels of plain buttons'),
  text('text-2', [...SURFACES, ...TINTS], 'labels, notes'),
  text('text-3', [...SURFACES, ...TINTS], 'captions, placeholders, second lines of rows'),
  text('text-inverse', ['bg-inverse'], 'chosen chip, tooltip'),
  text('brand-text', [...SURFACES, 'brand-soft', ...STATUS_TINTS], 'links, chosen icons, the sign of the brand'),
  text('on-brand', ['brand', 'brand-hover', 'brand-press'], 'main button, promotion card, count on a tab'),
  { ...text('on-brand', ['brand'], 'promotion card, text over the pale sign of the brand'), veil: SIGN_VEIL },
  shape('on-brand', ['brand-mark'], 'tick of a checkbox, thumb of a switch'),
  shape('brand-mark', SURFACES, 'edge of the main button, checkbox, switch, line under the chosen tab'),
  shape('focus', SURFACES, 'focus ring'),
  shape('line-3', SURFACES, 'edge of a field, switch that is off'),
  ...PRICE_HUES.flatMap((hue) => [
    text(`${hue}-text`, [...SURFACES, `${hue}-soft`, 'brand-soft'], 'price, profit and loss, side'),
    text('on-fill', [`${hue}-fill`], 'Buy and Sell'),
    shape(hue, SURFACES, 'candle, sparkline'),
  ]),
  ...STATUSES.map((status) => text(`${status}-text`, [...SURFACES, `${status}-soft`], `note, badge, error: ${status}`)),
  text('on-fill', ['danger-fill'], 'button that destroys'),
  text('honest-ink', ['honest-ground'], 'who stands behind the site'),
  text('honest-ink-2', ['honest-ground'], 'who stands behind the site, in small'),
  text('honest-on-alarm', ['honest-alarm'], 'DEMO ribbon'),
  text('chart-axis', ['chart-bg'], 'scale of the chart'),
  text('chart-bg', ['text-3'], 'last price while the market is closed'),
  ...['chart-ma1', 'chart-ma2', 'chart-ma3'].map((line) => shape(line, ['chart-bg'], 'line of an average')),
]
