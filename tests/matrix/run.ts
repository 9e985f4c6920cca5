/**
 * The generated matrix: every page × who looks × brand × language × size, in a real browser against a server of its own.
 * `npm run matrix [-- --sample] [--brands aurora,desk] [--languages en,ar] [--sizes phone] [--modes light,dark] [--paths /trade,/mine]
 * [--shard 1/4] [--turn 3] [--shots folder] [--at-once 2] [--deep] [--running]`. With `--deep` each visit also goes through the page with the Tab key, measures
 * what is pressed, and enlarges the letters; with `--running` a server that runs already is looked at, on E2E_PORT.
 */
import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium } from 'playwright'
import { isLanguage, type Language } from '../../app/language/language'
import { findBrowser } from '../../scripts/find-browser.mjs'
import { ServerProcess } from '../chaos/server-process'
import { PORTS } from '../e2e/ports'
import { type MatrixSite, MODES, type Mode, planAll, planSample, SITES, SIZES, type Size, type Visit } from './plan'
import { Eye, hostOfSite } from './visit'
import { makeWorlds } from './world'

// The desk's helpers of the journeys find the operators of the demonstration here.
const dataDir = fileURLToPath(new URL('../e2e/.output/data/open', import.meta.url))
const START_AT = '2026-11-18T14:00:00Z'

const { values } = parseArgs({
  options: {
    sample: { type: 'boolean', default: false },
    brands: { type: 'string' },
    languages: { type: 'string' },
    sizes: { type: 'string' },
    modes: { type: 'string', default: 'own' },
    paths: { type: 'string' },
    shard: { type: 'string', default: '1/1' },
    turn: { type: 'string', default: '0' },
    shots: { type: 'string' },
    'at-once': { type: 'string', default: '2' },
    deep: { type: 'boolean', default: false },
    running: { type: 'boolean', default: false },
  },
})

/** @throws when a word is not one of those known. */
function chosen<Word extends string>(text: string | undefined, known: readonly Word[]): Word[] {
  return (text?.split(',') ?? [...known]).map((word) => {
    const found = known.find((each) => each === word)
    if (found === undefined) throw new Error(`"${word}" is none of ${known.join(', ')}`)
    return found
  })
}

function plan(): Visit[] {
  const languages = values.languages?.split(',').map((code): Language => {
    if (!isLanguage(code)) throw new Error(`no language ${code}`)
    return code
  })
  const sizes = chosen<Size>(values.sizes, SIZES)
  const all = values.sample
    ? planSample(Number(values.turn), sizes)
    : planAll({
        sites: chosen<MatrixSite>(values.brands, SITES),
        sizes,
        modes: chosen<Mode>(values.modes, MODES),
        ...(languages === undefined ? {} : { languages }),
        ...(values.paths === undefined ? {} : { paths: values.paths.split(',') }),
      })
  const [part = 1, parts = 1] = values.shard.split('/').map(Number)
  return all.filter((_visit, index) => index % parts === part - 1)
}

const nameOf = ({ site, place, language, size, mode }: Visit): string =>
  `${site} ${language} ${size}${mode === 'own' ? '' : ` ${mode}`} ${place.as} ${place.path}`

/** The same fault on many pages is one line with where it was seen. */
function print(faults: ReadonlyMap<string, string[]>): void {
  for (const [fault, places] of [...faults].sort(([, left], [, right]) => right.length - left.length)) {
    console.log(`${String(places.length).padStart(4)} × ${fault}`)
    for (const place of places.slice(0, 4)) console.log(`         ${place}`)
    if (places.length > 4) console.log(`         … and ${places.length - 4} more`)
  }
}

/** Windows of each size work through their visits, as many at once as wished. */
async function visitAll(visits: readonly Visit[]): Promise<Map<string, string[]>> {
  const worlds = await makeWorlds([...new Set(visits.map(({ site }) => site))])
  const executablePath = await findBrowser()
  const browser = await chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  const faults = new Map<string, string[]>()
  const waiting = [...visits]
  let done = 0
  const work = async (): Promise<void> => {
    const eyes = new Map<Size, Eye>()
    for (let visit = waiting.shift(); visit !== undefined; visit = waiting.shift()) {
      const eye = eyes.get(visit.size) ?? (await Eye.open(browser, visit.size, { shots: values.shots, deep: values.deep }))
      eyes.set(visit.size, eye)
      const world = worlds.get(visit.site)
      if (world === undefined) throw new Error(`nobody was made at ${hostOfSite(visit.site)}`)
      for (const fault of await eye.look(visit, world)) {
        const before = faults.get(fault)
        // A long run tells at once what it finds; the table at the end counts it.
        if (before === undefined) console.log(`${nameOf(visit)}: ${fault}`)
        faults.set(fault, [...(before ?? []), nameOf(visit)])
      }
      done += 1
      if (done % 50 === 0) console.log(`${done} of ${visits.length} visits, ${faults.size} kinds of faults`)
    }
  }
  try {
    await Promise.all(Array.from({ length: Number(values['at-once']) }, work))
  } finally {
    await browser.close()
  }
  return faults
}

async function main(): Promise<number> {
  const visits = plan()
  if (values.shots !== undefined) mkdirSync(values.shots, { recursive: true })
  if (!values.running) rmSync(dataDir, { recursive: true, force: true })
  const server = values.running
    ? null
    : await ServerProcess.start({ port: PORTS.open, dataDir, env: { START_AT, LOG_LEVEL: 'error', TENANTS_DIR: 'tenants' } })
  try {
    const startedAt = Date.now()
    const faults = await visitAll(visits)
    print(faults)
    const total = [...faults.values()].reduce((count, places) => count + places.length, 0)
    console.log(`${visits.length} visits, ${total} faults, in ${Math.round((Date.now() - startedAt) / 1000)} s`)
    return total === 0 ? 0 : 1
  } finally {
    await server?.stop()
  }
}

process.exitCode = await main()
