/**
 * Country of an address from a free database that comes with the product: a second signal, never the only one.
 *
 * Invariant: it never fails and never leaves the process; an address that is private, unknown or no address at all has no country.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { BlockList, isIPv6 } from 'node:net'
import { Reader, type Response, validate } from 'maxmind'

const DATABASE = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb'
/** An IPv4 address as a socket that listens on both families tells it. */
const MAPPED = /^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i

/** Addresses that belong to no country, though the database gives some of them one: private, local, shared, for documents, multicast. */
const NOWHERE = new BlockList()
const NOWHERE_NETS =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.168.0.0/16 198.18.0.0/15 ' +
  '198.51.100.0/24 203.0.113.0/24 224.0.0.0/3 ::/96 64:ff9b::/96 100::/64 2001:db8::/32 fc00::/7 fe80::/10 ff00::/8'
for (const net of NOWHERE_NETS.split(' ')) {
  const [start = '', bits] = net.split('/')
  NOWHERE.addSubnet(start, Number(bits), familyOf(start))
}

/** Null when the file could not be read: then no address has a country. */
let reader: Reader<Response> | null | undefined

/** ISO 3166 alpha-2, or the empty text. The database is read into memory with the first question. */
export function ipCountries(): (address: string) => string {
  return (address) => {
    const plain = address.trim().replace(MAPPED, '')
    if (!validate(plain) || NOWHERE.check(plain, familyOf(plain))) return ''
    if (reader === undefined) reader = openReader()
    try {
      const record = reader?.get(plain) as { readonly country_code?: string } | null | undefined
      return record?.country_code ?? ''
    } catch {
      return ''
    }
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' {
  return isIPv6(address) ? 'ipv6' : 'ipv4'
}

function openReader(): Reader<Response> | null {
  try {
    return new Reader(readFileSync(createRequire(import.meta.url).resolve(DATABASE)))
  } catch {
    return null
  }
}
