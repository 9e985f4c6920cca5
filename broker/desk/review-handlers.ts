/** The calls of the review queues. */

import { claimHandler, releaseHandler } from './desk-claims'
import type { SomeDeskHandlers } from './desk-handler'
import { pictureHandler } from './desk-pictures'
import type { DeskServices } from './desk-services'
import { challengeHandlers } from './review-challenges'
import { decideDepositHandler, getDepositHandler, listDepositsHandler } from './review-deposits'
import { decideIdentityHandler, getIdentityHandler, listIdentityHandler } from './review-identity'
import { decideWithdrawalHandler, getWithdrawalHandler, listWithdrawalsHandler } from './review-withdrawals'

export function reviewHandlers(services: DeskServices) {
  return {
    listDeskDeposits: listDepositsHandler,
    getDeskDeposit: getDepositHandler(services),
    decideDeposit: decideDepositHandler(services),
    listDeskWithdrawals: listWithdrawalsHandler,
    getDeskWithdrawal: getWithdrawalHandler,
    decideWithdrawal: decideWithdrawalHandler(services),
    listDeskIdentity: listIdentityHandler,
    getDeskIdentity: getIdentityHandler(services),
    decideIdentity: decideIdentityHandler(services),
    getDeskPicture: pictureHandler(services.keyedHash, services.identity),
    ...challengeHandlers(services),
    claimReview: claimHandler,
    releaseReview: releaseHandler,
  } satisfies SomeDeskHandlers
}
