/**
 * Deposit networks, bank accounts and payout currencies as rows of the desk: read as flat values, added, changed.
 *
 * Invariant: a row is never deleted, and what others lean on is never rewritten: of a network only whether it is offered, of a payout
 * currency only its fee and rate. What traders have submitted holds copies and does not move with any of it.
 */
import { and, asc, eq } from 'drizzle-orm'
import type { SettingArea } from '../../contract/desk/setting-values'
import type { SettingValue } from '../../contract/desk/settings'
import type { CollectionAccountValue, DepositNetworkValue, WithdrawCurrencyValue } from '../../contract/money-places'
import { formatFixedShort, parseFixed } from '../../rules/decimal'
import type { Tx } from '../db/open-database'
import { collectionAccount, depositNetwork, withdrawCurrency } from '../db/schema'

export type RowArea = Exclude<SettingArea, 'base' | 'instrument'>
type Active<Value> = Value & { readonly active: boolean }
export type NetworkRow = Active<DepositNetworkValue>
export type AccountRow = Active<CollectionAccountValue>
type CurrencyRow = Active<WithdrawCurrencyValue>

interface Stamped<Value> {
  readonly id: bigint
  readonly createdAt: number
  readonly updatedAt: number
  readonly value: Value
}

const PAYOUT_TYPES = ['coin', 'bank'] as const

export async function networkRows(tx: Tx): Promise<Stamped<NetworkRow>[]> {
  const rows = await tx.select().from(depositNetwork).orderBy(asc(depositNetwork.id))
  return rows.map(({ id, createdAt, updatedAt, currencyCode, protocolCode, address, isActive }) => ({
    id,
    createdAt,
    updatedAt,
    value: { currency: currencyCode as 'USDT', protocol: protocolCode as NetworkRow['protocol'], address, active: isActive },
  }))
}

export async function accountRows(tx: Tx): Promise<Stamped<AccountRow>[]> {
  const rows = await tx.select().from(collectionAccount).orderBy(asc(collectionAccount.id))
  return rows.map(({ id, createdAt, updatedAt, isActive, usdtRate, tenantId: _tenantId, ...value }) => ({
    id,
    createdAt,
    updatedAt,
    value: { ...value, usdtRate: formatFixedShort(usdtRate), active: isActive },
  }))
}

export async function currencyRows(tx: Tx): Promise<Stamped<CurrencyRow>[]> {
  const rows = await tx.select().from(withdrawCurrency).orderBy(asc(withdrawCurrency.id))
  return rows.map(({ id, createdAt, updatedAt, isActive, type, code, protocol, feeType, drawRate, usdPrice }) => ({
    id,
    createdAt,
    updatedAt,
    value: {
      type: PAYOUT_TYPES[type - 1] ?? 'coin',
      code,
      protocol,
      feeType,
      drawRate: formatFixedShort(drawRate),
      usdPrice: formatFixedShort(usdPrice),
      active: isActive,
    },
  }))
}

export async function rowsOf(tx: Tx, area: RowArea): Promise<Stamped<SettingValue>[]> {
  if (area === 'deposit_network') return networkRows(tx)
  return area === 'collection_account' ? accountRows(tx) : currencyRows(tx)
}

/** True when a row of the kind stands for the same place already, whether or not it is offered. */
export function isSamePlace(area: RowArea, one: SettingValue, other: SettingValue): boolean {
  const keys = {
    deposit_network: ['protocol', 'address'],
    collection_account: ['coin', 'payeeAccount'],
    withdraw_currency: ['type', 'code', 'protocol'],
  }[area]
  return keys.every((key) => String(one[key]).toLowerCase() === String(other[key]).toLowerCase())
}

/** Adds a row, or writes what can be changed of one. The id of the row. */
export async function writeRow(
  tx: Tx,
  { tenantId, area, id, now }: { readonly tenantId: string; readonly area: RowArea; readonly id: bigint | null; readonly now: number },
  value: SettingValue,
): Promise<bigint> {
  const added = { tenantId, createdAt: now }
  const stamp = { isActive: value.active === true, updatedAt: now }
  if (area === 'deposit_network') {
    const { currency, protocol, address } = value as NetworkRow
    const rows =
      id === null
        ? await tx
            .insert(depositNetwork)
            .values({ ...added, ...stamp, currencyCode: currency, protocolCode: protocol, address })
            .returning({ id: depositNetwork.id })
        : await tx
            .update(depositNetwork)
            .set(stamp)
            .where(ownRow(depositNetwork, tenantId, id))
            .returning({ id: depositNetwork.id })
    return idOf(rows)
  }
  if (area === 'collection_account') {
    const { active: _active, usdtRate, ...texts } = value as AccountRow
    const account = { ...stamp, ...texts, usdtRate: parseFixed(usdtRate) }
    const rows =
      id === null
        ? await tx
            .insert(collectionAccount)
            .values({ ...added, ...account })
            .returning({ id: collectionAccount.id })
        : await tx
            .update(collectionAccount)
            .set(account)
            .where(ownRow(collectionAccount, tenantId, id))
            .returning({ id: collectionAccount.id })
    return idOf(rows)
  }
  const { type, code, protocol, feeType, drawRate, usdPrice } = value as CurrencyRow
  const terms = { ...stamp, feeType, drawRate: parseFixed(drawRate), usdPrice: parseFixed(usdPrice) }
  const rows =
    id === null
      ? await tx
          .insert(withdrawCurrency)
          .values({ ...added, ...terms, type: PAYOUT_TYPES.indexOf(type) + 1, code, protocol })
          .returning({ id: withdrawCurrency.id })
      : await tx
          .update(withdrawCurrency)
          .set(terms)
          .where(ownRow(withdrawCurrency, tenantId, id))
          .returning({ id: withdrawCurrency.id })
  return idOf(rows)
}

type RowTable = typeof depositNetwork | typeof collectionAccount | typeof withdrawCurrency

function ownRow(table: RowTable, tenantId: string, id: bigint) {
  return and(eq(table.tenantId, tenantId), eq(table.id, id))
}

function idOf(rows: readonly { readonly id: bigint }[]): bigint {
  const [row] = rows
  if (row === undefined) throw new Error('the row of a setting is gone')
  return row.id
}
