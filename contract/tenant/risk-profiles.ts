/**
 * Leverage by class of instrument, as a ready-made choice. `eu-retail` are the limits for retail clients in the European Union
 * (ESMA decision (EU) 2018/796, article 2, and the national measures after it; the margin close-out at 50 % is a bound of every
 * company).
 *
 * Invariant: a profile only ever takes leverage away. The broker applies it to what it offers and to what it accepts
 * (broker/market/instrument-terms.ts), so the ticket and the server cannot disagree.
 */
import { z } from 'zod'

export const RISK_CLASSES = ['major-fx', 'minor-fx', 'gold', 'major-index', 'minor-index', 'commodity', 'crypto'] as const
export type RiskClass = (typeof RISK_CLASSES)[number]

/** Highest leverage of each class; null: the catalogue's own. */
export const RISK_PROFILES = {
  standard: null,
  'eu-retail': { 'major-fx': 30, 'minor-fx': 20, gold: 20, 'major-index': 20, 'minor-index': 10, commodity: 10, crypto: 2 },
  cautious: { 'major-fx': 10, 'minor-fx': 10, gold: 10, 'major-index': 10, 'minor-index': 5, commodity: 5, crypto: 2 },
} as const satisfies Record<string, Readonly<Record<RiskClass, number>> | null>

export const RiskProfile = z.enum(['standard', 'eu-retail', 'cautious'])
export type RiskProfile = z.infer<typeof RiskProfile>
