/** Listens from the first watcher to the last: a market that nobody watches costs nothing here. */
export class WhileWatched {
  readonly #begin: () => readonly (() => void)[]
  #stops: (() => void)[] = []

  /** @param begin starts to listen, and gives what ends it */
  constructor(begin: () => readonly (() => void)[]) {
    this.#begin = begin
  }

  start(): void {
    if (this.#stops.length === 0) this.#stops = [...this.#begin()]
  }

  stop(): void {
    for (const stop of this.#stops.splice(0)) stop()
  }
}
