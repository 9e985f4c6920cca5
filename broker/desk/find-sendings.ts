/**
 * What was sent under a reference that somebody reads out: whose it was and what became of it.
 *
 * Invariant: calls of traders and visitors of the call's company only, and no older than keys are kept; a look at one is a look at
 * its trader. What was answered stays sealed (idempotency-key.ts): here stand its code and the number of what it was about.
 */

import { and, desc, eq, gte, inArray, notLike } from 'drizzle-orm'
import type { findSendings } from '../../contract/desk/people'
import { SUCCESS_CODE } from '../../contract/endpoint'
import { errorNameOf } from '../../contract/errors'
import { HOUR_MS } from '../../rules/durations'
import { done } from '../calls/handler'
import { idempotencyKey, trader } from '../db/schema'
import type { Texts } from '../ground/texts'
import { readReference } from '../idempotency/idempotency-key'
import { KEPT_FOR_MS } from '../idempotency/run-once'
import type { RecordLook } from './audit-look'
import type { DeskHandler } from './desk-handler'
import { lookAt } from './people-lookup'

const SHOWN = 20
const TRADER_ID = /^\d{1,18}$/

export function findSendingsHandler(texts: Texts, recordLook: RecordLook): DeskHandler<typeof findSendings> {
  return async (call) => {
    const { tx, tenant, input, language, now } = call
    const reference = readReference(input.reference)
    if (reference === null) return done({ reference: '', kept_hours: KEPT_FOR_MS / HOUR_MS, data: [] })
    const rows = await tx
      .select()
      .from(idempotencyKey)
      .where(
        and(
          eq(idempotencyKey.tenantId, tenant.id),
          eq(idempotencyKey.reference, reference),
          gte(idempotencyKey.createdAt, now - KEPT_FOR_MS),
          // An operator's own calls have keys, too.
          notLike(idempotencyKey.scope, 'operator:%'),
        ),
      )
      .orderBy(desc(idempotencyKey.createdAt))
      .limit(SHOWN)
    const ids = [...new Set(rows.map(({ scope }) => scope).filter((scope) => TRADER_ID.test(scope)))].map(BigInt)
    const owners =
      ids.length === 0
        ? []
        : await tx
            .select({ id: trader.id, uid: trader.uid, isDemo: trader.isDemo })
            .from(trader)
            .where(and(eq(trader.tenantId, tenant.id), inArray(trader.id, ids)))
    for (const { id } of owners) await recordLook(call, lookAt(id))
    const ownerOf = (scope: string) => owners.find(({ id }) => id.toString() === scope)
    return done({
      reference: `${reference.slice(0, 4)}-${reference.slice(4)}`.toUpperCase(),
      kept_hours: KEPT_FOR_MS / HOUR_MS,
      data: rows.map(({ scope, call: name, code, object, createdAt }) => {
        const owner = ownerOf(scope)
        const error = code === null || code === SUCCESS_CODE ? undefined : errorNameOf(code)
        return {
          trader: owner === undefined ? null : { id: owner.id.toString(), uid: owner.uid, is_demo: owner.isDemo },
          call: name,
          object: object ?? '',
          at: createdAt,
          result: error === undefined ? ('done' as const) : error === 'NOT_RECEIVED' ? ('never_arrived' as const) : ('refused' as const),
          error: error ?? '',
          message: error === undefined ? '' : texts.of(tenant).error(language, error),
        }
      }),
    })
  }
}
