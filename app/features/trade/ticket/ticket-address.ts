/** The trade screen with the ticket open and the focus in its size: as an address, so that a new tab comes there, too. */
import { tradePath } from '../scene/trade-address'

export const SIZE_HASH = '#size'

export const ticketAddress = (code: string): string => `${tradePath({ code })}${SIZE_HASH}`
