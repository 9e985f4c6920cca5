/**
 * The leverage that a ticket starts with: the one last chosen for the instrument on this device, else the middle of those offered.
 * A cookie keeps the choices, so that the server draws the ticket as the browser will; it is a habit, never a right.
 */
export type ChosenLeverages = Readonly<Record<string, string>>

/** Instruments remembered, the last chosen first: a cookie has little room. */
const MOST = 20
const ENTRY = /^([A-Za-z0-9._-]{1,24}):([1-9]\d{0,3})$/

export function readLeverages(cookie: string | null): ChosenLeverages {
  const found = (cookie ?? '').split(',').map((entry) => ENTRY.exec(entry))
  return Object.fromEntries(found.flatMap((entry) => (entry === null ? [] : [[entry[1] ?? '', entry[2] ?? '']])))
}

export function writeLeverages(chosen: ChosenLeverages, code: string, leverage: string): string {
  const others = Object.entries(chosen).filter(([other]) => other !== code)
  return [[code, leverage], ...others]
    .slice(0, MOST)
    .map(([name, value]) => `${name}:${value}`)
    .join(',')
}

/** Of an even number the higher of the two in the middle. Empty where none is offered. */
export function startLeverage(offered: readonly string[], chosen: string | undefined): string {
  if (chosen !== undefined && offered.includes(chosen)) return chosen
  const rising = [...offered].sort((a, b) => Number(BigInt(a) - BigInt(b)))
  return rising[Math.floor(rising.length / 2)] ?? ''
}
