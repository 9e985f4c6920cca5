/**
 * Font faces served from public/fonts (SIL Open Font License 1.1; licence texts beside the files). A browser fetches a file only
 * when the page holds a character of its range, so a page loads the scripts that it is written in and no others.
 */
const latin =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
const latinExt =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF'
const cyrillic = 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116'
const vietnamese =
  'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB'
const arabic =
  'U+0600-06FF,U+0750-077F,U+0870-088E,U+0890-0891,U+0897-08E1,U+08E3-08FF,U+200C-200E,U+2010-2011,U+204F,U+2E41,U+FB50-FDFF,U+FE70-FE74,U+FE76-FEFC'
const thai = 'U+0E01-0E5B,U+25CC'
const devanagari = 'U+0900-097F,U+20B9,U+25CC'
const eastAsian = 'U+2E80-9FFF,U+AC00-D7AF,U+F900-FAFF,U+FE30-FE4F,U+FF00-FFEF'

interface Face {
  family: string
  weight: string
  file: string
  range: string
  /** Every machine has letters of this script that can stand in for a whole page. */
  hasStandIn?: true
}

// Inter, Vazirmatn and the two Noto families are cut to the weights that the site uses. The East Asian families hold, in one
// weight, the letters of the site's own texts and the common ones besides (2,600 Chinese, 3,200 Japanese, 2,400 Korean). They come after every font of the visitor's machine (base-tokens.ts), so that they are fetched only
// where it has none: nobody else pays for them, and nobody sees boxes.
const faces: Face[] = [
  { family: 'Inter', weight: '400 700', file: 'inter-latin', range: latin, hasStandIn: true },
  { family: 'Inter', weight: '400 700', file: 'inter-latin-ext', range: latinExt, hasStandIn: true },
  { family: 'Inter', weight: '400 700', file: 'inter-cyrillic', range: cyrillic, hasStandIn: true },
  { family: 'Inter', weight: '400 700', file: 'inter-vietnamese', range: vietnamese, hasStandIn: true },
  { family: 'Source Serif 4', weight: '200 900', file: 'source-serif-4-latin', range: latin, hasStandIn: true },
  { family: 'Source Serif 4', weight: '200 900', file: 'source-serif-4-latin-ext', range: latinExt, hasStandIn: true },
  { family: 'Source Serif 4', weight: '200 900', file: 'source-serif-4-cyrillic', range: cyrillic, hasStandIn: true },
  { family: 'Source Serif 4', weight: '200 900', file: 'source-serif-4-vietnamese', range: vietnamese, hasStandIn: true },
  { family: 'Vazirmatn', weight: '400 700', file: 'vazirmatn-arabic', range: arabic },
  { family: 'Noto Sans Thai', weight: '400 700', file: 'noto-sans-thai', range: thai },
  { family: 'Noto Sans Devanagari', weight: '400 700', file: 'noto-sans-devanagari', range: devanagari },
  { family: 'Last Resort HK', weight: '400', file: 'noto-sans-hk', range: eastAsian },
  { family: 'Last Resort JP', weight: '400', file: 'noto-sans-jp', range: eastAsian },
  { family: 'Last Resort KR', weight: '400', file: 'noto-sans-kr', range: eastAsian },
]

/**
 * A font of the visitor's own machine that stands in until ours has come, stretched to the same widths and set on the same line:
 * when ours takes its place, nothing moves. `size` is our width over its width, measured on the site's own texts; 1 where the
 * machine's font could not be measured, so that only its line is right.
 */
interface StandIn {
  readonly family: string
  readonly weight?: string
  readonly local: readonly string[]
  readonly size: number
  readonly like: keyof typeof LINES
  /** For one script only: the Latin letters of that font are not wanted. */
  readonly range?: string
}

/** Height of our fonts above and below the line, in parts of the letter size. A test compares them with the files. */
export const LINES = {
  'inter-latin': { ascent: 0.9688, descent: 0.2412 },
  'source-serif-4-latin': { ascent: 1.036, descent: 0.335 },
  'vazirmatn-arabic': { ascent: 1.0254, descent: 0.5371 },
  'noto-sans-thai': { ascent: 1.061, descent: 0.45 },
  'noto-sans-devanagari': { ascent: 0.896, descent: 0.408 },
} as const

const BOLD = '600 900'
const standIns: readonly StandIn[] = [
  { family: 'Inter near', local: ['Arial', 'Liberation Sans', 'Roboto'], size: 1.07, like: 'inter-latin' },
  {
    family: 'Inter near',
    weight: BOLD,
    local: ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold'],
    size: 1.01,
    like: 'inter-latin',
  },
  { family: 'Inter near 2', local: ['DejaVu Sans'], size: 0.936, like: 'inter-latin' },
  { family: 'Inter near 2', weight: BOLD, local: ['DejaVu Sans Bold'], size: 0.845, like: 'inter-latin' },
  { family: 'Source Serif near', local: ['Georgia'], size: 1.065, like: 'source-serif-4-latin' },
  { family: 'Source Serif near 2', local: ['Times New Roman', 'Liberation Serif'], size: 1.185, like: 'source-serif-4-latin' },
  { family: 'Source Serif near 3', local: ['DejaVu Serif'], size: 0.92, like: 'source-serif-4-latin' },
  {
    family: 'Vazirmatn near',
    local: ['Segoe UI', 'Geeza Pro', 'Noto Naskh Arabic UI', 'Noto Sans Arabic UI'],
    size: 1,
    like: 'vazirmatn-arabic',
    range: arabic,
  },
  { family: 'Vazirmatn near 2', local: ['DejaVu Sans'], size: 0.932, like: 'vazirmatn-arabic', range: arabic },
  { family: 'Vazirmatn near 2', weight: BOLD, local: ['DejaVu Sans Bold'], size: 0.796, like: 'vazirmatn-arabic', range: arabic },
  { family: 'Thai near', local: ['Leelawadee UI', 'Thonburi', 'Noto Sans Thai UI', 'Loma'], size: 1, like: 'noto-sans-thai', range: thai },
  {
    family: 'Devanagari near',
    local: ['Nirmala UI', 'Kohinoor Devanagari', 'Noto Sans Devanagari UI', 'Lohit Devanagari'],
    size: 1,
    like: 'noto-sans-devanagari',
    range: devanagari,
  },
]

const percent = (part: number): string => `${Number((part * 100).toFixed(2))}%`

const standInCss = ({ family, weight = '100 500', local, size, like, range }: StandIn): string => {
  const { ascent, descent } = LINES[like]
  const src = local.map((name) => `local("${name}")`).join(',')
  return `@font-face{font-family:"${family}";font-weight:${weight};src:${src};size-adjust:${percent(size)};ascent-override:${percent(ascent / size)};descent-override:${percent(descent / size)};line-gap-override:0%${range === undefined ? '' : `;unicode-range:${range}`}}`
}

/**
 * A Latin file that comes late is for the next page: exchanged under the reader's eyes it would break lines elsewhere and move what
 * stands below them. A script that the machine may have no letters for is shown as soon as it is there.
 */
const displayOf = ({ hasStandIn }: Face) => (hasStandIn ? 'optional' : 'swap')

const faceCss = (face: Face): string =>
  `@font-face{font-family:"${face.family}";font-style:normal;font-weight:${face.weight};font-display:${displayOf(face)};src:url(/fonts/${face.file}.woff2) format("woff2");unicode-range:${face.range}}`

const cssOf = (isWanted: (file: string) => boolean): string =>
  [...faces.filter(({ file }) => isWanted(file)).map(faceCss), ...standIns.filter(({ like }) => isWanted(like)).map(standInCss)].join('\n')

export const fontsCss = cssOf(() => true)

/** The faces of the fonts that a page shows at once, and those of the others: for what it says in another language. */
export function fontFaces(shown: readonly string[]): { readonly now: string; readonly later: string } {
  const isShown = (file: string) => shown.includes(addressOf(file))
  return { now: cssOf(isShown), later: cssOf((file) => !isShown(file)) }
}

const addressOf = (file: string): string => `/fonts/${file}.woff2`

/** The file of a language's letters beside the Latin ones, which every language needs for its figures and codes. */
const LETTERS: Readonly<Record<string, 'latin-ext' | 'cyrillic' | 'vietnamese'>> = {
  cs: 'latin-ext',
  tr: 'latin-ext',
  ru: 'cyrillic',
  vn: 'vietnamese',
}
const SCRIPTS: Readonly<Record<string, string>> = {
  ar: 'vazirmatn-arabic',
  fa: 'vazirmatn-arabic',
  th: 'noto-sans-thai',
  hi: 'noto-sans-devanagari',
}
/** Written without letters that a Latin heading font has. */
const HAS_OWN_HEADINGS = new Set([...Object.keys(SCRIPTS), 'hk', 'jp', 'kr'])

/**
 * The files that a page of this language shows at once, for its document to ask for beforehand.
 * @param displayFont the brand's own font of names and headings, as its theme names it.
 */
export function fontsOf(language: string, displayFont = ''): string[] {
  const ofFamily = (prefix: string) => ['latin', LETTERS[language]].flatMap((part) => (part === undefined ? [] : [`${prefix}-${part}`]))
  const script = SCRIPTS[language]
  const isSerif = displayFont.includes('Source Serif') && !HAS_OWN_HEADINGS.has(language)
  return [...ofFamily('inter'), ...(isSerif ? ofFamily('source-serif-4') : []), ...(script === undefined ? [] : [script])].map(addressOf)
}
