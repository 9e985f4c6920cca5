/**
 * A client that writes down what it means to do before it sends it, and what it was told when it was told it. When the line goes dead
 * the outcome of its last call is unknown: only the same key sent again can settle it.
 */
import type { Line, Parameters, Told } from './line'

/** Every 250 ms. */
const SERVED_WITHIN_TRIES = 120

export interface Deed {
  readonly key: string
  readonly path: string
  readonly params: Parameters
  /** Absent while the outcome is unknown. */
  told?: Told
}

export abstract class ChaosClient {
  readonly deeds: Deed[] = []
  private count = 0

  constructor(
    readonly name: string,
    protected readonly line: Line,
  ) {}

  /** What to do next; null when there is nothing to do just now. */
  protected abstract nextDeed(): Promise<Omit<Deed, 'key'> | null>
  protected abstract hear(deed: Deed, told: Told): void

  /** Works until the server is gone, or until it is enough. */
  async workUntilCut(isEnough: () => boolean = () => false, pauseMs = 0): Promise<void> {
    while (!isEnough()) {
      try {
        if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs * (0.5 + Math.random())))
        const wanted = await this.nextDeed()
        if (wanted === null) {
          await new Promise((resolve) => setTimeout(resolve, 20))
          continue
        }
        this.count += 1
        const deed: Deed = { ...wanted, key: `${this.name}-${this.count}` }
        this.deeds.push(deed)
        this.keep(deed, await this.line.send(deed.path, deed.params, deed.key))
      } catch {
        return
      }
    }
  }

  get unknown(): Deed[] {
    return this.deeds.filter(({ told }) => told === undefined)
  }

  /** Sends the keys of unknown outcomes again until they are answered. */
  async settle(): Promise<void> {
    for (const deed of this.unknown) this.keep(deed, await this.sendUntilServed(deed))
  }

  /** Sends an answered key again, so often at once; true when every answer is the first one, byte for byte. */
  async isAnswerKept(deed: Deed, times = 1): Promise<boolean> {
    const answers = await Promise.all(Array.from({ length: times }, () => this.sendUntilServed(deed)))
    return answers.every(({ body }) => body === deed.told?.body)
  }

  disconnect(): void {
    this.line.disconnect()
  }

  /** A server whose store has just come back may say for a moment longer that it cannot be used: the same key is sent again, as it asks. */
  private async sendUntilServed({ path, params, key }: Deed): Promise<Told> {
    for (let left = SERVED_WITHIN_TRIES; ; left -= 1) {
      try {
        return await this.line.send(path, params, key)
      } catch (error) {
        // A line that was cut from our own end is another connection's; a server may say that it cannot be used yet.
        const isLineGone = error instanceof Error && 'code' in error
        if (left === 0 || !(error instanceof Error && (isLineGone || error.message.startsWith('HTTP 503')))) throw error
        await new Promise((resolve) => setTimeout(resolve, 250))
      }
    }
  }

  private keep(deed: Deed, told: Told): void {
    deed.told = told
    this.hear(deed, told)
  }
}
