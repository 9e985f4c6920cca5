/** The way to the desk's sign-in page, and back from it. */
import { redirect } from '@remix-run/node'
import { paths } from '../addresses/paths'
import { endedDeskCookie } from '../cookies/desk-session.server'

/** A page of the desk that one may be led back to after signing in, or null. */
export function safeDeskPath(from: string | null | undefined): string | null {
  if (from == null || from.length > 512 || !/^\/desk(?:\/[a-z0-9-]+)*\/?(?:\?[\w=&%.:+-]*)?$/i.test(from)) return null
  return /^\/desk\/(login|logout|ticket)\b/.test(from) ? null : from
}

interface DeskVisit {
  /** Address of the page that was asked for, for the way back. */
  readonly page: string
  readonly isSecure: boolean
  readonly desk: { readonly token: string | null }
}

/** Sends whoever is not signed in to the sign-in page, once: the cookie of a dead session goes with the same answer. */
export function redirectToDeskLogin({ page, isSecure, desk }: DeskVisit): Response {
  const from = safeDeskPath(page) ?? undefined
  const headers = new Headers()
  if (desk.token !== null) headers.append('Set-Cookie', endedDeskCookie(isSecure))
  return redirect(paths.desk.login({ from: from === paths.desk.home() ? undefined : from }), { headers })
}
