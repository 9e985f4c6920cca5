/** Calls of the desk about the company's traders. */
import { rememberLooks } from './audit-look'
import type { SomeDeskHandlers } from './desk-handler'
import type { DeskServices } from './desk-services'
import { findSendingsHandler } from './find-sendings'
import {
  endTraderSessionsHandler,
  freezeTraderHandler,
  keepTwoStepHandler,
  takeTwoStepOffHandler,
  thawTraderHandler,
} from './people-actions'
import { getDeskTraderHandler, listTradersHandler } from './people-lookup'
import { getTraderRecordsHandler } from './trader-records'

export function peopleHandlers(services: DeskServices) {
  const recordLook = rememberLooks()
  return {
    listTraders: listTradersHandler,
    findSendings: findSendingsHandler(services.texts, recordLook),
    getDeskTrader: getDeskTraderHandler(recordLook),
    getTraderRecords: getTraderRecordsHandler(services.pricing, recordLook),
    endTraderSessions: endTraderSessionsHandler(services),
    freezeTrader: freezeTraderHandler(services),
    thawTrader: thawTraderHandler(services),
    takeTwoStepOff: takeTwoStepOffHandler(services),
    keepTwoStep: keepTwoStepHandler(),
  } satisfies SomeDeskHandlers
}
