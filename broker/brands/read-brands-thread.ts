/** One of the threads that read brands at a start, see read-brands.ts; ends when no brand is left. */
import { parentPort, workerData } from 'node:worker_threads'
import { handfuls } from './read-brands'

for (const handful of handfuls(workerData)) parentPort?.postMessage(handful)
