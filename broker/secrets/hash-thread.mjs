// A thread that makes and judges hashes of passwords, see password-hash.ts. Plain JavaScript, because a thread begins without the
// loader that understands the rest.
import { setPriority } from 'node:os'
import { parentPort } from 'node:worker_threads'
import { hashSync, verifySync } from '@node-rs/argon2'

// Linux gives each thread a priority of its own (elsewhere it is the whole process's). Where there is not enough processor for all, prices
// and answers come first, and a sign-in still gets a third of what they get.
const STANDS_BACK = 5
if (process.platform === 'linux') setPriority(0, STANDS_BACK)

parentPort?.on('message', ({ password, cost, stored }) => {
  try {
    parentPort?.postMessage({ made: stored === undefined ? hashSync(password, cost) : verifySync(stored, password) })
  } catch (error) {
    parentPort?.postMessage({ failure: String(error) })
  }
})
