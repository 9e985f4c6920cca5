/**
 * The timers of a simulated process: they go off by the simulation's clock, in the order in which they are due, and end with the process.
 *
 * Installed over those of the runtime while a seed runs, for what is simulated is the code as it runs, and it asks the runtime for them.
 */
interface Timer {
  readonly work: () => void
  readonly everyMs: number | null
  atMs: number
}

interface Handle {
  readonly timer: Timer
  ref(): Handle
  unref(): Handle
  hasRef(): boolean
}

const OWN = { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate }

export class Timers {
  private waiting = new Set<Timer>()

  constructor(private readonly nowMs: () => number) {}

  /** @returns what puts the runtime's own back */
  install(): () => void {
    const clear = (handle: Handle | undefined | null) => {
      if (handle != null) this.waiting.delete(handle.timer)
    }
    Object.assign(globalThis, {
      setTimeout: (work: () => void, ms = 0) => this.begin(work, ms, null),
      setInterval: (work: () => void, ms = 0) => this.begin(work, ms, ms),
      setImmediate: (work: () => void) => this.begin(work, 0, null),
      clearTimeout: clear,
      clearInterval: clear,
      clearImmediate: clear,
    })
    return () => void Object.assign(globalThis, OWN)
  }

  /** Lets go off what is due. */
  run(): void {
    for (;;) {
      let next: Timer | undefined
      for (const timer of this.waiting) if (timer.atMs <= this.nowMs() && (next === undefined || timer.atMs < next.atMs)) next = timer
      if (next === undefined) return
      // What was missed of an interval is not made up for.
      if (next.everyMs === null) this.waiting.delete(next)
      else next.atMs = this.nowMs() + Math.max(1, next.everyMs)
      next.work()
    }
  }

  /** The process is gone, and its timers with it. */
  abandon(): void {
    this.waiting.clear()
  }

  private begin(work: () => void, ms: number, everyMs: number | null): Handle {
    const timer: Timer = { work, everyMs, atMs: this.nowMs() + ms }
    this.waiting.add(timer)
    const handle: Handle = { timer, ref: () => handle, unref: () => handle, hasRef: () => false }
    return handle
  }
}
