/** Every call of the desk by name: what its router, its client and the matrix of calls × roles walk over. */
import { AUDIT_CALLS } from './audit'
import { BRAND_CALLS } from './brand'
import { CONTENT_CALLS } from './content'
import { COUNT_CALLS } from './counts'
import type { DeskEndpoint } from './desk-endpoint'
import { DISPUTE_CALLS } from './disputes'
import { FEEDBACK_CALLS } from './feedback'
import { OVERVIEW_CALLS } from './overview'
import { PEOPLE_CALLS } from './people'
import { RECONCILIATION_CALLS } from './reconciliation'
import { REVIEW_CALLS } from './reviews'
import { RISK_CALLS } from './risk'
import { SESSION_CALLS } from './session'
import { SETTING_CALLS } from './settings'

export const DESK_ENDPOINTS = {
  ...SESSION_CALLS,
  ...COUNT_CALLS,
  ...OVERVIEW_CALLS,
  ...REVIEW_CALLS,
  ...DISPUTE_CALLS,
  ...PEOPLE_CALLS,
  ...RISK_CALLS,
  ...RECONCILIATION_CALLS,
  ...CONTENT_CALLS,
  ...FEEDBACK_CALLS,
  ...SETTING_CALLS,
  ...AUDIT_CALLS,
  ...BRAND_CALLS,
} as const satisfies Record<string, DeskEndpoint>

export type DeskEndpointName = keyof typeof DESK_ENDPOINTS
