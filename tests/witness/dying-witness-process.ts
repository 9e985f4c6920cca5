/** A witness that is killed when it has written down what it signs and nobody has heard of it. Arguments: folder, key of the log, how many it signs before. */
import { knownLogs, readLogKey } from '../../scripts/witness/known-logs'
import { startWitness } from '../../scripts/witness/serve-witness'
import { openWitnessFolder } from '../../scripts/witness/witness-folder'

const [folder = '', logKey = '', before = '0'] = process.argv.slice(2)
let left = Number(before)
const { key, trees, evidence } = await openWitnessFolder(folder, undefined)
const witness = await startWitness({
  host: '127.0.0.1',
  port: 0,
  key,
  trees,
  logs: knownLogs([readLogKey(logKey, 'the argument')]),
  evidenceFolder: evidence,
  now: Date.now,
  said: () => {},
  kept() {
    if (left === 0) process.kill(process.pid, 'SIGKILL')
    left -= 1
  },
})
console.log(`listens at ${witness.port}.`)
