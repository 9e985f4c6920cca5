/**
 * What Lighthouse says of the pages on a simulated slow phone: a middling device (processor at a quarter) on slow 4G. The speed it
 * reckons is held against the same page empty of everything but Remix; what it finds wrong is written out by name. Each figure of speed
 * is the middle of five loads.
 */
import { launch } from 'chrome-launcher'
import lighthouse, { type Result } from 'lighthouse'
import { findBrowser } from '../../scripts/find-browser.mjs'
import { BARE_PORT, demoSession, SITE_HOST, withBareRemix, withSite } from './bench-site'
import type { Figure } from './report'

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const

interface Page {
  readonly name: string
  readonly path: string
  readonly isSignedIn?: boolean
  /** The least score of performance. */
  readonly goal: number
  /** The longest that the page may be deaf while it comes, milliseconds. */
  readonly blockingGoal?: number
}
const PAGES: readonly Page[] = [
  { name: 'home', path: '/', goal: 95, blockingGoal: 150 },
  { name: 'trade', path: '/trade?code=EURUSD', goal: 92, blockingGoal: 250 },
  { name: 'login', path: '/login', goal: 98 },
  { name: 'news', path: '/news', goal: 98 },
  { name: 'home, signed in', path: '/', isSignedIn: true, goal: 95 },
]

/** One load says little: what else the machine does at that moment is in it, four times over. */
const LOADS = 5
/** Of the browser's own recording, which now and then misses the beginning. */
const SPARE_LOADS = 2

/** In the order of their scores of performance. */
async function look(url: string, chromePort: number, cookie?: string): Promise<readonly Result[]> {
  const seen: Result[] = []
  let failures = 0
  while (seen.length < LOADS) {
    try {
      seen.push(await load(url, chromePort, cookie))
    } catch (error) {
      failures += 1
      if (failures > SPARE_LOADS) throw error
    }
  }
  return seen.sort((left, right) => scoreOf(left, 'performance') - scoreOf(right, 'performance'))
}

const middleOf = (seen: readonly Result[]): Result => seen[Math.floor(seen.length / 2)] as Result
const middleNumber = (seen: readonly Result[], id: string): number =>
  seen.map((load) => numberOf(load, id)).sort((left, right) => left - right)[Math.floor(seen.length / 2)] ?? Number.NaN

async function load(url: string, chromePort: number, cookie?: string): Promise<Result> {
  const found = await lighthouse(
    url,
    { port: chromePort, output: 'json', logLevel: 'error', ...(cookie === undefined ? {} : { extraHeaders: { Cookie: cookie } }) },
    { extends: 'lighthouse:default', settings: { throttlingMethod: 'simulate', formFactor: 'mobile', onlyCategories: [...CATEGORIES] } },
  )
  if (found === undefined || found.lhr.runtimeError) throw new Error(`Lighthouse: ${found?.lhr.runtimeError?.message ?? 'no report'}`)
  return found.lhr
}

const scoreOf = ({ categories }: Result, id: string): number => Math.round((categories[id]?.score ?? Number.NaN) * 100)
const numberOf = ({ audits }: Result, id: string): number => audits[id]?.numericValue ?? Number.NaN

/** One line for each audit that costs points, or time. */
function writeFaults(name: string, { categories, audits }: Result): void {
  for (const id of CATEGORIES) {
    for (const { id: auditId, weight } of categories[id]?.auditRefs ?? []) {
      const audit = audits[auditId]
      const isFault =
        audit?.score != null && audit.score < 0.9 && (weight > 0 || (audit.details as { type?: string })?.type === 'opportunity')
      if (isFault) process.stderr.write(`  ${name}, ${id}: ${audit.title} ${audit.displayValue ?? ''}\n`)
    }
  }
}

function figuresOf({ name, goal, blockingGoal }: Page, seen: readonly Result[], bare: readonly Result[]): Figure[] {
  const what = 'a bare Remix page'
  const middle = middleOf(seen)
  const score = (id: string, least: number): Figure => ({
    what: `${name}: ${id.replace('-', ' ')}, ${least} at least`,
    value: scoreOf(middle, id),
    unit: 'of 100',
    baseline: null,
  })
  const figure = (label: string, id: string, unit: string, by = 1): Figure => ({
    what: `${name}: ${label}`,
    value: middleNumber(seen, id) / by,
    unit,
    baseline: { what, value: middleNumber(bare, id) / by },
  })
  return [
    {
      what: `${name}: performance, ${goal} at least (${seen.map((load) => scoreOf(load, 'performance')).join(' ')})`,
      value: scoreOf(middle, 'performance'),
      unit: 'of 100',
      baseline: { what, value: scoreOf(middleOf(bare), 'performance') },
    },
    figure('largest paint', 'largest-contentful-paint', 'ms'),
    figure(`blocking time${blockingGoal === undefined ? '' : `, ${blockingGoal} at most`}`, 'total-blocking-time', 'ms'),
    { what: `${name}: layout shift`, value: middleNumber(seen, 'cumulative-layout-shift'), unit: '', baseline: null },
    figure('bytes over the wire', 'total-byte-weight', 'kB', 1024),
    score('accessibility', 100),
    score('best-practices', 100),
    score('seo', 95),
  ]
}

export async function measureLighthouse(): Promise<Figure[]> {
  const chromePath = await findBrowser()
  if (chromePath === null) throw new Error('no Chromium here; set CHROMIUM_PATH')
  const chrome = await launch({ chromePath, chromeFlags: ['--headless=new', '--no-sandbox', '--disable-dev-shm-usage'] })
  try {
    const bare = await withBareRemix(() => look(`http://localhost:${BARE_PORT}/`, chrome.port))
    return await withSite(async () => {
      const session = await demoSession()
      const figures: Figure[] = []
      for (const page of PAGES) {
        const seen = await look(`http://${SITE_HOST}${page.path}`, chrome.port, page.isSignedIn ? session : undefined)
        writeFaults(page.name, middleOf(seen))
        figures.push(...figuresOf(page, seen, bare))
      }
      return figures
    })
  } finally {
    chrome.kill()
  }
}
