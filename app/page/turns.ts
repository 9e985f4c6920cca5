/** The turns of one page that is being written. */
export interface Turns {
  /** Null before the first part of a turn. */
  begunAt: number | null
  /** What whoever has to wait waits for. */
  next: Promise<void> | null
}

/** The first turn begins now. */
export const firstTurn = (): Turns => ({ begunAt: performance.now(), next: null })
