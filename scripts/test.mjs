// `npm test`: everything, from a fresh clone. Installs what is missing, then runs each suite, and ends with a line that
// counts. A suite that could not run because something is not on this machine is named, never silently skipped.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join, relative } from 'node:path'
import { ensureInstalled } from './ensure-installed.mjs'
import { obtainBrowser } from './find-browser.mjs'

const reports = mkdtempSync(join(tmpdir(), 'candor-test-'))
const total = { passed: 0, failed: 0, skipped: 0 }
/** What failed, by name and with the beginning of its reason: in an output of thousands of lines nobody finds it. */
const failures = []
const COLOURS = new RegExp(`${String.fromCharCode(27)}\\[[\\d;]*m`, 'g')
const withReason = (name, reason = '') => {
  const lines = reason
    .replace(COLOURS, '')
    .split('\n')
    .map((line) => line.slice(0, 400))
  return [name, ...lines.filter((line) => line.trim() !== '' && !/^\s+at .*node_modules/.test(line)).slice(0, 14)].join('\n    ')
}
const leftOut = []
/** Seconds by file: what a change of the tests has to look at first. */
const slowness = new Map()
const took = (file, ms) => slowness.set(file, (slowness.get(file) ?? 0) + ms / 1000)

/** @param isBeside others run at the same time: what it writes comes in one piece at its end */
function run(command, args, env = {}, isBeside = false) {
  const startedAt = Date.now()
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: isBeside ? ['ignore', 'pipe', 'pipe'] : 'inherit', env: { ...process.env, ...env } })
    const written = []
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (piece) => written.push(piece))
    child.on('error', () => resolve({ code: 1, seconds: 0, written }))
    child.on('close', (code) => resolve({ code: code ?? 1, seconds: Math.round((Date.now() - startedAt) / 1000), written }))
  })
}

/** A check without a report of its own counts as one test. */
async function check(name, command, args, env, isBeside = false) {
  if (!isBeside) console.log(`\n── ${name}`)
  const { code, seconds, written } = await run(command, args, env, isBeside)
  if (isBeside) process.stdout.write(Buffer.concat([Buffer.from(`\n── ${name}\n`), ...written]))
  total[code === 0 ? 'passed' : 'failed'] += 1
  if (code !== 0) failures.push(name)
  console.log(`── ${name}: ${code === 0 ? 'passed' : 'FAILED'} in ${seconds} s`)
  return code === 0
}

/** Rows of checks that wait more than they work, one row beside the other; each is a list of what `check` takes. */
const beside = (...rows) =>
  Promise.all(
    rows.map(async (row) => {
      for (const [name, command, args, env] of row) await check(name, command, args, env, true)
    }),
  )

/** A suite whose report is read: a run that ends badly without a failed test in its report counts as one failure. */
async function suite(name, command, args, env, report, read) {
  console.log(`\n── ${name}`)
  const { code, seconds } = await run(command, args, env)
  const { names = [], ...counts } = existsSync(report)
    ? read(JSON.parse(readFileSync(report, 'utf8')))
    : { passed: 0, failed: 0, skipped: 0 }
  failures.push(...names.map((failed) => `${name}: ${failed}`))
  if ((code === 0 ? counts.passed : counts.failed) === 0) {
    counts.failed = 1
    failures.push(`${name}: ended without a result`)
  }
  for (const key of Object.keys(total)) total[key] += counts[key]
  console.log(`── ${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped in ${seconds} s`)
}

const readVitest = (report) => {
  for (const { name, startTime, endTime } of report.testResults) took(relative('.', name), endTime - startTime)
  return countVitest(report)
}
const countVitest = (report) => ({
  names: report.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative('.', name)
    const failed = assertionResults
      .filter((test) => test.status === 'failed')
      .map(({ fullName, failureMessages }) => withReason(`${file} › ${fullName}`, failureMessages[0]))
    return status === 'failed' && failed.length === 0 ? [withReason(file, message)] : failed
  }),
  passed: report.numPassedTests,
  failed:
    report.numFailedTests +
    report.testResults.filter((file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'))
      .length,
  skipped: report.numPendingTests + report.numTodoTests,
})
const readPlaywright = (report) => {
  for (const each of report.suites) for (const { file, ms } of specsIn(each)) took(`tests/e2e/${file}`, ms)
  return countPlaywright(report)
}
const specsIn = ({ specs, suites = [] }) => [
  ...specs.map(({ file, tests }) => ({
    file,
    ms: tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration, 0),
  })),
  ...suites.flatMap(specsIn),
]
const countPlaywright = ({ stats, suites, errors }) => ({
  names: [
    ...suites.flatMap((suite) => failedSpecs(suite)),
    // Such as a server that did not start.
    ...errors.map(({ message }) => message.split('\n')[0]),
  ],
  passed: stats.expected,
  failed: stats.unexpected + stats.flaky,
  skipped: stats.skipped,
})
const failedSpecs = ({ specs, suites = [] }) => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, line, title, tests }) => {
      // A test that ran out of time says so first, and only then what it was waiting for.
      const errors = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors.map(({ message }) => message)))
      return withReason(`${file}:${line} › ${title}`, errors.join('\n'))
    }),
  ...suites.flatMap(failedSpecs),
]

function vitest(name, paths, env) {
  const report = join(reports, `${name.replace(/\W+/g, '-')}.json`)
  return suite(
    name,
    'npx',
    ['vitest', 'run', ...paths, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    env,
    report,
    readVitest,
  )
}

ensureInstalled('tests')
const startedAt = Date.now()
const { TEST_DATABASE_URL: databaseUrl } = process.env
/** Everything runs on the built-in store; what a server of another version could answer otherwise runs there too. */
const ON_ANOTHER_SERVER = ['broker/db', 'broker/serving', 'broker/audit', 'broker/readiness', 'tests/backup', 'tests/races']
const browser = await obtainBrowser()

const BUILD = 'build'
// Each of the two keeps one processor busy.
await beside(
  [['types', 'npx', ['tsc', '--noEmit']]],
  [
    ['lint', 'npx', ['biome', 'check', '.']],
    ['nothing that nobody uses', 'npx', ['knip']],
    [BUILD, 'node', ['scripts/build.mjs']],
  ],
)
await vitest('unit and contract tests', [], { TEST_DATABASE_URL: '' })
if (databaseUrl)
  await vitest('what stands on the version of PostgreSQL, on the server that was named', ON_ANOTHER_SERVER, {
    TEST_DATABASE_URL: databaseUrl,
  })
else leftOut.push('another version of PostgreSQL, and two nodes on one: set TEST_DATABASE_URL to a server whose user may create databases')
if (!process.env.TEST_REDIS_URL) leftOut.push('budgets shared in Redis: set TEST_REDIS_URL to a server')
if (
  ![...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/local/bin', '/opt/homebrew/bin'].some((folder) =>
    existsSync(join(folder, 'nats-server')),
  )
) {
  leftOut.push('two nodes that hear each other over NATS: install nats-server')
}
if (!['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/bin'].some((folder) => existsSync(join(folder, 'nginx')))) {
  leftOut.push(
    'the contract behind nginx, own domains behind the shipped configuration, its cache, sibling brands in the browser: install nginx',
  )
}
if (!existsSync('/usr/share/gocode/src/golang.org/x/mod/sumdb/tlog')) {
  leftOut.push('a traded day by a program in Go (tests/oracle): install golang-go and golang-golang-x-mod-dev')
}
if (!existsSync('../shared/data/market') && !process.env.MARKET_DATA_DIR) {
  leftOut.push('recorded market data (replay and market-hours oracles): set MARKET_DATA_DIR to a folder that has them')
}

const program = (file, ...args) => ['node', ['--import', 'tsx', file, ...args]]
await check('simulation, 75 seeds × 1,000 events', ...program('tests/simulation/run.ts', '--seeds', '75', '--events', '1000'))

if (!failures.includes(BUILD)) {
  if (browser) {
    const report = join(reports, 'e2e.json')
    await suite(
      'journeys in the browser',
      'npx',
      ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts'],
      { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_NAME: report, NODE_ENV: 'test' },
      report,
      readPlaywright,
    )
  } else {
    total.failed += 1
    failures.push('journeys in the browser')
    console.log('\n── journeys in the browser: FAILED, no Chromium could be found or installed (set CHROMIUM_PATH)')
  }
  const onServer = { CHAOS_DATABASE_URL: databaseUrl }
  const canary = (where) => [`no secret in log, files or store, ${where}`, ...program('tests/canary/scan-secrets.ts')]
  const kills = (victim, rounds) => program('tests/chaos/kill-server.ts', '--kill', victim, '--rounds', String(rounds))
  await beside(
    [
      ['a release runs alone', ...program('tests/release/runs-alone.ts')],
      canary('built-in'),
      ...(databaseUrl
        ? [
            [...canary('on a server'), onServer],
            ['takeover by a node that stands by, 2 rounds', ...program('tests/chaos/takeover.ts', '--rounds', '2'), onServer],
          ]
        : []),
    ],
    [
      // One server and one crew for all of them: half of the time went into beginning and ending.
      ['kill -9 under load: both, PostgreSQL and the server in turn, 3 rounds', ...kills('both,postgres,node', 3)],
      ...(databaseUrl ? [['kill -9 under load: a server beside PostgreSQL, 2 rounds', ...kills('node', 2), onServer]] : []),
    ],
  )
}

rmSync(reports, { recursive: true, force: true })
console.log(`\nDone in ${Math.round((Date.now() - startedAt) / 1000)} s.`)
const SLOWEST = 10
console.log(`The ${SLOWEST} slowest files:`)
for (const [file, seconds] of [...slowness].sort(([, one], [, other]) => other - one).slice(0, SLOWEST))
  console.log(`  ${seconds.toFixed(1).padStart(6)} s  ${file}`)
console.log(
  'What takes longer than all of this: npm run test:long (the whole matrix, every field and text, the whole gallery, 10,000 seeds, hundreds of kills)',
)
for (const failure of failures) console.log(`Failed: ${failure}`)
for (const line of leftOut) console.log(`Left out here: ${line}`)
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`)
process.exitCode = total.failed === 0 ? 0 : 1
