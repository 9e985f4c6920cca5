// One of the threads that read brands at a start, see read-brands.ts; ends when no brand is left. Plain JavaScript, because a thread
// begins without the loader that understands the rest.
import { parentPort, workerData } from 'node:worker_threads'
import { register } from 'tsx/esm/api'

register()
const { handfuls } = await import('./read-brands.ts')
for (const handful of handfuls(workerData)) parentPort.postMessage(handful)
