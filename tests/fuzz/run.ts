/** `npm run fuzz -- --runs 10000 [--seed 1] [--only register]`: malformed input at every call of the contract. */
import { parseArgs } from 'node:util'
import { openFuzzer } from './malformed'

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10000' }, seed: { type: 'string', default: '1' }, only: { type: 'string' } },
})
const runs = Number(values.runs)
const fuzzer = await openFuzzer()
const startedAt = performance.now()
let failed = 0
for (const [index, name] of fuzzer.names.entries()) {
  if (values.only !== undefined && values.only !== name) continue
  const { faults, milliseconds } = await fuzzer.run(name, runs, Number(values.seed) * 1_000 + index)
  if (faults.length > 0) failed += 1
  console.log(`${faults.length === 0 ? 'ok    ' : 'FAILED'} ${name.padEnd(26)} ${(milliseconds / 1000).toFixed(1).padStart(6)} s`)
  for (const fault of faults) console.log(`       ${fault}`)
}
const complaints = fuzzer.complaints()
for (const complaint of complaints.slice(0, 10)) console.log(`the broker complained: ${complaint.slice(0, 300)}`)
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0)
console.log(`${fuzzer.names.length} calls × ${runs} malformed inputs in ${seconds} s: ${failed} failed, ${complaints.length} complaints`)
await fuzzer.close()
process.exit(failed === 0 && complaints.length === 0 ? 0 : 1)
