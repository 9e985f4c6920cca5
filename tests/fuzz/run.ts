/**
 * `npm run fuzz -- --runs 10000 [--seed 1] [--only register] [--kind malformed|decimals|loop]`: malformed input at every call of the
 * contract, random decimals at every call that takes one, and long requests at a server that says how long each held its event loop
 * (needs a build).
 */
import { parseArgs } from 'node:util'
import openTestServer from '../store-setup'
import { DECIMAL_CALLS, openDecimalFuzzer } from './decimals'
import { type Hold, MOST_HELD_MS, openLoopFuzzer } from './loop'
import { openFuzzer } from './malformed'

const { values } = parseArgs({
  options: {
    runs: { type: 'string', default: '10000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    kind: { type: 'string' },
    port: { type: 'string', default: '3117' },
  },
})
const runs = Number(values.runs)
const seedOf = (index: number) => Number(values.seed) * 1_000 + index
const isAsked = (name: string) => values.only === undefined || values.only === name

interface Report {
  readonly faults: readonly string[]
  readonly milliseconds: number
}

function tell(name: string, { faults, milliseconds }: Report, more = ''): boolean {
  console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(26)} ${(milliseconds / 1000).toFixed(1).padStart(6)} s${more}`)
  for (const fault of faults) console.log(`       ${fault}`)
  return faults.length === 0
}

function conclude(what: string, failed: number, complaints: readonly string[], startedAt: number): boolean {
  for (const complaint of complaints.slice(0, 10)) console.log(`the broker complained: ${complaint.slice(0, 300)}`)
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
  console.log(`${what} in ${seconds} s: ${failed} failed, ${complaints.length} complaints`)
  return failed === 0 && complaints.length === 0
}

async function runMalformed(): Promise<boolean> {
  const fuzzer = await openFuzzer()
  const startedAt = performance.now()
  let failed = 0
  let calls = 0
  for (const [index, name] of fuzzer.names.entries()) {
    if (!isAsked(name)) continue
    calls += 1
    if (!tell(name, await fuzzer.run(name, runs, seedOf(index)))) failed += 1
  }
  const isGood = conclude(`${calls} calls × ${runs} malformed inputs`, failed, fuzzer.complaints(), startedAt)
  await fuzzer.close()
  return isGood
}

async function runDecimals(): Promise<boolean> {
  const fuzzer = await openDecimalFuzzer()
  const startedAt = performance.now()
  let failed = 0
  let calls = 0
  for (const [index, call] of DECIMAL_CALLS.entries()) {
    if (!isAsked(call.name)) continue
    calls += 1
    const report = await fuzzer.run(call, runs, seedOf(index))
    const outcomes = [...report.outcomes].sort(([, a], [, b]) => b - a).map(([outcome, count]) => `${outcome} ${count}`)
    if (!tell(call.name, report, `  ${outcomes.join(', ')}`)) failed += 1
  }
  const isGood = conclude(`${calls} calls × ${runs} random decimals, then the audit`, failed, await fuzzer.aftermath(), startedAt)
  await fuzzer.close()
  return isGood
}

const LONGEST = 5

async function runLoop(): Promise<boolean> {
  const fuzzer = await openLoopFuzzer(Number(values.port))
  const startedAt = performance.now()
  const longest: Hold[] = []
  for (let number = 1; number <= runs; number++) {
    longest.push(await fuzzer.tryOne(seedOf(number)))
    longest.sort((one, other) => other.leastMs - one.leastMs).splice(LONGEST)
  }
  // A server that has just begun builds the past of its market meanwhile: what is too long is looked at once more when it is done.
  for (const [at, hold] of longest.entries()) if (hold.leastMs > MOST_HELD_MS) longest[at] = await fuzzer.tryOne(hold.number)
  for (const { number, input, leastMs } of longest) {
    const { kind, host, method, path, body } = input
    const headers = JSON.stringify(input.headers)
    console.log(
      `${leastMs.toFixed(1).padStart(6)} ms  ${number} ${kind}: ${method} ${host} ${path.slice(0, 80)} ${headers.slice(0, 80)} ${body.slice(0, 80)}`,
    )
  }
  console.log(
    `answers: ${[...fuzzer.answers]
      .sort(([one], [other]) => one - other)
      .map(([status, count]) => `${status} × ${count}`)
      .join(', ')}`,
  )
  const failed = longest.filter(({ leastMs }) => leastMs > MOST_HELD_MS).length + (fuzzer.answers.get(500) ?? 0)
  const isGood = conclude(`${runs} long requests`, failed, fuzzer.complaints(), startedAt)
  await fuzzer.close()
  return isGood
}

const kinds = { malformed: runMalformed, decimals: runDecimals, loop: runLoop }
const endServer = await openTestServer()
let isGood = true
for (const [kind, run] of Object.entries(kinds)) if (values.kind === undefined || values.kind === kind) isGood = (await run()) && isGood
await endServer()
process.exit(isGood ? 0 : 1)
