/** The pages of the desk in the order of its navigation, and which of them an operator may open in a company. */
import type { DeskCounts } from '../../../../contract/desk/counts'
import type { Permission } from '../../../../contract/desk/roles'
import { paths } from '../../../platform/paths'
import type { IconName } from '../../../ui'

export interface DeskEntry {
  /** Text key under `desk:shell`. */
  readonly key: 'deposits' | 'withdrawals' | 'identity' | 'approvals' | 'audit' | 'traders' | 'content' | 'feedback' | 'settings'
  readonly icon: IconName
  readonly permission: Permission
  readonly href: (parameters: { company: string }) => string
  /** What its number counts. */
  readonly count?: 'deposits' | 'withdrawals' | 'identity' | 'approvals' | 'feedback'
  /** Further pages that belong to it. */
  readonly also?: readonly string[]
}

const REVIEW: readonly DeskEntry[] = [
  { key: 'deposits', icon: 'arrow-down-to-line', permission: 'deposits.read', href: paths.desk.deposits, count: 'deposits' },
  { key: 'withdrawals', icon: 'arrow-up-from-line', permission: 'withdrawals.read', href: paths.desk.withdrawals, count: 'withdrawals' },
  { key: 'identity', icon: 'id-card', permission: 'identity.read', href: paths.desk.identity, count: 'identity' },
]
const RECORDS: readonly DeskEntry[] = [
  { key: 'audit', icon: 'scroll-text', permission: 'audit.read', href: paths.desk.audit },
  { key: 'traders', icon: 'users-round', permission: 'traders.read', href: paths.desk.traders, also: ['/desk/trader'] },
  { key: 'feedback', icon: 'message-square', permission: 'feedback.read', href: paths.desk.feedback, count: 'feedback' },
  { key: 'content', icon: 'newspaper', permission: 'content.read', href: paths.desk.content },
  { key: 'settings', icon: 'settings-2', permission: 'settings.read', href: paths.desk.settings, also: ['/desk/instruments'] },
  { key: 'approvals', icon: 'shield-check', permission: 'settings.read', href: paths.desk.approvals, count: 'approvals' },
]

export interface DeskGroup {
  readonly key: 'review' | 'records'
  readonly entries: readonly DeskEntry[]
}

export function deskGroups(permissions: readonly Permission[]): readonly DeskGroup[] {
  const allowed = (entries: readonly DeskEntry[]) => entries.filter(({ permission }) => permissions.includes(permission))
  const groups: DeskGroup[] = [
    { key: 'review', entries: allowed(REVIEW) },
    { key: 'records', entries: allowed(RECORDS) },
  ]
  return groups.filter(({ entries }) => entries.length > 0)
}

/** Where the desk opens. Undefined for somebody who may open nothing. */
export function firstEntry(permissions: readonly Permission[]): DeskEntry | undefined {
  return (
    deskGroups(permissions)
      .flatMap(({ entries }) => entries)
      // Traders before the trail of what was done: the trail is looked at with a question in mind.
      .sort((one, other) => Number(one.key === 'audit') - Number(other.key === 'audit'))[0]
  )
}

export function isCurrent({ href, also = [] }: DeskEntry, pathname: string): boolean {
  const own = href({ company: '' }).split('?')[0] ?? ''
  return [own, ...also].some((path) => pathname === path || pathname.startsWith(`${path}/`))
}

/** What an entry's number says: how many wait, and how many of them too long. */
export function countOf({ count }: DeskEntry, counts: DeskCounts | null): { readonly waiting: number; readonly late: number } | null {
  const waiting = count === undefined ? undefined : counts?.[count]
  if (count === undefined || waiting === undefined) return null
  return { waiting, late: count === 'approvals' || count === 'feedback' ? 0 : (counts?.late[count] ?? 0) }
}
