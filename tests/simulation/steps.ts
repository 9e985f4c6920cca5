/** Where asynchronous work waits until the simulation lets it go on: who goes first, and what happens in between, is its choice. */
export class Steps {
  private waiting: (() => void)[] = []

  get count(): number {
    return this.waiting.length
  }

  wait(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve))
  }

  resume(index: number): void {
    const [step] = this.waiting.splice(index, 1)
    step?.()
  }

  /** The process is gone: what waited never goes on. */
  abandon(): void {
    this.waiting = []
  }
}

/** Lets everything run that waits for nothing outside: what is asked for the next tick comes when no promise is left to go on. */
export function turn(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve))
}
