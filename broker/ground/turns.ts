/**
 * Lets few work at once and few wait: for work that would take the whole machine if everybody who asks were let in.
 *
 * Invariant: never more than `atOnce` run and never more than `waiting` stand in line; whoever finds no place is told so.
 */
export class Turns {
  readonly #atOnce: number
  readonly #waiting: number
  readonly #line: (() => void)[] = []
  #running = 0

  constructor({ atOnce, waiting }: { readonly atOnce: number; readonly waiting: number }) {
    this.#atOnce = atOnce
    this.#waiting = waiting
  }

  async take<T>(work: () => Promise<T>): Promise<T | 'busy'> {
    if (this.#running >= this.#atOnce) {
      if (this.#line.length >= this.#waiting) return 'busy'
      await new Promise<void>((resolve) => this.#line.push(resolve))
    } else {
      this.#running += 1
    }
    try {
      return await work()
    } finally {
      // The place goes to the next in line as it is; freeing it first would let a newcomer take it as well.
      const next = this.#line.shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }
}
