/** One of the threads that read brands at a start, see read-brands.ts; ends when no brand is left. */
import { parentPort, workerData } from 'node:worker_threads'
import { judgeBrand } from '../broker/brands/judge-brand'
import { handfuls } from '../broker/brands/read-brands'

for (const handful of handfuls(workerData, judgeBrand)) parentPort?.postMessage(handful)
