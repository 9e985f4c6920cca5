/** What the three review queues share: their addresses, what a page of them is given, and what a decision is answered. */
import { paths } from '../../../addresses/paths'
import type { NextPage } from '../../../page/list-page.server'
import {
  MONEY_STATUSES,
  type MoneyStatus,
  type OpenDeposit,
  type OpenPapers,
  type OpenWithdrawal,
  PAPER_STATUSES,
  type PaperStatus,
  type QueuedDeposit,
  type QueuedPapers,
  type QueuedWithdrawal,
} from '../../../terms/review'
import type { Approver } from '../who-decides'

export const QUEUES = ['deposits', 'withdrawals', 'identity'] as const
export type Queue = (typeof QUEUES)[number]

export const DECISIONS = ['approve', 'reject', 'invalid'] as const
export type Decision = (typeof DECISIONS)[number]

/** As they stand in the address; what is not there has its default. */
export interface QueueParameters {
  readonly company: string
  readonly status?: string | undefined
  readonly filter?: string | undefined
  readonly q?: string | undefined
  readonly page?: string | undefined
  /** The cursor of the page before. */
  readonly after?: string | undefined
}

interface PageOf<Name extends Queue, Row, Item> {
  readonly title: string
  readonly titleKey?: string
  readonly backTo?: string
  readonly queue: Name
  readonly parameters: QueueParameters
  readonly rows: readonly Row[]
  readonly total: number
  /** Where the next page is; null on the last. */
  readonly older: NextPage | null
  readonly item: Item | null
  /** An item was asked for that is not there. */
  readonly isMissing: boolean
  readonly canDecide: boolean
  /** Opens the pages of traders. */
  readonly canReadTraders: boolean
  readonly operator: { readonly name: string; readonly displayName: string }
  /** Who may decide the open item; null where it needs no second person. */
  readonly approvers: readonly Approver[] | null
  /** Unix milliseconds of the broker's host when the page was made. */
  readonly now: number
  readonly isNumberFull: boolean
}
export type DepositsData = PageOf<'deposits', QueuedDeposit, OpenDeposit>
export type WithdrawalsData = PageOf<'withdrawals', QueuedWithdrawal, OpenWithdrawal>
export type IdentityData = PageOf<'identity', QueuedPapers, OpenPapers>
export type ReviewData = DepositsData | WithdrawalsData | IdentityData

export interface ReviewAnswer {
  readonly id: string
  readonly isDone: boolean
  /** In words. */
  readonly message: string
  /** What was given, so that it can be corrected without scripts. */
  readonly reason: string
  readonly amount: string
  /** The amount that the next press confirms; empty unless it was asked for once more. */
  readonly confirm: string
}

/** A status as it stands in addresses and in the keys of its words. */
export function statusNumber(queue: Queue, status: MoneyStatus | PaperStatus): string {
  const known: readonly string[] = queue === 'identity' ? PAPER_STATUSES : MONEY_STATUSES
  return String(known.indexOf(status))
}
export const waitingStatus = (queue: Queue): string => statusNumber(queue, 'unchecked')
export const statusesOf = (queue: Queue): readonly string[] => (queue === 'identity' ? ['1', '2', '3'] : ['0', '1', '2', '3'])
export const isWaiting = ({ status }: { readonly status: MoneyStatus | PaperStatus }): boolean => status === 'unchecked'

/** Address of the queue as it is filtered, with an item or without. */
export function reviewHref(queue: Queue, parameters: QueueParameters, more: Readonly<Record<string, string | undefined>> = {}): string {
  return paths.desk[queue]({ ...parameters, ...more })
}

const OBJECTS = { deposits: 'deposit', withdrawals: 'withdrawal', identity: 'identity_case' } as const
export const objectOf = (queue: Queue, id: string): string => `${OBJECTS[queue]}:${id}`

/** Somebody of a log: an operator by name, others as they stand there. */
export const nameOf = (actor: string): string => actor.replace(/^operator:/, '')
