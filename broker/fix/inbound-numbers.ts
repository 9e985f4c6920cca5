/**
 * The number that the peer's next message has, and how far what came before has been taken in: only that is kept, so that whatever a
 * listener was still busy with when the process died comes again.
 */
interface Kept {
  /** Keeps the number; called now and then, in order. */
  keep(nextIn: number): void
  failed(error: unknown): void
}

/** Keeping every number of a stream of prices would cost more than the stream. */
const KEEP_EVERY_MS = 200

export class InboundNumbers {
  readonly #kept: Kept
  #next: number
  #takenTo: number
  #keptTo: number
  #underWay = 0
  #order: Promise<unknown> = Promise.resolve()
  /** Grows when the numbers begin again: what was under way then belongs to the numbers before. */
  #epoch = 0
  #timer: NodeJS.Timeout | undefined

  constructor(next: number, kept: Kept) {
    this.#kept = kept
    this.#next = this.#takenTo = this.#keptTo = next
  }

  get next(): number {
    return this.#next
  }

  advance(next: number, taken: void | Promise<void>): void {
    this.#next = next
    if (this.#underWay === 0 && taken === undefined) {
      this.#takeTo(next)
      return
    }
    const epoch = this.#epoch
    this.#underWay += 1
    this.#order = Promise.all([this.#order, taken])
    this.#order.then(
      () => {
        this.#underWay -= 1
        if (epoch === this.#epoch) this.#takeTo(next)
      },
      (error) => this.#kept.failed(error),
    )
  }

  restart(): void {
    this.#epoch += 1
    this.#next = this.#takenTo = this.#keptTo = 1
  }

  /** Resolves when everything under way has been taken in, or failed, and `keep` was called for it. Never rejects. */
  async settle(): Promise<void> {
    await this.#order.catch(() => {})
    this.#keep()
  }

  #takeTo(next: number): void {
    this.#takenTo = next
    this.#timer ??= setTimeout(() => this.#keep(), KEEP_EVERY_MS)
  }

  #keep(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#keptTo === this.#takenTo) return
    this.#keptTo = this.#takenTo
    this.#kept.keep(this.#takenTo)
  }
}
