/** Price alerts in the site's words. */
import type { PriceAlert } from '../../contract/alerts'
import { type InOwnNames, inOwnNames } from './own-names'

export type ShownAlert = InOwnNames<PriceAlert>

export const readAlert = (wire: PriceAlert): ShownAlert => inOwnNames(wire)
