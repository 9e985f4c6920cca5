/**
 * The company is the first column of every key of a company's table, and of every reference to one: so rows of one company can be told
 * from all others by any key, and a database that shards by the company (docs/scale.md) never has to ask two of its parts.
 */
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase } from '../../tests/fixtures/test-database'
import { type Database, queryRows } from './open-database'

interface Key extends Record<string, unknown> {
  readonly table: string
  readonly name: string
  readonly columns: string
}

/** Keys of companies' tables that begin with something else, and why. */
const OTHER_KEYS: Readonly<Record<string, string>> = {
  'cover_fill.cover_fill_change (provider,provider_order_id,exec_id,fill_exec_id,change)':
    'a provider numbers what it reports for the house',
  'outbox.outbox_pkey (id)': 'one queue of all companies, carried away in its order and then deleted',
  'provider_copy.provider_copy_provider_provider_order_id_exec_id_pk (provider,provider_order_id,exec_id)':
    'a provider numbers what it reports for the house',
  'provider_order.provider_order_pkey (id)': 'the house gives its orders their numbers, and a provider names them without the company',
  'provider_report.provider_report_provider_provider_order_id_exec_id_pk (provider,provider_order_id,exec_id)':
    'a provider numbers what it reports for the house',
  'session.session_pkey (token_hash)': 'asked for before anybody knows the company: the session says which it is',
  'socket_ticket.socket_ticket_pkey (ticket_hash)': 'asked for before anybody knows the company: the ticket says which it is',
}
/** References between companies' tables that do not carry the company, and why. */
const OTHER_REFERENCES: Readonly<Record<string, string>> = {
  'cover_fill.provider → provider_report': 'a fill is booked from a report, which has the number that its provider gave it',
}
/** Tables that belong to no company, and why. */
const NO_COMPANYS: Readonly<Record<string, string>> = {
  budget: 'counts of keyed hashes, of addresses too',
  candle: 'the market: all companies trade on the same prices',
  cluster_node: 'this installation',
  data_folder: 'this installation',
  fix_message: 'lines to providers and sources are the house’s',
  fix_session: 'lines to providers and sources are the house’s',
  id_secret: 'this installation',
  lease: 'this installation',
  market_state: 'the market',
  operator: 'an operator may work for several companies',
  operator_session: 'an operator may work for several companies',
  price_minute: 'the market',
  price_second: 'the market',
  provider_copy_line: 'lines to providers and sources are the house’s',
  schema_floor: 'this installation',
  tick_log: 'the market',
}

let database: Database
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

const COMPANYS = sql`select table_name from information_schema.columns where table_schema = 'public' and column_name = 'tenant_id'`

describe('the company comes first', () => {
  test('in every primary key and unique index of its tables', async () => {
    const keys = await database.system((tx) =>
      queryRows<Key>(
        tx,
        sql`select c.relname as table, k.relname as name,
              (select string_agg(coalesce(a.attname, '(expression)'), ',' order by n.at)
               from unnest(i.indkey::int[]) with ordinality as n(number, at)
               left join pg_attribute a on a.attrelid = c.oid and a.attnum = n.number) as columns
            from pg_index i join pg_class c on c.oid = i.indrelid join pg_class k on k.oid = i.indexrelid
            where c.relnamespace = 'public'::regnamespace and i.indisunique and c.relname in (${COMPANYS})
            order by 1, 2`,
      ),
    )
    expect(keys.length).toBeGreaterThan(50)
    const others = keys.filter(({ columns }) => columns.split(',')[0] !== 'tenant_id')
    expect(others.map(({ table, name, columns }) => `${table}.${name} (${columns})`)).toEqual(Object.keys(OTHER_KEYS))
  })

  test('in every reference between its tables, on both sides', async () => {
    const references = await database.system((tx) =>
      queryRows<Key & { to: string; there: string }>(
        tx,
        sql`select o.conrelid::regclass::text as table, o.conname as name, o.confrelid::regclass::text as to,
              (select a.attname from pg_attribute a where a.attrelid = o.conrelid and a.attnum = o.conkey[1]) as columns,
              (select a.attname from pg_attribute a where a.attrelid = o.confrelid and a.attnum = o.confkey[1]) as there
            from pg_constraint o
            where o.contype = 'f' and (o.conrelid::regclass::text in (${COMPANYS}) or o.confrelid::regclass::text in (${COMPANYS}))
            order by 1, 2`,
      ),
    )
    expect(references.length).toBeGreaterThan(20)
    const others = references.filter(({ columns, there }) => columns !== 'tenant_id' || there !== 'tenant_id')
    expect(others.map(({ table, to, columns }) => `${table}.${columns} → ${to}`)).toEqual(Object.keys(OTHER_REFERENCES))
  })

  test('tables that belong to no company are the ones that are known', async () => {
    const tables = await database.system((tx) =>
      queryRows<{ name: string }>(
        tx,
        sql`select relname as name from pg_class
            where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not in (${COMPANYS}) order by 1`,
      ),
    )
    expect(tables.map(({ name }) => name)).toEqual(Object.keys(NO_COMPANYS))
  })
})
