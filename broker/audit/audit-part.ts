/**
 * An audit in parts that stand for themselves, so that several connections can look at them at one moment and an audit that was
 * interrupted can go on: accounts and links of the chains by the hundred, and what one statement asks of all rows.
 *
 * Invariant: together the parts cover every row, whatever was deleted: they are cut at ids, and each reaches up to the next cut.
 */
import { type SQL, sql } from 'drizzle-orm'
import { DAY_MS } from '../../rules/durations'
import { formatAmount } from '../../rules/money'
import { queryRows, type Tx } from '../db/open-database'
import { type AccountRows, readAccounts } from './account-rows'
import { checkLinks, type SealedPart } from './check-chain'
import { checkCover } from './check-cover'
import { checkFunding } from './check-funding'
import { checkLog } from './check-log'
import { checkMoney } from './check-money'
import { checkOrders } from './check-orders'
import { checkPrices } from './check-prices'
import { checkReceipts, type ReceiptTerms, sumOf } from './check-receipts'
import { checkReconciliation } from './check-reconciliation'
import { checkReferences } from './check-references'
import { checkSolvency } from './check-solvency'
import { checkSums } from './check-sums'
import { Findings, type FindingsPart } from './findings'

export type AuditPart =
  | { readonly kind: 'sums' | 'references' | 'money' | 'cover' }
  /** The public log of a company, or what it owes. */
  | { readonly kind: 'log' | 'solvency'; readonly tenantId: string }
  /** Traders with ids above `after`, up to and including `upTo`; `state` is another one when any of their accounts has moved. */
  | { readonly kind: 'accounts'; readonly tenantId: string; readonly after: string; readonly upTo: string; readonly state: string }
  /** Minutes of prices, and facts of them, from `from`, before `before`; Unix milliseconds. */
  | { readonly kind: 'prices'; readonly from: number; readonly before: number }
  /** Links behind the link `after`, up to and including `upTo`. */
  | { readonly kind: 'links'; readonly tenantId: string; readonly after: number; readonly upTo: number }

/** What came of a part, as plain JSON. */
export interface PartResult extends FindingsPart {
  /** Of links: what they seal. */
  readonly sealed?: SealedPart
}

/** Parts that are worth keeping when an audit is interrupted have names; the others take no time. */
export function nameOf(part: AuditPart): string | null {
  if (part.kind === 'accounts') return `accounts ${part.tenantId} ${part.after} ${part.upTo} ${part.state}`
  if (part.kind === 'prices') return `prices ${part.from} ${part.before}`
  return part.kind === 'links' ? `links ${part.tenantId} ${part.after} ${part.upTo}` : null
}

const DAY_SQL = sql.raw(String(DAY_MS))
const ACCOUNTS_A_PART = 100
const LINKS_A_PART = 100

/** In the order in which their findings are told. */
export async function listParts(tx: Tx): Promise<AuditPart[]> {
  const accounts = await listAccountParts(tx)
  const links = await cuts(tx, LINKS, LINKS_A_PART)
  const logs = await queryRows<{ tenant_id: string }>(
    tx,
    sql`select tenant_id from company_log union select tenant_id from log_entry order by 1`,
  )
  const owing = await queryRows<{ tenant_id: string }>(tx, sql`select distinct tenant_id from solvency_hour order by 1`)
  const days = await queryRows<{ day: string }>(
    tx,
    sql`select (minute / ${DAY_SQL})::text as day from price_minute
        union select (created_at / ${DAY_SQL})::text from log_fact where kind = 'prices' order by 1`,
  )
  return [
    { kind: 'sums' },
    { kind: 'references' },
    { kind: 'money' },
    { kind: 'cover' },
    ...logs.map(({ tenant_id: tenantId }) => ({ kind: 'log', tenantId }) as const),
    ...owing.map(({ tenant_id: tenantId }) => ({ kind: 'solvency', tenantId }) as const),
    ...days.map(({ day }) => ({ kind: 'prices', from: Number(day) * DAY_MS, before: (Number(day) + 1) * DAY_MS }) as const),
    ...accounts,
    ...links.map(({ tenantId, after, upTo }) => ({ kind: 'links', tenantId, after: Number(after), upTo: Number(upTo) }) as const),
  ]
}

/** Together all traders of all companies. */
export async function listAccountParts(tx: Tx): Promise<Extract<AuditPart, { kind: 'accounts' }>[]> {
  return (await cuts(tx, ACCOUNTS, ACCOUNTS_A_PART)).map((cut) => ({ kind: 'accounts', ...cut }) as const)
}

/** An account's version grows with whatever happens to it. */
const ACCOUNTS = sql`select t.tenant_id, t.id as at, coalesce(a.version, 0) as version from trader t
  left join trading_account a on a.tenant_id = t.tenant_id and a.trader_id = t.id`
const LINKS = sql`select tenant_id, seq as at, 0 as version from audit_link`

interface Cut {
  readonly tenantId: string
  readonly after: string
  readonly upTo: string
  /** Of the rows up to the cut. */
  readonly state: string
}

async function cuts(tx: Tx, rows: SQL, size: number): Promise<Cut[]> {
  const found = await queryRows<{ tenant_id: string; at: string; state: string }>(
    tx,
    sql`select n.tenant_id, n.at::text, n.state::text from (
          select tenant_id, at, row_number() over own as place, lead(at) over own is null as is_last, sum(version) over own as state
          from (${rows}) as r window own as (partition by tenant_id order by at)
        ) as n where n.place % ${sql.raw(String(size))} = 0 or n.is_last order by n.tenant_id, n.at`,
  )
  return found.map(({ tenant_id: tenantId, at, state }, index) => {
    const before = found[index - 1]
    const isFirst = before?.tenant_id !== tenantId
    return {
      tenantId,
      after: isFirst ? '0' : (before?.at ?? '0'),
      upTo: at,
      state: String(BigInt(state) - (isFirst ? 0n : BigInt(before?.state ?? 0))),
    }
  })
}

export async function lookAtPart(tx: Tx, part: AuditPart, terms: ReceiptTerms): Promise<PartResult> {
  const findings = new Findings()
  if (part.kind === 'links') {
    const sealed = await checkLinks(tx, part, findings)
    return { ...findings.part(), sealed }
  }
  if (part.kind === 'accounts') {
    for (const rows of await readAccounts(tx, part)) {
      const read = checkReceipts(rows, terms, findings)
      checkOrders(rows, read, terms, findings)
      checkFunding(rows, read, findings)
      replayEntries(rows, findings)
    }
  } else if (part.kind === 'sums') await checkSums(tx, findings)
  else if (part.kind === 'references') await checkReferences(tx, findings)
  else if (part.kind === 'money') await checkMoney(tx, findings)
  else if (part.kind === 'solvency') await checkSolvency(tx, part.tenantId, findings)
  else if (part.kind === 'prices') await checkPrices(tx, part, findings)
  else if (part.kind === 'log') await checkLog(tx, part.tenantId, findings)
  else {
    await checkCover(tx, findings)
    await checkReconciliation(tx, findings)
  }
  return findings.part()
}

/** I12: every entry of the account once more, from nothing. */
function replayEntries({ tenantId, traderId, account, transactions }: AccountRows, findings: Findings): void {
  const sums = { balance: 0n, lockedMargin: 0n, lockedWithdrawal: 0n }
  for (const movement of transactions) {
    sums.balance += sumOf(movement, 'trader:available')
    sums.lockedMargin += sumOf(movement, 'trader:margin')
    sums.lockedWithdrawal += sumOf(movement, 'trader:withdrawal')
    findings.checked('I12', 'entries replayed', movement.entries.length)
  }
  findings.checked('I12', 'accounts')
  if (account === null) return
  for (const name of ['balance', 'lockedMargin', 'lockedWithdrawal'] as const) {
    if (account[name] === sums[name]) continue
    const row = { invariant: 'I12', table: 'trading_account', tenantId, id: String(traderId) } as const
    findings.broken({ ...row, expected: `${name} ${formatAmount(sums[name])}, replayed`, found: formatAmount(account[name]) })
  }
}
