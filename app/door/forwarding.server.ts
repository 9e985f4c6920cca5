/**
 * Forwarding headers are hearsay. They are taken off every request; only a proxy that the operator named may tell the
 * client's address, and nobody may tell the host or the scheme.
 */
import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'

const FORWARDING =
  /^(forwarded|via|x-forwarded-.*|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-connecting-ip|x-original-.*|x-rewrite-url|x-host)$/

const plainAddress = (address: string): string => address.replace(/^::ffff:/, '')

/** Some proxies write the port behind the address: with it each connection would be another party. */
function forwardedAddress(part: string): string {
  const [, inBrackets, withPort] = /^(?:\[([^\]]+)\](?::\d{1,5})?|([\d.]+):\d{1,5})$/.exec(part) ?? []
  return plainAddress(inBrackets ?? withPort ?? part)
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1)$/
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i

/**
 * True for a request that was made on this machine and for it: from a loopback address to a loopback name, and not by a proxy that
 * stands here for others. Asked before the headers are taken off.
 */
export function isOwnMachine(req: IncomingMessage, trustedProxies: ReadonlySet<string>): boolean {
  const peer = peerOf(req)
  return isLoopback(peer) && LOOPBACK_HOST.test(req.headers.host ?? '') && !isPassedOn(req) && !trustedProxies.has(peer)
}

/** Address of whoever holds the other end of the connection. */
export function peerOf(req: IncomingMessage): string {
  return plainAddress(req.socket.remoteAddress ?? '')
}

export function isLoopback(address: string): boolean {
  return LOOPBACK.test(address)
}

/** True when a proxy says that it asks for somebody else. Known only before the headers are taken off. */
export function isPassedOn(req: IncomingMessage): boolean {
  return Object.keys(req.headers).some((name) => FORWARDING.test(name))
}

/** Removes the headers from the request and returns the client's address. */
export function takeClientAddress(req: IncomingMessage, trustedProxies: ReadonlySet<string>): string {
  const peer = peerOf(req)
  const chain = String(req.headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((part) => forwardedAddress(part.trim()))
    .filter(Boolean)
  for (const name of Object.keys(req.headers)) {
    if (FORWARDING.test(name)) delete req.headers[name]
  }
  if (!trustedProxies.has(peer)) return peer
  // From the right: the first address that is not one of our own proxies is the client; what stands left of it is hearsay again.
  const client = chain.reverse().find((address) => !trustedProxies.has(address))
  return client !== undefined && isIP(client) !== 0 ? client : peer
}
