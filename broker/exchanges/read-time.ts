/** Unix milliseconds of an ISO time with any number of decimals, or of a text of milliseconds; null where there is none. */
export function readTime(text: string | undefined): number | null {
  if (text === undefined) return null
  const time = /^\d{1,16}$/.test(text) ? Number(text) : Date.parse(text)
  return Number.isNaN(time) ? null : time
}
