/**
 * What the site's own cookies say of a visitor, read from a raw request as the site reads them (app/cookies): a browser cannot set
 * headers on a page or a socket, but it sends these along.
 */
import { parse } from 'cookie'

type SiteCookie = 'company_id' | 'lng'

/** The first of that name, without its quotes and decoded; as it came where it cannot be decoded. */
export function readCookie(header: string | null | undefined, name: SiteCookie): string | undefined {
  return parse(header ?? '')[name]
}
