/**
 * The contract's zod schemas as JSON Schema (2020-12). Shared shapes get a name and are written once, under
 * `#/components/schemas/`; everything else stands where it is used.
 */
import { z } from 'zod'
import { BrokerStatement, Company } from '../companies'
import { Candle, Category, Instrument, Quotations } from '../market'
import { NewsItem } from '../news'
import { AccountFigures, LoggedTick, Order, Receipt } from '../orders'
import { TraderSession } from '../sessions'
import { ClosedPush, DayMarketRow, ListedNoticePush, MarginCallPush } from '../socket'
import { RankingEntry, SignedIn, Trader } from '../users'
import { AccountRecord, Notice } from '../wallet'

const NAMED = {
  AccountFigures,
  AccountRecord,
  BrokerStatement,
  Candle,
  Category,
  ClosedPush,
  Company,
  DayMarketRow,
  Instrument,
  ListedNoticePush,
  LoggedTick,
  MarginCallPush,
  NewsItem,
  Notice,
  Order,
  Quotations,
  RankingEntry,
  Receipt,
  SignedIn,
  Trader,
  TraderSession,
} as const satisfies Record<string, z.ZodType>

export type JsonSchema = { readonly [key: string]: unknown }

const names = z.registry<{ id: string }>()
for (const [id, schema] of Object.entries(NAMED)) names.add(schema, { id })

const COMPONENTS = '#/components/schemas/'

/** Every named shape, as a broker sends it. */
export function namedSchemas(): Record<string, JsonSchema> {
  const { schemas } = z.toJSONSchema(names, { io: 'output', uri: (id) => `${COMPONENTS}${id}`, override: simplify })
  return Object.fromEntries(Object.entries(schemas).map(([id, schema]) => [id, standing(schema)]))
}

/** `input`: what a client may send; `output`: what a broker answers. A named shape is a reference to its component. */
export function jsonSchemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const name = names.get(schema)?.id
  return name === undefined
    ? standing(z.toJSONSchema(schema, { io, metadata: names, override: simplify }))
    : { $ref: `${COMPONENTS}${name}` }
}

/** A newer broker may send more than this contract knows; and that a number is safe in JavaScript is nobody else's business. */
function simplify({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/** Without what only a free-standing schema has; its references lead to the document's components. */
function standing(schema: object): JsonSchema {
  const { $schema: _schema, $id: _address, id: _id, $defs: _definitions, ...rest } = schema as Record<string, unknown>
  return JSON.parse(JSON.stringify(rest).replaceAll('"#/$defs/', `"${COMPONENTS}`)) as JsonSchema
}
