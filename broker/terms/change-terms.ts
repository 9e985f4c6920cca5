/**
 * A company's terms are noted in its log before they are in force, and whoever holds positions that they reach is told.
 *
 * Invariants: leverage, margin and the fee of a position are those of its opening and stay. What a position meets later (spread and
 * mark-up at its close, nights, hours, the level of a stop-out) is what is in force then: so a change of it is a fact of its own, with how
 * many positions it reaches, and everybody who holds one has a notice, in the transaction that notes the terms.
 */
import { type SQL, sql } from 'drizzle-orm'
import { z } from 'zod'
import type { Tenant } from '../../contract/tenant'
import { queryRows, type Tx } from '../db/open-database'
import { literal, ORDER_STATUS } from '../db/statuses'
import { noteFact } from '../log/note-fact'
import type { Instrument } from '../market/instrument'
import { keepNotices } from '../notices/notices'
import { canonicalText, sha256Hex } from '../receipts/canonical-json'
import { termsDocument } from './terms-document'

/** What an open position meets after its opening, by its name in the document of the terms. */
const MET_LATER = ['spread', 'mark_up', 'overnight', 'calendar'] as const

const Terms = z.looseObject({ stop_out_level: z.string(), instruments: z.record(z.string(), z.record(z.string(), z.unknown())) })
type Terms = z.infer<typeof Terms>

interface TermsChange {
  /** Codes of those whose open positions meet other terms from now on. */
  readonly instruments: readonly string[]
  /** Null where it stays. */
  readonly stopOut: { readonly before: string; readonly after: string } | null
}

/** @returns the hash of the terms, which are in the log when the transaction is committed */
export async function noteTerms(tx: Tx, tenant: Tenant, instruments: readonly Instrument[], now: number): Promise<string> {
  const document = termsDocument(tenant, instruments)
  const hash = sha256Hex(document)
  const before = await newestTerms(tx, tenant.id)
  if (before?.hash === hash) return hash
  await noteFact(tx, tenant.id, { kind: 'terms', hash: Buffer.from(hash, 'hex'), document, at: now })
  if (before !== undefined) await announce(tx, tenant.id, changeBetween(before.document, document), now)
  return hash
}

async function newestTerms(tx: Tx, tenantId: string): Promise<{ hash: string; document: string } | undefined> {
  const [row] = await queryRows<{ hash: string; document: string }>(
    tx,
    sql`select hash, document from log_fact where tenant_id = ${tenantId} and kind = 'terms' order by id desc limit 1`,
  )
  return row
}

function changeBetween(before: string, after: string): TermsChange {
  const [old, present] = [before, after].map((text) => Terms.parse(JSON.parse(text))) as [Terms, Terms]
  const isMet = (code: string) => {
    const [one, other] = [old.instruments[code], present.instruments[code]]
    // What is no longer offered is closed on the terms that it had.
    return one !== undefined && other !== undefined && MET_LATER.some((name) => canonicalText(one[name]) !== canonicalText(other[name]))
  }
  const isSame = old.stop_out_level === present.stop_out_level
  return {
    instruments: Object.keys(present.instruments).filter(isMet),
    stopOut: isSame ? null : { before: old.stop_out_level, after: present.stop_out_level },
  }
}

async function announce(tx: Tx, tenantId: string, { instruments, stopOut }: TermsChange, now: number): Promise<void> {
  if (instruments.length === 0 && stopOut === null) return
  const ofInstruments = instruments.length === 0 ? [] : await holders(tx, tenantId, instruments)
  const ofAll = stopOut === null ? [] : await holders(tx, tenantId, null)
  const reached = stopOut === null ? ofInstruments : ofAll
  const document = canonicalText({
    kind: 'settings',
    area: 'terms',
    target: null,
    value: {
      instruments,
      stop_out_level: stopOut,
      affected_accounts: reached.length,
      affected_positions: reached.reduce((sum, { positions }) => sum + positions, 0),
    },
    at: now,
  })
  await noteFact(tx, tenantId, { kind: 'settings', hash: Buffer.from(sha256Hex(document), 'hex'), document, at: now })
  await keepNotices(tx, tenantId, {
    kind: 'terms-changed',
    now,
    told: ofInstruments.map(({ traderId, codes }) => ({ traderId, params: { instruments: codes.join(', ') } })),
  })
  if (stopOut === null) return
  await keepNotices(tx, tenantId, {
    kind: 'stop-out-changed',
    now,
    told: ofAll.map(({ traderId }) => ({ traderId, params: { ...stopOut } })),
  })
}

interface Holder {
  readonly traderId: string
  readonly positions: number
  readonly codes: readonly string[]
}

/** Who holds positions of these instruments, or any where none are named. */
async function holders(tx: Tx, tenantId: string, codes: readonly string[] | null): Promise<Holder[]> {
  const rows = await queryRows<{ trader_id: string; positions: string; codes: string }>(
    tx,
    sql`select trader_id::text, count(*)::text as positions, string_agg(distinct instrument_code, ',' order by instrument_code) as codes
        from trade_order where ${openPositions(tenantId, codes)} group by trader_id order by trader_id`,
  )
  return rows.map(({ trader_id: traderId, positions, codes: held }) => ({ traderId, positions: Number(positions), codes: held.split(',') }))
}

/** How many open positions the company's traders hold in an instrument. */
export async function countPositions(tx: Tx, tenantId: string, code: string): Promise<number> {
  const [row] = await queryRows<{ count: string }>(
    tx,
    sql`select count(*)::text as count from trade_order where ${openPositions(tenantId, [code])}`,
  )
  return Number(row?.count ?? 0)
}

function openPositions(tenantId: string, codes: readonly string[] | null): SQL {
  const own = sql`tenant_id = ${tenantId} and status = ${literal(ORDER_STATUS.holding)}`
  return codes === null ? own : sql`${own} and instrument_code = any(string_to_array(${codes.join(',')}, ','))`
}
