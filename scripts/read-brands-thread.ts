/** One of the threads that read brands at a start, see read-brands.ts; ends when no brand is left. */
import { parentPort, workerData } from 'node:worker_threads'
import { handfuls } from '../app/brand-files/read-brands.server'
import { judgeBrand } from '../broker/brands/judge-brand'

for (const handful of handfuls(workerData, judgeBrand)) parentPort?.postMessage(handful)
