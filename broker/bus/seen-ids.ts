/** Ids that were there within the last minutes: what comes again within that time is known. Memory is bounded by how many come in it. */
const TURN_MS = 90_000

export class SeenIds {
  #now = new Set<string>()
  #before: ReadonlySet<string> = new Set()
  #turnedAt: number

  /** @param monotonic milliseconds that never run backwards */
  constructor(private readonly monotonic: () => number) {
    this.#turnedAt = monotonic()
  }

  /** True when it was not there before. */
  note(id: string): boolean {
    const now = this.monotonic()
    if (now - this.#turnedAt >= TURN_MS) {
      this.#before = now - this.#turnedAt >= 2 * TURN_MS ? new Set() : this.#now
      this.#now = new Set()
      this.#turnedAt = now
    }
    const isNew = !this.#now.has(id) && !this.#before.has(id)
    if (isNew) this.#now.add(id)
    return isNew
  }
}
