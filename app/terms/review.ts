/** What waits at a company, or was decided there: deposits, withdrawals, papers. */
import type {
  DeskDeposit as WireDeposit,
  DeskDepositItem as WireDepositItem,
  DeskIdentity as WirePapers,
  DeskIdentityItem as WirePapersItem,
  DeskWithdrawal as WireWithdrawal,
  DeskWithdrawalItem as WireWithdrawalItem,
} from '../../contract/desk/reviews'
import { type InOwnNames, inOwnNames } from './own-names'
import { isCoinDeposit, isCoinPayout, type PayoutWay } from './payout'

/** Of a deposit or a withdrawal. */
export const MONEY_STATUSES = ['unchecked', 'completed', 'rejected', 'invalid'] as const
export type MoneyStatus = (typeof MONEY_STATUSES)[number]
export const readMoneyStatus = (wire: number): MoneyStatus => MONEY_STATUSES[wire] ?? 'invalid'
/** As addresses of pages and keys of texts write it. */
export const moneyStatusNumber = (status: MoneyStatus): string => String(MONEY_STATUSES.indexOf(status))

/** Of the papers of a trader; `none` were sent. */
export const PAPER_STATUSES = ['none', 'unchecked', 'completed', 'rejected'] as const
export type PaperStatus = (typeof PAPER_STATUSES)[number]
export const readPaperStatus = (wire: number): PaperStatus => PAPER_STATUSES[wire] ?? 'none'

type Read<Wire, Status> = Omit<InOwnNames<Wire>, 'status'> & { readonly status: Status }
type Moved<Wire> = Read<Wire, MoneyStatus> & { readonly way: PayoutWay }

/** As a row of its queue, and opened with all that is known of it. */
export type QueuedDeposit = Moved<WireDeposit>
export type OpenDeposit = Omit<Moved<WireDepositItem>, 'target' | 'duplicates'> & {
  /** By fields that have words of their own. */
  readonly target: Readonly<Record<string, string>>
  /** Other deposits with the same picture. */
  readonly duplicates: readonly Read<WireDepositItem['duplicates'][number], MoneyStatus>[]
}
export type QueuedWithdrawal = Moved<WireWithdrawal>
export type OpenWithdrawal = Moved<WireWithdrawalItem>
export type QueuedPapers = Read<WirePapers, PaperStatus>
export type OpenPapers = Read<WirePapersItem, PaperStatus>

export const readDeposit = (wire: WireDeposit): QueuedDeposit => ({ ...inOwnNames(wire), ...movedOf(wire, isCoinDeposit(wire)) })
export const readOpenDeposit = (wire: WireDepositItem): OpenDeposit => ({
  ...inOwnNames(wire),
  ...movedOf(wire, isCoinDeposit(wire)),
  target: wire.target,
  duplicates: wire.duplicates.map((one) => ({ ...inOwnNames(one), status: readMoneyStatus(one.status) })),
})

export const readWithdrawal = (wire: WireWithdrawal): QueuedWithdrawal => ({ ...inOwnNames(wire), ...movedOf(wire, isCoinPayout(wire)) })
export const readOpenWithdrawal = (wire: WireWithdrawalItem): OpenWithdrawal => ({
  ...inOwnNames(wire),
  ...movedOf(wire, isCoinPayout(wire)),
})

export const readPapers = (wire: WirePapers): QueuedPapers => ({ ...inOwnNames(wire), status: readPaperStatus(wire.status) })
export const readOpenPapers = (wire: WirePapersItem): OpenPapers => ({ ...inOwnNames(wire), status: readPaperStatus(wire.status) })

function movedOf(wire: { readonly status: number }, isCoin: boolean): { readonly status: MoneyStatus; readonly way: PayoutWay } {
  return { status: readMoneyStatus(wire.status), way: isCoin ? 'coin' : 'bank' }
}
