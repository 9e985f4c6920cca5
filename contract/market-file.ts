/**
 * Where the prices of the instruments come from: `market.json` in the folder of the brands. Strict: a key that is not known stops
 * the entry it stands in, and no other. No secret stands in it: a password is the name of an environment variable.
 *
 * Every field says what it is for; docs/market-file.md is written from that.
 */
import { z } from 'zod'
import { InstrumentCode } from './tenant/places'

export const SourceName = z
  .string()
  .regex(/^[a-z][a-z0-9-]{0,31}$/, 'a source is named with up to 32 lower-case letters, digits and dashes')

const Percent = z
  .string()
  .regex(/^\d{1,2}(\.\d{1,4})?$/, 'a percentage is written like "0.25", with at most four decimals')
  .refine((text) => Number(text) > 0, 'a percentage is above zero')

const SimulatedSource = z.strictObject({
  kind: z.literal('simulated'),
  seed: z.number().int().min(0).max(999_999_999).default(1).describe('The same seed gives the same market'),
})

const ReplaySource = z.strictObject({
  kind: z.literal('replay'),
  directory: z.string().min(1).max(1_000).describe('Folder of the recording; from the folder of this file where it is not absolute'),
  speed: z.number().min(1).max(100).default(1).describe('How many times as fast as it was recorded'),
  from: z.string().max(40).optional().describe('Where it begins to play: HH:MM of its first day in UTC, or an ISO time'),
})

export const MarketSource = z.discriminatedUnion('kind', [SimulatedSource, ReplaySource])
export type MarketSource = z.infer<typeof MarketSource>

export const PricedInstrument = z.strictObject({
  sources: z
    .array(SourceName)
    .min(1)
    .max(8)
    .refine((names) => new Set(names).size === names.length, 'a source is named twice')
    .describe('Who is asked, the most preferred first'),
  decimals: z
    .number()
    .int()
    .min(0)
    .max(8)
    .optional()
    .describe("Decimals of a price; the catalogue's when absent. A finer price is refused"),
  quietAfterMs: z.number().int().min(100).max(60_000).default(800).describe('A source that is silent for so long is left for the next one'),
  returnAfterMs: z.number().int().min(0).max(600_000).default(5_000).describe('A preferred source is taken again when it has held so long'),
  spikePercent: Percent.optional().describe(
    "A jump of more is held back unless the others show it; a third of the catalogue's band when absent",
  ),
  disagreementPercent: Percent.optional().describe(
    "Sources further apart are not of one market: the instrument takes no new orders; a fifteenth of the catalogue's band when absent",
  ),
})
export type PricedInstrument = z.infer<typeof PricedInstrument>

/** The outer form; each entry is judged by itself, so that one that is wrong stops no other. */
export const MarketFileForm = z.strictObject({
  $schema: z.string().max(300).optional().describe('Lets editors complete the file: market.schema.json'),
  sources: z.record(z.string(), z.unknown()).describe('By a name that you choose; it stands on receipts and pages'),
  instruments: z.record(z.string(), z.unknown()).describe('By code; only these are offered, to each company those of its own list'),
})

/** The whole, for editors and docs. */
export const MarketFile = MarketFileForm.extend({
  sources: z.record(SourceName, MarketSource).describe('By a name that you choose; it stands on receipts and pages'),
  instruments: z
    .record(InstrumentCode, PricedInstrument)
    .describe('By code; only these are offered, to each company those of its own list'),
})
