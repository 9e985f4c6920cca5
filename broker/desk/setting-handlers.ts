/**
 * The desk's calls about settings: read, wish, agree.
 *
 * Invariants: what touches money or rules is written only here, in the transaction that marks the wish as agreed to by a second
 * operator, and only while the value is what it was when the wish was made; all changes of a company stand behind one lock, so none
 * is laid over another's ground. What takes effect is laid into the directory after the commit and never before.
 */
import { and, eq, ne, sql } from 'drizzle-orm'
import type {
  decideSettingChange,
  getSettings,
  listSettingChanges,
  requestSettingChange,
  SettingChange,
  SettingValue,
} from '../../contract/desk/settings'
import type { AuditAction } from '../audit-trail/audit-actions'
import { badCursor, done, refused } from '../calls/handler'
import type { Tx } from '../db/open-database'
import { countRows, readPage } from '../db/read-page'
import { settingChange } from '../db/schema'
import { noteFact } from '../log/note-fact'
import { canonicalText, sha256Hex } from '../receipts/canonical-json'
import { instrumentSetting } from '../settings/instrument-settings'
import {
  baseKey,
  instrumentKey,
  laySettings,
  type SettingGround,
  storedSettings,
  storeSetting,
  tenantAsStored,
} from '../settings/tenant-settings'
import { countPositions } from '../terms/change-terms'
import type { DeskCall, DeskHandler, SomeDeskHandlers } from './desk-handler'
import { operatorActor } from './desk-handler'
import type { DeskServices } from './desk-services'
import { baseInForce, isSameValue, type Judge, judgeChange, presentValue } from './judge-setting'
import { recordDeskEvent } from './record-desk-event'
import { accountRows, currencyRows, networkRows, type RowArea, writeRow } from './setting-rows'

type SettingServices = Pick<DeskServices, 'texts' | 'market' | 'directory' | 'database' | 'logger' | 'terms' | 'bus'>

/** Any number; with the company's own it keeps two changes of a company apart. */
const SETTINGS_LOCK = 7_236_118

type ChangeRow = typeof settingChange.$inferSelect
type AnyCall = Pick<DeskCall<typeof getSettings>, 'tx' | 'tenant' | 'language'>
type WriteCall = DeskCall<typeof requestSettingChange> | DeskCall<typeof decideSettingChange>
type Place = Pick<ChangeRow, 'area' | 'target'>

export function settingHandlers(services: SettingServices) {
  return {
    getSettings: readHandler(services),
    listSettingChanges: listHandler(services),
    requestSettingChange: requestHandler(services),
    decideSettingChange: decideHandler(services),
  } satisfies SomeDeskHandlers
}

function readHandler(services: SettingServices): DeskHandler<typeof getSettings> {
  return async (call) => {
    const { tx } = call
    const { tenant, instruments } = await judgeOf(services, call)
    const stamped = <Value extends object>(row: { id: bigint; createdAt: number; updatedAt: number; value: Value }) => ({
      id: row.id.toString(),
      created_at: row.createdAt,
      updated_at: row.updatedAt,
      ...row.value,
    })
    const waiting = await tx.select().from(settingChange).where(eq(settingChange.status, 'waiting'))
    return done({
      networks: (await networkRows(tx)).map(stamped),
      accounts: (await accountRows(tx)).map(stamped),
      currencies: (await currencyRows(tx)).map(stamped),
      base: baseInForce(tenant),
      instruments: instruments.map((instrument) => instrumentSetting(tenant, instrument)),
      link_hosts: [...tenant.linkHosts],
      fee_type: tenant.trading.feeType,
      waiting: waiting.map(({ area, target }) => `${area}/${target ?? ''}`),
    })
  }
}

function listHandler(services: SettingServices): DeskHandler<typeof listSettingChanges> {
  return async (call) => {
    const { tx, tenant, input, operator } = call
    const isWaiting = input.status === 'waiting'
    const where = and(
      eq(settingChange.tenantId, tenant.id),
      isWaiting ? eq(settingChange.status, 'waiting') : ne(settingChange.status, 'waiting'),
    )
    const question = { list: `changes-${input.status}`, where, by: [settingChange.id], isAscending: isWaiting }
    const page = await readPage(tx, settingChange, question, input)
    if (page === undefined) return badCursor()
    const { rows, next } = page
    const total = await countRows(tx, { from: settingChange, where })
    const judge = await judgeOf(services, call)
    const data: SettingChange[] = []
    for (const row of rows) {
      const reached = await affectedPositions(call, row)
      data.push({ ...wireChange(row, operatorActor(operator)), is_stale: await isStale(judge, row), affected_positions: reached })
    }
    return done({ data, total, next })
  }
}

function requestHandler(services: SettingServices): DeskHandler<typeof requestSettingChange> {
  return async (call) => {
    const { tx, tenant, input, operator, now } = call
    if (input.reason === '') return refused('DESK_REASON_REQUIRED')
    await lockSettings(tx, tenant.id)
    const place: Place = { area: input.area, target: input.target === undefined || input.target === '' ? null : input.target }
    const judge = await judgeOf(services, call)
    const change = await judgeChange(judge, place, readJson(input.value))
    if (!change.ok) return change
    const { before, after } = change.data
    const seen = input.seen === undefined ? undefined : readJson(input.seen)
    if (seen !== undefined && !isSameValue(seen as SettingValue | null, before)) return refused('DESK_CHANGE_STALE')
    if (isSameValue(before, after)) return refused('DESK_VALUE_INVALID', nothingChanges(judge))
    if (place.area === 'base' && place.target === 'support') {
      await applyChange(services, call, place, after)
      await recordDeskEvent(call, {
        action: 'setting.changed',
        object: `tenant_setting:${baseKey('support')}`,
        reason: input.reason,
        ...auditChange(before, after),
      })
      return done({ id: '', status: 'applied' as const })
    }
    const [row] = await tx
      .insert(settingChange)
      .values({
        tenantId: tenant.id,
        ...place,
        before,
        after,
        reason: input.reason,
        status: 'waiting',
        requestedBy: operatorActor(operator),
        requestedAt: now,
      })
      .returning({ id: settingChange.id })
    if (row === undefined) throw new Error('the wish was not written')
    await recordDeskEvent(call, {
      action: 'setting.requested',
      object: `setting_change:${row.id}`,
      reason: input.reason,
      ...auditChange(before, after, place),
    })
    return done({ id: row.id.toString(), status: 'waiting' as const })
  }
}

function decideHandler(services: SettingServices): DeskHandler<typeof decideSettingChange> {
  return async (call) => {
    const { tx, tenant, input, operator } = call
    if (!/^\d{1,18}$/.test(input.id)) return refused('NOT_FOUND')
    await lockSettings(tx, tenant.id)
    const [row] = await tx
      .select()
      .from(settingChange)
      .where(eq(settingChange.id, BigInt(input.id)))
      .for('update')
    if (row === undefined) return refused('NOT_FOUND')
    if (row.status !== 'waiting') return refused('DESK_ALREADY_DECIDED', { by: nameOf(row.decidedBy) })
    if (input.decision === 'refuse') {
      if (input.reason === undefined || input.reason === '') return refused('DESK_REASON_REQUIRED')
      await decide(call, row, 'refused')
      await recordDeskEvent(call, decidedEvent('setting.refused', row, input.reason))
      return done({ status: 'refused' as const })
    }
    if (row.requestedBy === operatorActor(operator)) return refused('DESK_SAME_PERSON')
    if (!(await call.stillMay(row.requestedBy))) return refused('DESK_CHANGE_STALE')
    const judge = await judgeOf(services, call)
    if (await isStale(judge, row)) return refused('DESK_CHANGE_STALE')
    const fits = await judgeChange(judge, row, changeable(row))
    if (!fits.ok) return fits
    const target = await applyChange(services, call, row, row.after as SettingValue)
    await decide(call, row, 'applied')
    await recordDeskEvent(call, decidedEvent('setting.applied', { ...row, target }, input.reason))
    return done({ status: 'applied' as const })
  }
}

/** Writes the value and has the directory follow once it is committed. The row's id, or the target as it was. */
async function applyChange(
  services: SettingServices,
  call: WriteCall,
  { area, target }: Place,
  after: SettingValue,
): Promise<string | null> {
  const { tx, tenant, now, afterCommit, inDoubt } = call
  await noteSetting(call, { area, target }, after)
  if (area !== 'base' && area !== 'instrument') {
    const id = await writeRow(tx, { tenantId: tenant.id, area, id: target === null ? null : BigInt(target), now }, after)
    return id.toString()
  }
  const key = area === 'base' ? `base.${target}` : instrumentKey(target ?? '')
  await storeSetting(tx, tenant.id, key, after, now)
  const stored = await storedSettings(tx)
  const ground = groundOf(services)
  // In the log before any order is opened on them.
  await services.terms.noteChange(tx, await tenantAsStored(ground, tx, tenant), now)
  afterCommit(() => {
    services.terms.changed(tenant.id)
    laySettings(ground, tenant.id, stored)
    services.bus.tell('settings', { tenantId: tenant.id })
  })
  // Nobody knows whether it was committed: what the store holds is what is laid.
  inDoubt(() => {
    services.terms.changed(tenant.id)
    services.bus.tell('settings', { tenantId: tenant.id })
    services.database.withTenant(tenant.id, storedSettings).then(
      (present) => laySettings(ground, tenant.id, present),
      (error: unknown) => services.logger.error({ err: error }, 'the settings of a company could not be read again'),
    )
  })
  return target
}

/** What a setting says of the terms is published; what it says of how the house guards itself is known by its hash alone. */
async function noteSetting({ tx, tenant, now }: WriteCall, { area, target }: Place, after: SettingValue): Promise<void> {
  const isOfTerms = area === 'instrument' || area === 'withdraw_currency' || (area === 'base' && target === 'trading')
  const document = canonicalText({ kind: 'settings', area, target, value: after, at: now })
  const hash = Buffer.from(sha256Hex(document), 'hex')
  await noteFact(tx, tenant.id, { kind: 'settings', hash, at: now, ...(isOfTerms ? { document } : {}) })
}

async function decide(
  { tx, tenant, operator, now }: DeskCall<typeof decideSettingChange>,
  { id }: ChangeRow,
  status: 'applied' | 'refused',
) {
  await tx
    .update(settingChange)
    .set({ status, decidedBy: operatorActor(operator), decidedAt: now })
    .where(and(eq(settingChange.tenantId, tenant.id), eq(settingChange.id, id)))
}

/** A new row is stale when its place has been taken meanwhile: that is found when it is judged again. */
async function isStale(judge: Judge, row: ChangeRow): Promise<boolean> {
  if (row.status !== 'waiting') return false
  const present = await presentValue(judge, row)
  return !present.ok || !isSameValue(present.data, row.before as SettingValue | null)
}

/** A spread is part of the price at which a position is closed; whatever else the desk sets, a position keeps from its opening or never meets. */
async function affectedPositions({ tx, tenant }: AnyCall, { status, area, target, before, after }: ChangeRow): Promise<number | null> {
  if (status !== 'waiting' || area !== 'instrument' || target === null) return null
  const [old, wished] = [before as SettingValue | null, after as SettingValue]
  return old?.spread === wished.spread ? null : countPositions(tx, tenant.id, target)
}

/** What of the wished value a form would send: of a row that is there, its other fields are as they were. */
function changeable({ area, target, after }: ChangeRow): unknown {
  const value = after as SettingValue
  if (target === null || area === 'base' || area === 'instrument' || area === 'collection_account') return value
  const { active, feeType, drawRate, usdPrice } = value
  return (area satisfies RowArea) === 'deposit_network' ? { active } : { active, feeType, drawRate, usdPrice }
}

function decidedEvent(action: AuditAction, row: ChangeRow, reason: string | undefined) {
  return {
    action,
    object: `setting_change:${row.id}`,
    reason: reason === '' ? undefined : reason,
    ...auditChange(row.before as SettingValue | null, row.after as SettingValue, row),
  }
}

/** Only what changes, with the place it changes. */
function auditChange(before: SettingValue | null, after: SettingValue, place?: Place) {
  const keys = Object.keys(after).filter((key) => before === null || JSON.stringify(before[key]) !== JSON.stringify(after[key]))
  const pick = (value: SettingValue) => Object.fromEntries(keys.map((key) => [key, value[key]]))
  const where = place === undefined ? {} : { area: place.area, target: place.target ?? '' }
  return { ...(before === null ? {} : { before: { ...where, ...pick(before) } }), after: { ...where, ...pick(after) } }
}

function wireChange(row: ChangeRow, actor: string): Omit<SettingChange, 'is_stale' | 'affected_positions'> {
  return {
    id: row.id.toString(),
    area: row.area,
    target: row.target ?? '',
    before: row.before as SettingValue | null,
    after: row.after as SettingValue,
    reason: row.reason,
    status: row.status,
    requested_by: nameOf(row.requestedBy),
    requested_at: row.requestedAt,
    decided_by: nameOf(row.decidedBy),
    decided_at: row.decidedAt,
    is_own: row.requestedBy === actor,
  }
}

/** With the company as it is stored: behind the lock that is what the change before this one has left. */
async function judgeOf(services: SettingServices, { tx, tenant, language }: AnyCall): Promise<Judge> {
  const ground = groundOf(services)
  return { tx, language, texts: services.texts, instruments: ground.instruments, tenant: await tenantAsStored(ground, tx, tenant) }
}

function groundOf({ market, directory, logger }: SettingServices): SettingGround {
  return { instruments: market.instruments(), directory, logger }
}

async function lockSettings(tx: Tx, tenantId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(${SETTINGS_LOCK}, hashtext(${tenantId}))`)
}

function nothingChanges({ texts, language }: Judge): Record<string, string> {
  return { field: 'value', reason: texts.text(language, 'settingProblem.nothingChanges') }
}

/** What cannot be read is no value; its form is refused with the rest. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Names without the kind of actor: an operator's own name is how their colleagues know them. */
function nameOf(actor: string | null): string {
  return (actor ?? '').replace(/^operator:/, '')
}
