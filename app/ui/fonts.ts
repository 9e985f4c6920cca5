/** Font faces served from public/fonts (SIL Open Font License 1.1; licence texts beside the files). */
const latin =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
const latinExt =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF'
const cyrillic = 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116'
const vietnamese =
  'U+0102-0103,U+0110-0111,U+0128-0129,U+0168-0169,U+01A0-01A1,U+01AF-01B0,U+0300-0301,U+0303-0304,U+0308-0309,U+0323,U+0329,U+1EA0-1EF9,U+20AB'
const arabic =
  'U+0600-06FF,U+0750-077F,U+0870-088E,U+0890-0891,U+0897-08E1,U+08E3-08FF,U+200C-200E,U+2010-2011,U+204F,U+2E41,U+FB50-FDFF,U+FE70-FE74,U+FE76-FEFC'

interface Face {
  family: string
  weight: string
  file: string
  range: string
}

const faces: Face[] = [
  { family: 'Inter', weight: '100 900', file: 'inter-latin', range: latin },
  { family: 'Inter', weight: '100 900', file: 'inter-latin-ext', range: latinExt },
  { family: 'Inter', weight: '100 900', file: 'inter-cyrillic', range: cyrillic },
  { family: 'Inter', weight: '100 900', file: 'inter-vietnamese', range: vietnamese },
  { family: 'Source Serif 4', weight: '200 900', file: 'source-serif-4-latin', range: latin },
  { family: 'Source Serif 4', weight: '200 900', file: 'source-serif-4-latin-ext', range: latinExt },
  { family: 'Source Serif 4', weight: '200 900', file: 'source-serif-4-cyrillic', range: cyrillic },
  { family: 'Source Serif 4', weight: '200 900', file: 'source-serif-4-vietnamese', range: vietnamese },
  { family: 'Vazirmatn', weight: '100 900', file: 'vazirmatn-arabic', range: arabic },
]

export const fontsCss = faces
  .map(
    ({ family, weight, file, range }) =>
      `@font-face{font-family:"${family}";font-style:normal;font-weight:${weight};font-display:swap;src:url(/fonts/${file}.woff2) format("woff2");unicode-range:${range}}`,
  )
  .join('\n')

/** The one file every page needs at once; the document links it as a preload. */
export const preloadFont = '/fonts/inter-latin.woff2'
