/**
 * Whether an address can exist on the chain of a protocol: its form and its checksum.
 *
 * Invariant: an unknown protocol has no addresses, so nothing is sent on a chain that nobody can check.
 */
import validator from 'multicoin-address-validator'
import { type ChainProtocol, ChainProtocols } from '../../contract/money-places'

/** The coin whose addresses the protocol uses. */
const COIN_OF = { TRC20: 'trx', ERC20: 'eth', BEP20: 'eth' } as const satisfies Record<ChainProtocol, string>

export function isChainAddress(protocol: string, address: string): boolean {
  const known = ChainProtocols.safeParse(protocol)
  return known.success && validator.validate(address, COIN_OF[known.data], 'prod')
}
