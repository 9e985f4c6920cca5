/** The pages of the desk in the order of its navigation, and which of them an operator may open in a company. */
import type { DeskCounts } from '../../../../contract/desk/counts'
import type { Permission } from '../../../../contract/desk/roles'
import { paths } from '../../../addresses/paths'
import type { IconName } from '../../../ui'

export interface DeskEntry {
  /** Text key under `desk:shell`. */
  readonly key:
    | 'overview'
    | 'deposits'
    | 'withdrawals'
    | 'identity'
    | 'disputes'
    | 'approvals'
    | 'risk'
    | 'reconciliation'
    | 'audit'
    | 'traders'
    | 'content'
    | 'feedback'
    | 'settings'
  readonly icon: IconName
  /** After `g` it leads here. */
  readonly letter?: string
  /** Undefined: whoever has a role in the company. */
  readonly permission?: Permission
  readonly href: (parameters: { company: string }) => string
  /** What its number counts. */
  readonly count?: 'deposits' | 'withdrawals' | 'identity' | 'disputes' | 'approvals' | 'feedback' | 'risk' | 'reconciliation'
  /** Further pages that belong to it. */
  readonly also?: readonly string[]
}

const OVERVIEW: readonly DeskEntry[] = [{ key: 'overview', icon: 'chart-no-axes-column', letter: 'o', href: paths.desk.home }]
const REVIEW: readonly DeskEntry[] = [
  { key: 'deposits', icon: 'arrow-down-to-line', letter: 'd', permission: 'deposits.read', href: paths.desk.deposits, count: 'deposits' },
  {
    key: 'withdrawals',
    icon: 'arrow-up-from-line',
    letter: 'w',
    permission: 'withdrawals.read',
    href: paths.desk.withdrawals,
    count: 'withdrawals',
  },
  { key: 'identity', icon: 'id-card', permission: 'identity.read', href: paths.desk.identity, count: 'identity' },
  { key: 'disputes', icon: 'receipt-text', permission: 'disputes.read', href: paths.desk.disputes, count: 'disputes' },
]
const TRADING: readonly DeskEntry[] = [
  { key: 'risk', icon: 'activity', letter: 'r', permission: 'risk.read', href: paths.desk.risk, count: 'risk' },
  {
    key: 'reconciliation',
    icon: 'git-compare',
    permission: 'reconciliation.read',
    href: paths.desk.reconcile,
    count: 'reconciliation',
  },
]
const RECORDS: readonly DeskEntry[] = [
  { key: 'audit', icon: 'scroll-text', permission: 'audit.read', href: paths.desk.audit },
  { key: 'traders', icon: 'users-round', letter: 't', permission: 'traders.read', href: paths.desk.traders, also: ['/desk/trader'] },
  { key: 'feedback', icon: 'message-square', letter: 'c', permission: 'feedback.read', href: paths.desk.feedback, count: 'feedback' },
  { key: 'content', icon: 'newspaper', permission: 'content.read', href: paths.desk.content },
  { key: 'settings', icon: 'settings-2', permission: 'settings.read', href: paths.desk.settings, also: ['/desk/instruments'] },
  { key: 'approvals', icon: 'shield-check', permission: 'settings.read', href: paths.desk.approvals, count: 'approvals' },
]

interface DeskGroup {
  /** The first has no heading. */
  readonly key: 'overview' | 'review' | 'trading' | 'records'
  readonly entries: readonly DeskEntry[]
}

export function deskGroups(permissions: readonly Permission[]): readonly DeskGroup[] {
  const allowed = (entries: readonly DeskEntry[]) =>
    entries.filter(({ permission }) => permission !== undefined && permissions.includes(permission))
  const groups: DeskGroup[] = [
    { key: 'review', entries: allowed(REVIEW) },
    { key: 'trading', entries: allowed(TRADING) },
    { key: 'records', entries: allowed(RECORDS) },
  ]
  const open = groups.filter(({ entries }) => entries.length > 0)
  return open.length === 0 ? [] : [{ key: 'overview', entries: OVERVIEW }, ...open]
}

export function isCurrent({ href, also = [] }: DeskEntry, pathname: string): boolean {
  const own = href({ company: '' }).split('?')[0] ?? ''
  // Every page of the desk stands under the first one.
  if (own === paths.desk.home()) return pathname === own
  return [own, ...also].some((path) => pathname === path || pathname.startsWith(`${path}/`))
}

/** What an entry's number says: how many wait, and how many of them too long. */
export function countOf({ count }: DeskEntry, counts: DeskCounts | null): { readonly waiting: number; readonly late: number } | null {
  const waiting = count === undefined ? undefined : counts?.[count]
  if (count === undefined || waiting === undefined) return null
  return { waiting, late: count === 'deposits' || count === 'withdrawals' || count === 'identity' ? (counts?.late[count] ?? 0) : 0 }
}
