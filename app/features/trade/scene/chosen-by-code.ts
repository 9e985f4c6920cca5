/**
 * What a ticket starts with: the leverage last chosen and the lots last ordered for the instrument on this device, else the middle of the
 * leverages offered and the smallest order. Cookies keep them, so that the server draws the ticket as the browser will; it is a habit,
 * never a right: what is not offered any more is passed over, and the kept line of an instrument that has left the market says nothing.
 */
import { type Fixed, formatFixed, parseFixed } from '../../../../rules/decimal'
import { type LotTerms, lotProblem } from '../../../../rules/lots'

/** Plain decimal texts by instrument code. */
export type ChosenByCode = Readonly<Record<string, string>>

/** Instruments remembered, the last chosen first: a cookie has little room. */
const MOST = 20
const LEVERAGE = /^([A-Za-z0-9._-]{1,24}):([1-9]\d{0,3})$/
const LOTS = /^([A-Za-z0-9._-]{1,24}):(\d{1,6}(?:\.\d{1,8})?)$/

export const readLeverages = (cookie: string | null): ChosenByCode => readChosen(cookie, LEVERAGE)
export const readLots = (cookie: string | null): ChosenByCode => readChosen(cookie, LOTS)

function readChosen(cookie: string | null, entry: RegExp): ChosenByCode {
  const found = (cookie ?? '').split(',').map((each) => entry.exec(each))
  return Object.fromEntries(found.flatMap((each) => (each === null ? [] : [[each[1] ?? '', each[2] ?? '']])))
}

export function writeChosen(chosen: ChosenByCode, code: string, value: string): string {
  const others = Object.entries(chosen).filter(([other]) => other !== code)
  return [[code, value], ...others]
    .slice(0, MOST)
    .map(([name, kept]) => `${name}:${kept}`)
    .join(',')
}

/** Of an even number the higher of the two in the middle. Empty where none is offered. */
export function startLeverage(offered: readonly string[], chosen: string | undefined): string {
  if (chosen !== undefined && offered.includes(chosen)) return chosen
  const rising = [...offered].sort((a, b) => Number(BigInt(a) - BigInt(b)))
  return rising[Math.floor(rising.length / 2)] ?? ''
}

/** @param decimals those of the lot step. The lots last ordered, as long as the instrument still takes them. */
export function startLots(terms: LotTerms, decimals: number, ordered: string | undefined): string {
  const lots: Fixed | null = ordered === undefined ? null : parseFixed(ordered)
  return formatFixed(lots !== null && lotProblem(terms, lots) === null ? lots : terms.minLots, decimals)
}
