// `npm run test:long`: what takes longer than twenty minutes, each step at its full length; `npm run test:long -- fields matrix` takes
// some of them, by the word each begins with. What passed is kept by commit (kept-steps.mjs): a run that was broken off goes on where it
// stopped; with `--again` what is asked for begins anew. Ends with what is green for this commit and a line that counts; what did not run
// is named.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { ensureInstalled } from './ensure-installed.mjs'
import { obtainBrowser } from './find-browser.mjs'
import { commitOf, openKept, runSteps } from './kept-steps.mjs'

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
const withGo = {
  isPossible: existsSync('/usr/share/gocode/src/golang.org/x/mod/sumdb/tlog') && spawnSync('go', ['version']).status === 0,
  without: 'install golang-go and golang-golang-x-mod-dev',
}

/** A word to ask for it by, what it is, what is run, and what it needs. */
const STEPS = [
  ...['malformed', 'decimals', 'loop'].map((kind) => [
    'fuzz',
    `${kind}, 10,000 each`,
    program('tests/fuzz/run.ts', '--kind', kind, '--runs', '10000'),
    anywhere,
  ]),
  ...[1, 2_001, 4_001, 6_001, 8_001].map((first) => [
    'simulation',
    `2,000 seeds × 1,000 events, from ${first} on`,
    program('tests/simulation/run.ts', '--seed', String(first), '--seeds', '2000', '--events', '1000'),
    anywhere,
  ]),
  ['kills', 'kill -9 under load: the server, 100 rounds', chaos('node', 100), anywhere],
  ['kills', 'kill -9 under load: the built-in PostgreSQL, 100 rounds', chaos('postgres', 100), anywhere],
  ['kills', 'kill -9 under load: both, 25 rounds', chaos('both', 25), anywhere],
  [
    'races',
    '10,000 positions that several would close, and a hundred calls at one instant in 30 rounds',
    ['npx', ['vitest', 'run', 'tests/correctness/exactly-one-close.test.ts', 'tests/races']],
    { ...anywhere, env: { CLOSE_RUNS: '10000', RACE_ROUNDS: '30' } },
  ],
  ['server', 'every test on the server that was named', ['npx', ['vitest', 'run']], onServer({ TEST_DATABASE_URL: databaseUrl })],
  ['server', 'kill -9 beside a PostgreSQL, 25 rounds', chaos('node', 25), onServer({ CHAOS_DATABASE_URL: databaseUrl })],
  [
    'server',
    'takeover by a node that stands by, 25 rounds',
    program('tests/chaos/takeover.ts', '--rounds', '25'),
    onServer({ CHAOS_DATABASE_URL: databaseUrl }),
  ],
  ['fix', 'our side of FIX 4.4 against QuickFIX, on a line that is cut', program('tests/fix/quickfix/run.ts'), withQuickFix],
  [
    'hedging',
    'a hedged broker and its provider, killed in turn, 25 rounds',
    ['npx', ['vitest', 'run', 'tests/fix/hedged-broker.test.ts']],
    { ...anywhere, env: { HEDGING_ROUNDS: '25' } },
  ],
  [
    'hedging',
    'the provider killed, or its line cut, at every point of an order’s life',
    ['npx', ['vitest', 'run', 'tests/fix/dying-provider.test.ts']],
    { ...anywhere, env: { PROVIDER_KILLS: 'all' } },
  ],
  [
    'hedging',
    'the whole recorded day over FIX, beside the replay feed',
    ['npx', ['vitest', 'run', 'tests/fix/recorded-day.test.ts']],
    { ...anywhere, env: { RECORDED_HOURS: '20.4' } },
  ],
  [
    'hedging',
    'orders of the house and the cover book: 500 and 100 seeds of faults and restarts',
    ['npx', ['vitest', 'run', 'broker/execution', 'broker/cover']],
    { ...anywhere, env: { ORDER_SEEDS: '500', HEDGING_SEEDS: '100' } },
  ],
  ['oracle', 'a traded day, checked by a program that shares nothing with ours', ['npx', ['vitest', 'run', 'tests/oracle']], withGo],
  ['oracle', "logs against the code of Go's checksum database, both ways", program('tests/oracle/run.ts'), withGo],
  [
    'fields',
    'every field for a number with all texts, drawn without a browser',
    [
      'npx',
      [
        'vitest',
        'run',
        ...['trade/ticket/ticket-fields', 'wallet/money-forms', 'desk/review/review-page'].map((file) => `app/features/${file}`),
      ],
    ],
    { ...anywhere, env: { TYPED_TEXTS: 'all' } },
  ],
  ...['fields', 'forms', 'pages'].flatMap((file) =>
    ['phone', 'desktop'].map((size) => [
      'fields',
      `every field with all texts: typed-${file}, ${size}`,
      journeys(`typed-${file}`, '--grep', `on a ${size}`),
      inBrowser,
    ]),
  ),
  ...[
    ...[
      'account-safety',
      'demo-site',
      'disputes',
      'every-link',
      'gallery',
      'identity',
      'kept-pages',
      'layout-shift',
      'lost-line',
      'main-job',
    ],
    ...['market-comfort', 'money', 'offline', 'order-endings', 'past-day', 'pseudo-locale', 'receipts', 'statements', 'watchlists'],
  ].map((file) => ['journeys', `${file}, on each size, look and way of losing the line`, journeys(file), inBrowser]),
  ...['desk', 'aurora', 'meridian', 'saffron', 'graphite', 'main'].flatMap((site) =>
    ['phone', 'desktop'].map((size) => [
      'matrix',
      `every page × language of ${site}, ${size}`,
      program('tests/matrix/run.ts', '--brands', site, '--sizes', size),
      inBrowser,
    ]),
  ),
]

const AGAIN = '--again'
const asked = process.argv.slice(2).filter((word) => word !== AGAIN)
const unknown = asked.filter((word) => !STEPS.some(([step]) => step === word))
if (unknown.length > 0) {
  console.error(`There is no step "${unknown.join('", "')}"; there are ${[...new Set(STEPS.map(([step]) => step))].join(', ')}.`)
  process.exit(2)
}

function run({ name, command: [program, args], env }) {
  console.log(`\n── ${name}`)
  const startedAt = Date.now()
  const { status, signal } = spawnSync(program, args, { stdio: 'inherit', env: { ...process.env, ...env } })
  // Whoever breaks a run off breaks off all of it.
  if (signal === 'SIGINT' || signal === 'SIGTERM') process.exit(130)
  console.log(`── ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${Math.round((Date.now() - startedAt) / 1000)} s`)
  return status === 0
}

const steps = STEPS.map(([step, what, command, { isPossible, without, env }]) => ({
  name: `${step}: ${what}`,
  command,
  env,
  without: asked.length > 0 && !asked.includes(step) ? 'not asked for' : isPossible ? null : without,
}))
/** A walk through some of the fields only is no whole one. */
const commit = process.env.E2E_FIELDS ? null : commitOf('.')
const kept = openKept('node_modules/.cache/candor-test-long', commit)
if (process.argv.includes(AGAIN)) kept.forget(steps.filter(({ without }) => without === null).map(({ name }) => name))
if (!run({ name: 'build', command: ['node', ['scripts/build.mjs']] })) process.exit(1)
const { passed, before, failed, leftOut } = runSteps(steps, kept, run)

console.log(commit === null ? '\nNothing is kept: the sources are not those of a commit.' : `\nGreen for ${commit}:`)
for (const { name } of steps) if (kept.isGreen(name)) console.log(`  ${name}${before.includes(name) ? ' (before)' : ''}`)
for (const name of failed) console.log(`Failed: ${name}`)
for (const line of leftOut) console.log(`Left out here: ${line}`)
console.log(`${passed.length} passed, ${before.length} passed before, ${failed.length} failed, ${leftOut.length} left out`)
process.exitCode = failed.length === 0 ? 0 : 1
