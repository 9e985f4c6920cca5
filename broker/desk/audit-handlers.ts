/** Calls of the desk's audit area. */
import { listAuditEventsHandler } from './audit-trail'
import type { DeskHandlers } from './desk-handler'
import type { DeskServices } from './desk-services'

export function auditHandlers(_services: DeskServices): DeskHandlers {
  return { listAuditEvents: listAuditEventsHandler() }
}
