/**
 * Plain cookies, readable by js-cookie and by the server alike. Remix's own cookies wrap values in base64 JSON, which a
 * cookie written in the browser (`lng=en`) is not.
 */
export function readCookie(header: string | null, name: string): string | null {
  for (const part of (header ?? '').split(';')) {
    const at = part.indexOf('=')
    if (at < 0 || part.slice(0, at).trim() !== name) continue
    const sent = part.slice(at + 1).trim()
    const raw = /^".*"$/.test(sent) ? sent.slice(1, -1) : sent
    try {
      return decodeURIComponent(raw)
    } catch {
      return raw
    }
  }
  return null
}

interface CookieAttributes {
  maxAgeSeconds?: number
  httpOnly?: boolean
  /** `Strict`: not sent with a link from elsewhere either. */
  sameSite?: 'Lax' | 'Strict'
  secure: boolean
}

/** One Set-Cookie line. Every cookie of the site is host-only, so one brand never sees another's. */
export function cookieLine(
  name: string,
  value: string,
  { maxAgeSeconds, httpOnly = false, sameSite = 'Lax', secure }: CookieAttributes,
): string {
  const parts = [`${name}=${encodeURIComponent(value)}`, 'Path=/', `SameSite=${sameSite}`]
  if (maxAgeSeconds !== undefined) parts.push(`Max-Age=${maxAgeSeconds}`)
  if (httpOnly) parts.push('HttpOnly')
  if (secure) parts.push('Secure')
  return parts.join('; ')
}

/** Names of the cookies that the browser may read and write itself. */
export const COOKIE = {
  language: 'lng',
  mode: 'mode',
  priceColours: 'updown',
  hiddenAmounts: 'hide_amounts',
  demoId: 'demo_id',
  company: 'company_id',
  tradeCode: 'trade_code',
  tradePeriod: 'trade_period',
  tradeLeverages: 'trade_leverages',
  tradeLots: 'trade_lots',
  /** `pseudo`: the texts of the pseudo-locale, where the developer's tools are on. */
  texts: 'texts',
} as const
