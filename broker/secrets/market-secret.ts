/** The secret that the days of the house's simulated markets are made of: the same on every node, and after every start. */
import { hkdfSync } from 'node:crypto'

export function marketSecret(masterKey: Uint8Array): string {
  return Buffer.from(hkdfSync('sha256', masterKey, 'candor', 'simulated market', 32)).toString('hex')
}
