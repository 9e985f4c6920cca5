/**
 * What moves the simulated market: independent factors (the dollar, each currency, world equity, oil, crypto …), each with a
 * yearly volatility and the hours of the week in which it is lively. An asset is a sum of factors, an instrument its base
 * asset less its quote currency, so EUR/JPY always equals EUR/USD × USD/JPY and related markets move together.
 *
 * Invariant: a factor's weekly activity averages to 1, so its volatility is what the table says. Nothing here drifts.
 */
export type ActivityProfile = 'forex' | 'crypto' | 'us' | 'europe' | 'asia' | 'energy'

interface Factor {
  /** Standard deviation of a year's logarithmic return. */
  annualVolatility: number
  profile: ActivityProfile
}

interface Exposure {
  factor: string
  weight: number
}

const factor = (annualVolatility: number, profile: ActivityProfile): Factor => ({ annualVolatility, profile })

/** The factors are counted in logarithms; `dollar` rising means every other currency rises against it. */
export const FACTORS: Readonly<Record<string, Factor>> = {
  dollar: factor(0.05, 'forex'),
  eur: factor(0.045, 'forex'),
  gbp: factor(0.055, 'forex'),
  jpy: factor(0.085, 'forex'),
  aud: factor(0.075, 'forex'),
  nzd: factor(0.05, 'forex'),
  chf: factor(0.05, 'forex'),
  cad: factor(0.045, 'forex'),
  hkd: factor(0.006, 'forex'),
  gold: factor(0.15, 'forex'),
  silver: factor(0.2, 'forex'),
  platinum: factor(0.19, 'forex'),
  equity: factor(0.12, 'us'),
  us500: factor(0.03, 'us'),
  nas100: factor(0.09, 'us'),
  us30: factor(0.05, 'us'),
  germany: factor(0.11, 'europe'),
  uk: factor(0.09, 'europe'),
  japan: factor(0.17, 'asia'),
  hongkong: factor(0.2, 'asia'),
  oil: factor(0.3, 'energy'),
  wti: factor(0.06, 'energy'),
  brent: factor(0.06, 'energy'),
  gas: factor(0.55, 'energy'),
  crypto: factor(0.42, 'crypto'),
  btc: factor(0.14, 'crypto'),
  eth: factor(0.34, 'crypto'),
  sol: factor(0.5, 'crypto'),
  xrp: factor(0.55, 'crypto'),
  doge: factor(0.6, 'crypto'),
  ltc: factor(0.4, 'crypto'),
  ada: factor(0.5, 'crypto'),
  bnb: factor(0.3, 'crypto'),
}

const ASSETS: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  USD: {},
  USDT: {},
  EUR: { dollar: 1, eur: 1 },
  GBP: { dollar: 1, eur: 0.4, gbp: 1 },
  JPY: { dollar: 0.6, jpy: 1 },
  AUD: { dollar: 1, aud: 1 },
  NZD: { dollar: 1, aud: 0.8, nzd: 1 },
  CHF: { dollar: 1, eur: 0.7, chf: 1 },
  CAD: { dollar: 0.6, cad: 1, oil: 0.03 },
  HKD: { hkd: 1 },
  XAU: { dollar: 1, gold: 1 },
  XAG: { dollar: 1, gold: 1.2, silver: 1 },
  XPT: { dollar: 1, gold: 0.7, platinum: 1 },
  US500: { equity: 1, us500: 1 },
  NAS100: { equity: 1.25, nas100: 1 },
  US30: { equity: 0.9, us30: 1 },
  GER40: { equity: 0.7, germany: 1 },
  UK100: { equity: 0.5, uk: 1 },
  JPN225: { equity: 0.7, japan: 1 },
  HK50: { equity: 0.4, hongkong: 1 },
  WTI: { oil: 1, wti: 1 },
  BRENT: { oil: 0.95, brent: 1 },
  NGAS: { oil: 0.15, gas: 1 },
  BTC: { crypto: 1, btc: 1 },
  ETH: { crypto: 1.2, eth: 1 },
  SOL: { crypto: 1.3, sol: 1 },
  XRP: { crypto: 1.1, xrp: 1 },
  DOGE: { crypto: 1.3, doge: 1 },
  LTC: { crypto: 1.1, ltc: 1 },
  ADA: { crypto: 1.2, ada: 1 },
  BNB: { crypto: 0.9, bnb: 1 },
}

/** Indices are quoted in their own money and do not move with it; everything else is priced through the dollar. */
const OWN_MONEY = new Set(['GER40', 'UK100', 'JPN225', 'HK50'])

/** The factors that move `base` priced in `quote`. @throws RangeError for an asset the model does not know. */
export function exposures(base: string, quote: string): Exposure[] {
  const net = new Map<string, number>()
  const add = (asset: string, sign: 1 | -1) => {
    const loadings = ASSETS[asset]
    if (!loadings) throw new RangeError(`the market model has no asset ${asset}`)
    for (const [name, weight] of Object.entries(loadings)) net.set(name, (net.get(name) ?? 0) + sign * weight)
  }
  add(base, 1)
  if (!OWN_MONEY.has(base)) add(quote, -1)
  return [...net].map(([name, weight]) => ({ factor: name, weight })).filter(({ weight }) => Math.abs(weight) > 1e-12)
}

export function annualVolatilityOf(base: string, quote: string): number {
  return Math.sqrt(
    exposures(base, quote).reduce((sum, { factor: name, weight }) => sum + (weight * (FACTORS[name]?.annualVolatility ?? 0)) ** 2, 0),
  )
}

/** Variance of each UTC hour of a weekday relative to the others, Monday 00:00 first. */
const WEEKDAY_HOURS: Readonly<Record<ActivityProfile, readonly number[]>> = {
  // Asia is quiet, London lively, its overlap with New York the liveliest, the hour round 22:00 the dullest.
  forex: [0.45, 0.5, 0.5, 0.4, 0.35, 0.4, 0.7, 1.3, 1.5, 1.4, 1.2, 1.1, 1.7, 2.2, 2.3, 2.1, 1.5, 1.1, 0.9, 0.8, 0.6, 0.3, 0.3, 0.4],
  crypto: [1, 0.95, 0.9, 0.85, 0.85, 0.85, 0.9, 0.95, 1, 1, 1, 1, 1.1, 1.35, 1.5, 1.4, 1.3, 1.2, 1.1, 1.05, 1, 0.95, 0.9, 0.95],
  us: [0.25, 0.25, 0.25, 0.2, 0.2, 0.25, 0.4, 0.7, 0.8, 0.7, 0.6, 0.7, 1, 2, 4, 3, 2.2, 1.8, 1.8, 2.2, 2.8, 0.4, 0.2, 0.25],
  europe: [0.1, 0.1, 0.1, 0.1, 0.1, 0.2, 0.6, 2.6, 2.8, 2.2, 1.8, 1.6, 1.7, 2.2, 2.6, 2.4, 1.4, 0.6, 0.5, 0.5, 0.4, 0.1, 0.1, 0.1],
  asia: [3, 3, 2.6, 2, 1.6, 2.4, 2.2, 1.6, 1, 0.6, 0.5, 0.5, 0.6, 0.8, 0.9, 0.8, 0.6, 0.4, 0.4, 0.4, 0.4, 0.3, 0.3, 1.2],
  energy: [0.3, 0.3, 0.3, 0.25, 0.25, 0.3, 0.5, 1, 1.2, 1.1, 1, 1, 1.6, 2.4, 2.6, 2.2, 1.8, 1.8, 1.4, 0.8, 0.5, 0.2, 0.3, 0.3],
}

/** Closed markets still learn a little, so Monday opens with a small gap. */
const WEEKEND_ACTIVITY: Readonly<Record<ActivityProfile, number>> = {
  forex: 0.03,
  crypto: 0.65,
  us: 0.03,
  europe: 0.03,
  asia: 0.03,
  energy: 0.03,
}

/** Relative variance of each of the week's 168 UTC hours, Monday 00:00 first, averaging to 1. */
export function weeklyActivity(profile: ActivityProfile): readonly number[] {
  const hours = Array.from({ length: 168 }, (_, hour) => {
    const isWeekend = hour >= 4 * 24 + 22 && hour < 6 * 24 + 21
    return isWeekend ? WEEKEND_ACTIVITY[profile] : (WEEKDAY_HOURS[profile][hour % 24] ?? 1)
  })
  const average = hours.reduce((sum, weight) => sum + weight, 0) / hours.length
  return hours.map((weight) => weight / average)
}
