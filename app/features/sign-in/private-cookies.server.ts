/**
 * The small facts that one browser keeps between two steps of signing in. All are HttpOnly and, on https, carry the `__Host-`
 * prefix like the session: another site under the same domain can neither read nor plant them.
 */
import { createHash, randomBytes } from 'node:crypto'
import { cookieLine, readCookie } from '../../cookies/cookies'
import { sessionCookie } from '../../cookies/session.server'
import { readSending } from '../../visitor/arrived-sending.server'

type PrivateName = 'device' | 'challenge' | 'account' | 'code_register' | 'code_reset' | 'code_change'

/** What of the site these cookies need. */
interface CookieSite {
  readonly isSecure: boolean
}

/** Browsers forget a cookie after 400 days at the latest; each sign-in begins them anew. */
const DEVICE_SECONDS = 400 * 24 * 3600
/** As long as the broker keeps the challenge. */
const CHALLENGE_SECONDS = 5 * 60
const ACCOUNT_SECONDS = 5 * 60

const nameOf = (name: PrivateName, { isSecure }: CookieSite): string => `${isSecure ? '__Host-' : ''}candor_${name}`

export function readPrivate(request: Request, name: PrivateName, site: CookieSite): string | null {
  const value = readCookie(request.headers.get('cookie'), nameOf(name, site))
  return value === '' ? null : value
}

export function privateCookie(name: PrivateName, value: string, maxAgeSeconds: number, site: CookieSite): string {
  return cookieLine(nameOf(name, site), value, { httpOnly: true, secure: site.isSecure, maxAgeSeconds })
}

export function endedPrivateCookie(name: PrivateName, site: CookieSite): string {
  return privateCookie(name, '', 0, site)
}

/**
 * The browser's own secret, by which the broker knows it again: the one it has, or a new one. A form that is repeated because its
 * answer was lost brings no cookie of the first time: its key is as secret, and gives the same secret again.
 */
export function deviceSecret(request: Request, site: CookieSite): string {
  const kept = knownDeviceSecret(request, site)
  if (kept !== undefined) return kept
  const sending = readSending(request)
  const secret = sending === null ? randomBytes(32) : createHash('sha256').update(`device\0${sending.key}`).digest()
  return secret.toString('base64url')
}

/** The secret of a browser that has signed in before. */
export function knownDeviceSecret(request: Request, site: CookieSite): string | undefined {
  const kept = readPrivate(request, 'device', site)
  return kept !== null && /^[\w-]{43}$/.test(kept) ? kept : undefined
}

export function deviceCookie(device: string, site: CookieSite): string {
  return privateCookie('device', device, DEVICE_SECONDS, site)
}

export function readChallenge(request: Request, site: CookieSite): string | null {
  const challenge = readPrivate(request, 'challenge', site)
  return challenge !== null && challenge.length <= 128 ? challenge : null
}

export function challengeCookie(challenge: string, site: CookieSite): string {
  return privateCookie('challenge', challenge, CHALLENGE_SECONDS, site)
}

/** The account that the login form is filled with once, after its password was set anew. */
export function accountCookie(account: string, areaId: string, site: CookieSite): string {
  return privateCookie('account', JSON.stringify([account, areaId]), ACCOUNT_SECONDS, site)
}

export function readAccount(request: Request, site: CookieSite): { account: string; area_id: string } | null {
  try {
    const [account, areaId]: unknown[] = JSON.parse(readPrivate(request, 'account', site) ?? '[]')
    return typeof account === 'string' && typeof areaId === 'string' ? { account, area_id: areaId } : null
  } catch {
    return null
  }
}

/** What a finished sign-in leaves in the browser; the half-way facts go. */
export function signedInHeaders(token: string, device: string, site: CookieSite): Headers {
  const headers = new Headers()
  headers.append('Set-Cookie', sessionCookie(token, site.isSecure))
  headers.append('Set-Cookie', deviceCookie(device, site))
  headers.append('Set-Cookie', endedPrivateCookie('challenge', site))
  headers.append('Set-Cookie', endedPrivateCookie('account', site))
  return headers
}
