/**
 * `GET /tls/ask?domain=…`: whether a certificate may be obtained for a name, for a proxy that obtains them when the first visitor comes
 * (Caddy's `on_demand_tls`). 200 for exactly the names that are served here, 404 for all others.
 *
 * Invariant: answered to this machine and to trusted proxies alone, and only when they ask for themselves: what a proxy passes on for a
 * visitor carries forwarding headers or the name of a site. Nobody else learns that the address exists.
 */
import type { IncomingMessage } from 'node:http'
import { isLoopback, isPassedOn, peerOf } from './forwarding.server'
import type { HostMap } from './hosts.server'

export const CERTIFICATE_ASK_PATH = '/tls/ask'
/** RFC 1035 §2.3.4. */
const MAX_NAME = 253

/** Whether the peer asks on its own behalf. Looked at before the forwarding headers are taken off. */
export function asksForItself(req: IncomingMessage, hosts: HostMap, trustedProxies: ReadonlySet<string>): boolean {
  const peer = peerOf(req)
  return (isLoopback(peer) || trustedProxies.has(peer)) && !isPassedOn(req) && hosts.siteOf(req.headers.host) === null
}

/** The status of the answer: one look into a set, whatever was asked. */
export function certificateStatus(url: string, hosts: HostMap): 200 | 404 {
  const asked = new URLSearchParams(url.split('?')[1] ?? '').getAll('domain')
  const [name = ''] = asked
  return asked.length === 1 && name.length <= MAX_NAME && hosts.hasName(name) ? 200 : 404
}
