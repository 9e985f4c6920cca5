/** The four markets beside the sign-in forms. */
import { askInstruments } from '../../broker-client/ask-market.server'
import { lineOf } from '../../terms/instrument'
import type { SiteContext } from '../../visitor/load-context.server'
import { drawInstrument } from '../market/drawn-instrument'
import type { BoardRow } from './sign-in-data'

/** A company that does not offer one of them shows the next of its list. */
const BOARD_CODES = ['EURUSD', 'XAUUSD', 'BTCUSDT', 'US500']

export async function loadBoard(context: SiteContext): Promise<BoardRow[]> {
  const listed = await askInstruments(context.broker.as(null))
  if (!listed.ok) return []
  const wanted = BOARD_CODES.flatMap((code) => listed.data.filter((instrument) => instrument.code === code))
  const others = listed.data.filter((instrument) => !wanted.includes(instrument))
  return [...wanted, ...others].slice(0, 4).map((instrument) => {
    return { ...lineOf(instrument), sparkDrawing: drawInstrument(instrument).sparkDrawing }
  })
}
