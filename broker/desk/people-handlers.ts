/** Calls of the desk about the company's traders. */
import type { DeskHandlers } from './desk-handler'
import type { DeskServices } from './desk-services'
import { endTraderSessionsHandler, freezeTraderHandler, thawTraderHandler } from './people-actions'
import { getDeskTraderHandler, listTradersHandler } from './people-lookup'

export function peopleHandlers(services: DeskServices): DeskHandlers {
  return {
    listTraders: listTradersHandler,
    getDeskTrader: getDeskTraderHandler,
    endTraderSessions: endTraderSessionsHandler(services),
    freezeTrader: freezeTraderHandler(services),
    thawTrader: thawTraderHandler(services),
  }
}
