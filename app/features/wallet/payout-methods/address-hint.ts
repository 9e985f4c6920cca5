/**
 * A first look at an address while it is typed: whether its beginning fits the network. The checksum is the broker's to check.
 */
const BEGINNING: Readonly<Record<string, { readonly start: string; readonly pattern: RegExp; readonly length: number }>> = {
  TRC20: { start: 'T', pattern: /^T[1-9A-HJ-NP-Za-km-z]*$/, length: 34 },
  ERC20: { start: '0x', pattern: /^0(x[0-9a-fA-F]*)?$/, length: 42 },
  BEP20: { start: '0x', pattern: /^0(x[0-9a-fA-F]*)?$/, length: 42 },
}

type AddressHint =
  /** Its beginning is that of other networks, `others` such as `ERC20, BEP20`. */
  | { readonly kind: 'other-network'; readonly others: string; readonly network: string; readonly start: string }
  | { readonly kind: 'wrong-start'; readonly network: string; readonly start: string }
  | { readonly kind: 'too-long'; readonly network: string; readonly length: number }

/** Null while nothing is wrong that can be seen here: an unfinished address is no mistake yet. */
export function addressHint(network: string, typed: string): AddressHint | null {
  const address = typed.trim()
  const known = Object.hasOwn(BEGINNING, network) ? BEGINNING[network] : undefined
  if (known === undefined || address === '') return null
  if (known.pattern.test(address)) return address.length > known.length ? { kind: 'too-long', network, length: known.length } : null
  const others = Object.entries(BEGINNING).flatMap(([name, { pattern }]) => (address.length > 3 && pattern.test(address) ? [name] : []))
  const { start } = known
  return others.length === 0
    ? { kind: 'wrong-start', network, start }
    : { kind: 'other-network', others: others.join(', '), network, start }
}
