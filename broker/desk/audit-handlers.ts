/** Calls of the desk's audit area. */
import { listAuditEventsHandler } from './audit-trail'
import type { SomeDeskHandlers } from './desk-handler'
import type { DeskServices } from './desk-services'

export function auditHandlers(_services: DeskServices) {
  return { listAuditEvents: listAuditEventsHandler() } satisfies SomeDeskHandlers
}
