/**
 * What waits in the company's queues and since when, whether the house is well, and who may decide what waits.
 *
 * Invariant: an operator is told only of the queues that they may read. Names of colleagues are those with a role in this company.
 */
import { sql } from 'drizzle-orm'
import {
  DESK_QUEUES,
  type DeskOverview,
  type DeskQueue,
  type getDeskOverview,
  type listApprovers,
  QUEUE_DECIDED_BY,
} from '../../contract/desk/overview'
import { permissionsOf } from '../../contract/desk/roles'
import type { OutputOf } from '../../contract/endpoint'
import { DAY_MS } from '../../rules/durations'
import { readHead } from '../audit/chain-head'
import { asksOf } from '../brakes/brake-store'
import { done } from '../calls/handler'
import { queryRows, type Tx } from '../db/open-database'
import { CASE_STATUS, CHALLENGE_STATUS, literal, PAYMENT_STATUS } from '../db/statuses'
import { countWaiting, visibleCounts } from './desk-counts'
import type { DeskHandler, SomeDeskHandlers } from './desk-handler'
import type { DeskServices } from './desk-services'

/** On the page of that day it stays. */
const ALARM_SHOWN_MS = 2 * DAY_MS

export function overviewHandlers(services: DeskServices) {
  return { getDeskOverview: overviewHandler(services), listApprovers: approversHandler } satisfies SomeDeskHandlers
}

function overviewHandler({ market }: DeskServices): DeskHandler<typeof getDeskOverview> {
  return async ({ tx, tenant, operator, now }) => {
    const counts = visibleCounts(await countWaiting(tx, tenant, now), operator.permissions)
    const more = await readMore(tx, tenant.id, now)
    const { source, isSimulated, feedAgeMs, openMarkets } = market.health()
    const queues = DESK_QUEUES.flatMap((queue) => {
      const waiting = counts[queue]
      if (waiting === undefined) return []
      const late = isPromised(queue) ? (counts.late[queue] ?? 0) : 0
      return [{ queue, waiting, late, ...more.queues[queue] }]
    })
    return done({
      queues,
      system: {
        company_status: tenant.status,
        trading_mode: tenant.trading.mode,
        price_source: source,
        prices_are_simulated: isSimulated,
        feed_age_ms: Math.max(0, Math.round(feedAgeMs)),
        stale_after_ms: tenant.trading.staleAfterMs,
        open_markets: openMarkets,
        ...more.system,
      },
    })
  }
}

/** The company promises a time for it. */
function isPromised(queue: DeskQueue): queue is 'deposits' | 'withdrawals' | 'identity' | 'disputes' {
  return queue === 'disputes' || queue === 'deposits' || queue === 'withdrawals' || queue === 'identity'
}

interface More {
  readonly queues: Readonly<Record<DeskQueue, Pick<DeskOverview['queues'][number], 'second' | 'oldest_at'>>>
  readonly system: Pick<DeskOverview['system'], 'messages_waiting' | 'log_links' | 'log_unsealed' | 'execution_alarm'>
}

async function readMore(tx: Tx, tenantId: string, now: number): Promise<More> {
  const { ends, settled, newestEvent = settled.audit_event } = await readHead(tx)
  const isUnchecked = sql`status = ${literal(PAYMENT_STATUS.unchecked)}`
  const [row = {}] = await queryRows<Record<string, unknown>>(
    tx,
    sql`select
      (select min(created_at) from deposit where ${isUnchecked})::text as deposits,
      (select count(*) from deposit where ${isUnchecked} and first_approved_by is not null) as second_deposits,
      (select min(created_at) from withdrawal where ${isUnchecked})::text as withdrawals,
      (select count(*) from withdrawal where ${isUnchecked} and first_approved_by is not null) as second_withdrawals,
      (select min(submitted_at) from identity_case where status = ${CASE_STATUS.waiting})::text as identity,
      (select min(created_at) from challenge where status = ${literal(CHALLENGE_STATUS.open)})::text as disputes,
      (select count(*) from challenge where status = ${literal(CHALLENGE_STATUS.open)} and first_approved_by is not null) as second_disputes,
      (select min(ask_at) from risk_control where ${asksOf(now)})::text as risk,
      (select count(*) from risk_control where ${asksOf(now)}) as second_risk,
      (select min(found_at) from reconciliation_difference where status <> 'resolved')::text as reconciliation,
      (select count(*) from reconciliation_difference where status = 'waiting') as second_reconciliation,
      (select min(requested_at) from setting_change where status = 'waiting')::text as approvals,
      (select count(*) from setting_change where status = 'waiting') as second_approvals,
      (select min(created_at) from feedback where status = 'open')::text as feedback,
      (select count(*) from message where status = 'queued') as messages,
      (select count(*) from audit_event where id > ${newestEvent}::bigint) as unsealed,
      (select detail || jsonb_build_object('day', split_part(object, ':', 2)) from audit_event
        where action = 'execution.asymmetric' and created_at > ${now - ALARM_SHOWN_MS} order by id desc limit 1) as execution_alarm`,
  )
  const count = (name: string) => Math.max(0, Number(row[name] ?? 0))
  const moment = (name: string) => (row[name] === null || row[name] === undefined ? null : Number(row[name]))
  const of = (queue: DeskQueue) => ({ second: count(`second_${queue}`), oldest_at: moment(queue) })
  return {
    queues: {
      deposits: of('deposits'),
      withdrawals: of('withdrawals'),
      identity: of('identity'),
      disputes: of('disputes'),
      risk: of('risk'),
      reconciliation: of('reconciliation'),
      approvals: of('approvals'),
      feedback: of('feedback'),
    },
    system: {
      messages_waiting: count('messages'),
      log_links: ends[tenantId]?.seq ?? 0,
      log_unsealed: count('unsealed'),
      execution_alarm: alarmOf(row.execution_alarm),
    },
  }
}

/** What the alarm's own event says of it. */
function alarmOf(found: unknown): DeskOverview['system']['execution_alarm'] {
  if (found === null || found === undefined) return null
  const { day, difference, bound } = found as Record<'day' | 'difference' | 'bound', string>
  return { day, difference, bound }
}

const approversHandler: DeskHandler<typeof listApprovers> = async ({ operator, colleagues }) => {
  const who = (queue: DeskQueue) =>
    colleagues
      .filter(({ roles }) => permissionsOf(roles).has(QUEUE_DECIDED_BY[queue]))
      .map(({ name, displayName }) => ({ name, display_name: displayName, is_self: name === operator.name }))
  return done(Object.fromEntries(DESK_QUEUES.map((queue) => [queue, who(queue)])) as OutputOf<typeof listApprovers>)
}
