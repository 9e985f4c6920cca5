interface Asked<Value> {
  readonly value: Promise<Value>
  readonly at: number
}

/**
 * What is slow to work out, kept for a while by its key and asked for once at a time. A failure is told to whoever asked, and the next
 * one asks again. By hand: `lru-cache` fails whoever waits for what is forgotten meanwhile, and the keys are few, the companies.
 */
export class Kept<Value> {
  private readonly asked = new Map<string, Asked<Value>>()

  /** @param keptMs how long, from when it was asked for @param now milliseconds that never run backwards */
  constructor(
    private readonly keptMs: number,
    private readonly now: () => number,
  ) {}

  get(key: string, read: () => Promise<Value>): Promise<Value> {
    const at = this.now()
    const known = this.asked.get(key)
    if (known !== undefined && at - known.at < this.keptMs) return known.value
    const value = read()
    this.asked.set(key, { value, at })
    // One that was forgotten or took too long may have been asked for anew meanwhile.
    value.catch(() => this.asked.get(key)?.value === value && this.asked.delete(key))
    return value
  }

  forget(key: string): void {
    this.asked.delete(key)
  }
}
