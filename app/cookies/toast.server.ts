/** A message that outlives one redirect: shown once by the next page, then forgotten. */
import { redirect } from '@remix-run/node'
import { cookieLine, readCookie } from './cookies'
import { isToastMessage, type ToastMessage } from './toast-message'

/** On https no other site of the base domain, and no page over plain http, can plant one. */
const nameOf = (isSecure: boolean): string => (isSecure ? '__Host-toast' : 'toast')
const LIFETIME_SECONDS = 60

export function toastCookie(message: ToastMessage, isSecure: boolean): string {
  return cookieLine(nameOf(isSecure), JSON.stringify(message), { httpOnly: true, secure: isSecure, maxAgeSeconds: LIFETIME_SECONDS })
}

export function forgottenToastCookie(isSecure: boolean): string {
  return cookieLine(nameOf(isSecure), '', { httpOnly: true, secure: isSecure, maxAgeSeconds: 0 })
}

export function readToast(cookieHeader: string | null, isSecure: boolean): ToastMessage | null {
  const raw = readCookie(cookieHeader, nameOf(isSecure))
  if (raw === null || raw === '') return null
  try {
    const message: unknown = JSON.parse(raw)
    return isToastMessage(message) ? message : null
  } catch {
    return null
  }
}

export function redirectWithToast(
  to: string,
  message: ToastMessage,
  context: { isSecure: boolean },
  init: { headers?: HeadersInit } = {},
): Response {
  const headers = new Headers(init.headers)
  headers.append('Set-Cookie', toastCookie(message, context.isSecure))
  return redirect(to, { headers })
}
