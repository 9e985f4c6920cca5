/**
 * The operator's desk, put together: its calls from every area, its sessions, its counts and its socket.
 *
 * Invariant: what a trader sees of a decision is told to their connections only after the decision is committed.
 */

import type { EndpointName } from '../../contract/index'
import type { BrandProblems } from '../brands/brand-problems'
import { done } from '../calls/handler'
import type { CallAnswer } from '../calls/write-answer'
import { FOREX_TRADE } from '../socket/private-streams'
import { answerDeskCall, type IncomingDeskCall } from './answer-desk-call'
import { auditHandlers } from './audit-handlers'
import { brakeHandlers } from './brake-handlers'
import { brandHandlers } from './brand-handlers'
import { contentHandlers } from './content-handlers'
import { countWaiting, visibleCounts } from './desk-counts'
import type { DeskHandlers } from './desk-handler'
import type { DeskServices } from './desk-services'
import { type DeskSocket, openDeskSocket } from './desk-socket'
import { feedbackHandlers } from './feedback-handlers'
import { overviewHandlers } from './overview-handlers'
import { peopleHandlers } from './people-handlers'
import { reconciliationHandlers } from './reconciliation-handlers'
import { reviewHandlers } from './review-handlers'
import { riskHandlers } from './risk-handlers'
import { sessionHandlers } from './session-handlers'
import { settingHandlers } from './setting-handlers'

export interface Desk {
  answer(call: IncomingDeskCall): Promise<CallAnswer>
  /** The companies' calls. */
  readonly handlers: DeskHandlers
  readonly socket: DeskSocket
  /** A trader's call was committed: what waits may have changed. */
  traderCalled(tenantId: string, call: EndpointName): void
}

/** What traders do that somebody at the desk has to look at. */
const QUEUED_BY: ReadonlySet<EndpointName> = new Set([
  'submitCoinDeposit',
  'submitBankDeposit',
  'submitWithdrawal',
  'cancelWithdrawal',
  'submitRealName',
  'challengeFill',
  'addToChallenge',
  'withdrawChallenge',
  'sendFeedback',
  'sendVisitorFeedback',
] satisfies EndpointName[])

interface DeskParts extends DeskServices {
  readonly checksOutput: boolean
  /** Something was committed: events may wait in the outbox, rows want to be sealed, mails to be sent. */
  nudge(): void
  /** Origin of the desk's own pages. */
  readonly deskOrigin: string
  /** What is wrong with the companies' folders, and where these lie. */
  readonly brandProblems: BrandProblems
  readonly tenantsDir: string
}

export function openDesk(parts: DeskParts): Desk {
  const { bus, nudge } = parts
  const socket = openDeskSocket({ ...parts, origin: parts.deskOrigin })
  const recount = (tenantId: string) => bus.tell('desk-counts', { tenantId })
  const handlers: DeskHandlers = {
    getDeskCounts: async ({ tx, tenant, operator, now }) => done(visibleCounts(await countWaiting(tx, tenant, now), operator.permissions)),
    ...overviewHandlers(parts),
    ...reviewHandlers(parts),
    ...riskHandlers(parts),
    ...brakeHandlers(parts),
    ...reconciliationHandlers(parts),
    ...settingHandlers(parts),
    ...peopleHandlers(parts),
    ...contentHandlers(),
    ...feedbackHandlers(parts),
    ...auditHandlers(parts),
    ...brandHandlers(parts),
  }
  const services = {
    ...parts,
    handlers,
    own: sessionHandlers({
      ...parts,
      committed() {
        nudge()
        bus.tell('operators', {})
      },
    }),
    committed({ tenantId, isChange, touched }: { tenantId: string; isChange: boolean; touched: readonly bigint[] }) {
      nudge()
      if (isChange) recount(tenantId)
      for (const traderId of touched) bus.publish({ tenantId, traderId: traderId.toString(), topic: FOREX_TRADE, payload: null })
    },
  }
  return {
    handlers,
    socket,
    answer: (call) => answerDeskCall(services, call),
    traderCalled(tenantId, call) {
      if (QUEUED_BY.has(call)) recount(tenantId)
    },
  }
}
