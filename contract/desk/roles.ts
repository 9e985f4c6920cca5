/**
 * Who may do what at the operator's desk: the one table. An operator has roles in each company by itself.
 *
 * Invariant: least privilege. Who reads settings does not decide about money; who decides about money does not set where it goes
 * alone (settings that touch money need a second operator, as do credits and payouts above the company's limits).
 */
export const PERMISSIONS = [
  'deposits.read',
  'deposits.decide',
  'withdrawals.read',
  'withdrawals.decide',
  'identity.read',
  'identity.decide',
  'disputes.read',
  'disputes.decide',
  'traders.read',
  'traders.sessions',
  'traders.freeze',
  'risk.read',
  'risk.control',
  'reconciliation.read',
  'reconciliation.resolve',
  'content.read',
  'content.write',
  'feedback.read',
  'feedback.finish',
  'settings.read',
  'settings.change',
  'audit.read',
] as const
export type Permission = (typeof PERMISSIONS)[number]

export const ROLES = ['support', 'finance', 'compliance', 'risk', 'content', 'admin'] as const
export type Role = (typeof ROLES)[number]

export const ROLE_PERMISSIONS: Readonly<Record<Role, readonly Permission[]>> = {
  support: [
    'deposits.read',
    'withdrawals.read',
    'disputes.read',
    'traders.read',
    'traders.sessions',
    'content.read',
    'feedback.read',
    'feedback.finish',
  ],
  finance: [
    'deposits.read',
    'deposits.decide',
    'withdrawals.read',
    'withdrawals.decide',
    'disputes.read',
    'traders.read',
    'risk.read',
    'reconciliation.read',
    'reconciliation.resolve',
    'settings.read',
    'audit.read',
  ],
  compliance: [
    'deposits.read',
    'withdrawals.read',
    'identity.read',
    'identity.decide',
    'disputes.read',
    'disputes.decide',
    'traders.read',
    'traders.sessions',
    'traders.freeze',
    'feedback.read',
    'feedback.finish',
    'audit.read',
  ],
  risk: [
    'risk.read',
    'risk.control',
    'disputes.read',
    'disputes.decide',
    'reconciliation.read',
    'reconciliation.resolve',
    'traders.read',
    'settings.read',
    'audit.read',
  ],
  content: ['content.read', 'content.write'],
  admin: [
    'disputes.read',
    'traders.read',
    'risk.read',
    'content.read',
    'content.write',
    'feedback.read',
    'settings.read',
    'settings.change',
    'audit.read',
  ],
}

export function permissionsOf(roles: readonly Role[]): ReadonlySet<Permission> {
  return new Set(roles.flatMap((role) => ROLE_PERMISSIONS[role]))
}
