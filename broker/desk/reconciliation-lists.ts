/** The calls of reconciliation that list a day: the fills that are equal, and all of it for a file. */
import type { EqualFill, exportReconciliation, listEqualFills } from '../../contract/desk/reconciliation'
import { EQUAL_FILLS_SHOWN, RECONCILIATION_ROWS_MAX } from '../../contract/desk/reconciliation-terms'
import { formatFixedShort } from '../../rules/decimal'
import { done } from '../calls/handler'
import { CATALOGUE } from '../market/catalogue'
import { type EqualFillRow, equalFills } from '../reconciliation/equal-fills'
import { dayThatRuns } from '../reconciliation/reconciliation-days'
import { type DeskHandler, operatorActor, type SomeDeskHandlers } from './desk-handler'
import { limitOf, shownDifference } from './reconciliation-shown'
import { openFirst, rowsOfDay } from './reconciliation-views'
import { recordDeskEvent } from './record-desk-event'

const listHandler: DeskHandler<typeof listEqualFills> = async ({ tx, tenant, input, now }) => {
  const day = input.day ?? dayThatRuns(now).day
  const fills = await equalFills(tx, { tenantId: tenant.id, day, now, limit: EQUAL_FILLS_SHOWN + 1 })
  return done({ data: fills.slice(0, EQUAL_FILLS_SHOWN).map(shownFill), is_more: fills.length > EQUAL_FILLS_SHOWN })
}

const fileHandler: DeskHandler<typeof exportReconciliation> = async (call) => {
  const { tx, tenant, operator, input, now } = call
  const day = input.day ?? dayThatRuns(now).day
  const viewer = { actor: operatorActor(operator), limit: limitOf(tenant) }
  const rows = openFirst(await rowsOfDay(tx, tenant.id, day)).map((row) => shownDifference(row, viewer))
  const kept = rows.slice(0, RECONCILIATION_ROWS_MAX)
  const left = RECONCILIATION_ROWS_MAX - kept.length
  const fills = await equalFills(tx, { tenantId: tenant.id, day, now, limit: left + 1 })
  const equal = fills.slice(0, left).map(shownFill)
  await recordDeskEvent(call, {
    action: 'reconciliation.exported',
    object: `tenant:${tenant.id}`,
    after: { day, rows: kept.length + equal.length },
  })
  return done({ day, rows: kept, equal, is_more: rows.length > kept.length || fills.length > equal.length })
}

export const RECONCILIATION_LISTS = { listEqualFills: listHandler, exportReconciliation: fileHandler } satisfies SomeDeskHandlers

function shownFill({ provider, execId, code, side, quantity, price, oursTime, theirsTime }: EqualFillRow): EqualFill {
  return {
    ...{ provider, trade: execId, code, side },
    show_code: CATALOGUE.find((one) => one.code === code)?.showCode ?? code,
    ...{ quantity: formatFixedShort(quantity), price: formatFixedShort(price), ours_time: oursTime, theirs_time: theirsTime },
  }
}
