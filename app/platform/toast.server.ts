/** A message that outlives one redirect: shown once by the next page, then forgotten. */
import { redirect } from '@remix-run/node'
import { cookieLine, readCookie } from './cookies'
import { isToastMessage, type ToastMessage } from './toast-message'

const NAME = 'toast'
const LIFETIME_SECONDS = 60

export function toastCookie(message: ToastMessage, isSecure: boolean): string {
  return cookieLine(NAME, JSON.stringify(message), { httpOnly: true, secure: isSecure, maxAgeSeconds: LIFETIME_SECONDS })
}

export function forgottenToastCookie(isSecure: boolean): string {
  return cookieLine(NAME, '', { httpOnly: true, secure: isSecure, maxAgeSeconds: 0 })
}

export function readToast(cookieHeader: string | null): ToastMessage | null {
  const raw = readCookie(cookieHeader, NAME)
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
