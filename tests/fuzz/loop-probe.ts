/** Loaded into a server that is a child process: says, whenever it is asked, for how long its event loop was held at most since the last time. */
import { monitorEventLoopDelay } from 'node:perf_hooks'

const RESOLUTION_MS = 1
/** A hold is noted by a timer that comes after it. */
const NOTED_WITHIN_MS = 4

const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
delays.enable()
process.on('message', () => {
  setTimeout(() => {
    const heldMs = Math.max(0, delays.max / 1e6 - RESOLUTION_MS)
    delays.reset()
    process.send?.(heldMs)
  }, NOTED_WITHIN_MS)
})
