// `npm run test:long`: what takes longer than twenty minutes, each step at its full length; `npm run test:long -- fields matrix` takes
// some of them, by the word each begins with. Ends with a line that counts; what did not run is named.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ensureInstalled } from './ensure-installed.mjs'
import { obtainBrowser } from './find-browser.mjs'

ensureInstalled('tests')
const databaseUrl = process.env.TEST_DATABASE_URL
const browser = await obtainBrowser()
const NO_SERVER = 'set TEST_DATABASE_URL to a server whose user may create databases'
const NO_BROWSER = 'no Chromium could be found or installed (set CHROMIUM_PATH)'
const program = (file, ...args) => ['node', ['--import', 'tsx', file, ...args]]
const chaos = (victim, rounds) => program('tests/chaos/kill-server.ts', '--kill', victim, '--rounds', String(rounds))
const journeys = (...files) => ['npx', ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', ...files]]
const inBrowser = {
  isPossible: Boolean(browser),
  without: NO_BROWSER,
  env: { CHROMIUM_PATH: browser, NODE_ENV: 'test', E2E_ALL: '1' },
}
const onServer = (env) => ({ isPossible: Boolean(databaseUrl), without: NO_SERVER, env })
const anywhere = { isPossible: true }
const withQuickFix = {
  isPossible: existsSync('/usr/include/quickfix/Application.h') && Boolean(process.env.FIX_DICTIONARY),
  without: 'install libquickfix-dev and g++, and set FIX_DICTIONARY to a FIX44.xml',
}

/** A word to ask for it by, what it is, what is run, and what it needs. */
const STEPS = [
  ['fuzz', 'random, malformed and long input, 10,000 each', program('tests/fuzz/run.ts', '--runs', '10000'), anywhere],
  ['simulation', '10,000 seeds × 1,000 events', program('tests/simulation/run.ts', '--seeds', '10000', '--events', '1000'), anywhere],
  ['kills', 'kill -9 under load: the server, 100 rounds', chaos('node', 100), anywhere],
  ['kills', 'kill -9 under load: the built-in PostgreSQL, 100 rounds', chaos('postgres', 100), anywhere],
  ['kills', 'kill -9 under load: both, 25 rounds', chaos('both', 25), anywhere],
  ['server', 'every test on the server that was named', ['npx', ['vitest', 'run']], onServer({ TEST_DATABASE_URL: databaseUrl })],
  ['server', 'kill -9 beside a PostgreSQL, 25 rounds', chaos('node', 25), onServer({ CHAOS_DATABASE_URL: databaseUrl })],
  [
    'server',
    'takeover by a node that stands by, 25 rounds',
    program('tests/chaos/takeover.ts', '--rounds', '25'),
    onServer({ CHAOS_DATABASE_URL: databaseUrl }),
  ],
  ['fix', 'our side of FIX 4.4 against QuickFIX, on a line that is cut', program('tests/fix/quickfix/run.ts'), withQuickFix],
  ['fields', 'every field of every form with all texts', journeys('typed-'), inBrowser],
  [
    'journeys',
    'every journey on each size, look and way of losing the line',
    journeys('pseudo-locale', 'layout-shift', 'money', 'lost-line', 'gallery'),
    inBrowser,
  ],
  ['matrix', 'every page × brand × language × size', program('tests/matrix/run.ts'), inBrowser],
]

const asked = process.argv.slice(2)
const unknown = asked.filter((word) => !STEPS.some(([step]) => step === word))
if (unknown.length > 0) {
  console.error(`There is no step "${unknown.join('", "')}"; there are ${[...new Set(STEPS.map(([step]) => step))].join(', ')}.`)
  process.exit(2)
}

function runStep(name, [command, args], env) {
  console.log(`\n── ${name}`)
  const startedAt = Date.now()
  const { status } = spawnSync(command, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  console.log(`── ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - startedAt) / 1000)} s`)
  return status === 0
}

const failed = []
const leftOut = []
let passed = 0
if (!runStep('build', ['node', ['scripts/build.mjs']])) process.exit(1)
for (const [step, what, command, { isPossible, without, env }] of STEPS) {
  const name = `${step}: ${what}`
  if (asked.length > 0 && !asked.includes(step)) leftOut.push(`${name}: not asked for`)
  else if (!isPossible) leftOut.push(`${name}: ${without}`)
  else if (runStep(name, command, env)) passed += 1
  else failed.push(name)
}
for (const name of failed) console.log(`Failed: ${name}`)
for (const name of leftOut) console.log(`Left out here: ${name}`)
console.log(`${passed} passed, ${failed.length} failed, ${leftOut.length} left out`)
process.exitCode = failed.length === 0 ? 0 : 1
