/** Addresses of clients: which of them count as one client, and how much of one may be shown. */
import { isIPv4, isIPv6 } from 'node:net'

/**
 * What counts as one client: an IPv4 address, or the /64 of an IPv6 address, whose holder has all of its 2^64 addresses. A text that
 * is no address stands for itself.
 */
export function networkOf(address: string): string {
  const plain = unmapAddress(address)
  const groups = groupsOf(plain)
  return groups === undefined ? plain : `${groups.slice(0, 4).join(':')}::/64`
}

/** Enough to recognise one's own provider by: without the last octet of IPv4, without the last 80 bits of IPv6. */
export function maskedAddress(address: string): string {
  const plain = unmapAddress(address)
  if (isIPv4(plain)) return plain.replace(/\d+$/, '*')
  const groups = groupsOf(plain)
  return groups === undefined ? '' : `${groups.slice(0, 3).join(':')}:*`
}

/** An IPv4 client of a socket that listens for both is told as IPv6. */
function unmapAddress(address: string): string {
  const inner = /^::ffff:([\d.]+)$/i.exec(address)?.[1]
  return inner !== undefined && isIPv4(inner) ? inner : address
}

/** The eight groups of an IPv6 address, without leading zeros. */
function groupsOf(address: string): string[] | undefined {
  const bare = address.split('%')[0] ?? ''
  if (!isIPv6(bare)) return undefined
  // The platform's own parser brings every spelling to one; only the gap is left to fill.
  const [head = '', tail] = new URL(`http://[${bare}]`).hostname.slice(1, -1).split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => '0'), ...after]
}
