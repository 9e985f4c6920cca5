/**
 * Prices that wait, nearest first: one queue for "fires at or below" and one for "fires at or above".
 * Looking costs nothing while the nearest one has not been reached, however many wait behind it.
 *
 * A withdrawn entry stays in the queue and is skipped when it comes to the front; when most entries are such, the queue is
 * built anew, so that a stop which is edited all day long does not fill the memory.
 */
import TinyQueue from 'tinyqueue'
import type { Fixed } from '../../rules/decimal'

export type TriggerDirection = 'at-or-below' | 'at-or-above'

/** Below this many withdrawn entries building anew is not worth it. */
const COMPACT_FROM = 64

interface Entry<Value> {
  readonly price: Fixed
  readonly value: Value
  isWithdrawn: boolean
}

export interface TriggerHandle {
  withdraw(): void
}

export class TriggerQueue<Value> {
  private queue: TinyQueue<Entry<Value>>
  private withdrawn = 0
  private readonly compare: (a: Entry<Value>, b: Entry<Value>) => number

  constructor(private readonly direction: TriggerDirection) {
    const sign = direction === 'at-or-below' ? -1 : 1
    this.compare = (a, b) => (a.price < b.price ? -sign : a.price > b.price ? sign : 0)
    this.queue = new TinyQueue<Entry<Value>>([], this.compare)
  }

  /** Entries that are kept, waiting or withdrawn. */
  get kept(): number {
    return this.queue.length
  }

  get size(): number {
    return this.queue.length - this.withdrawn
  }

  add(price: Fixed, value: Value): TriggerHandle {
    const entry: Entry<Value> = { price, value, isWithdrawn: false }
    this.queue.push(entry)
    return {
      withdraw: () => {
        if (entry.isWithdrawn) return
        entry.isWithdrawn = true
        this.withdrawn += 1
        this.dropWithdrawnFront()
        if (this.withdrawn >= COMPACT_FROM && this.withdrawn * 2 > this.queue.length) this.compact()
      },
    }
  }

  /** True when the nearest entry is reached: all that a price costs while nothing happens. */
  isReached(price: Fixed): boolean {
    const front = this.queue.peek()
    return front !== undefined && this.reaches(price, front)
  }

  /** Takes out and returns everything that `price` reaches. */
  takeReached(price: Fixed): Value[] {
    const reached: Value[] = []
    for (let front = this.queue.peek(); front !== undefined && this.reaches(price, front); front = this.queue.peek()) {
      this.queue.pop()
      if (front.isWithdrawn) {
        this.withdrawn -= 1
        continue
      }
      // A handle that is withdrawn after it fired must not be counted as waiting.
      front.isWithdrawn = true
      reached.push(front.value)
    }
    return reached
  }

  private reaches(price: Fixed, entry: Entry<Value>): boolean {
    return entry.isWithdrawn || (this.direction === 'at-or-below' ? price <= entry.price : price >= entry.price)
  }

  private compact(): void {
    this.queue = new TinyQueue(
      this.queue.data.filter((entry) => !entry.isWithdrawn),
      this.compare,
    )
    this.withdrawn = 0
  }

  private dropWithdrawnFront(): void {
    for (let front = this.queue.peek(); front?.isWithdrawn; front = this.queue.peek()) {
      this.queue.pop()
      this.withdrawn -= 1
    }
  }
}
