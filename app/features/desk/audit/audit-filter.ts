/** How the audit trail is filtered, as it stands in the address of its page. */
export const AREAS = [
  'deposit',
  'withdrawal',
  'identity',
  'trader',
  'account',
  'payout-method',
  'order',
  'setting',
  'article',
  'feedback',
  'operator',
  'desk',
  'audit',
] as const
export const BY = ['operator', 'trader', 'visitor', 'system', 'engine', 'machine'] as const

export interface AuditFilter {
  readonly q: string | undefined
  /** Everything about one thing. */
  readonly object: string | undefined
  readonly area: (typeof AREAS)[number] | undefined
  readonly by: (typeof BY)[number] | undefined
  /** Days of London, both included. */
  readonly from: string | undefined
  readonly to: string | undefined
}
