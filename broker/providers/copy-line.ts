/**
 * A second line of a provider, on which it copies every report of its to us, whoever ordered: what its book says, apart from ours. Read only.
 */
import type { ProviderReport, Side } from './provider'

export interface CopiedReport
  extends Pick<ProviderReport, 'orderId' | 'execId' | 'referredExecId' | 'lastQuantity' | 'lastPrice' | 'reason' | 'time'> {
  readonly kind: Exclude<ProviderReport['kind'], 'status' | 'unknown'>
  /** The instrument's code in our catalogue; of one that is not ours the provider's own name. */
  readonly code: string
  readonly side: Side
}

export interface CopyLineEvents {
  /** Each copy is kept before the promise resolves; when it rejects, the provider sends it again. */
  copied(report: CopiedReport): Promise<void>
  /** From now on nothing is missed. */
  opened(): void
}

export interface CopyLine {
  /** The provider's name in the market's file. */
  readonly id: string
  readonly isOpen: boolean
  /** Holes found in the numbers of its messages since it was made; each was asked for again. */
  readonly gaps: number
  start(events: CopyLineEvents): void
  close(): Promise<void>
}
