/** What the user centre shows: who, how much, and how far the verification is. Slow or missing extras never stop the page. */
import { getRealName } from '../../../contract/identity'
import { getBalance } from '../../../contract/wallet'
import { fixedT } from '../../language/i18n.server'
import { requireTrader } from '../../visitor/guards.server'
import type { SiteContext } from '../../visitor/load-context.server'

export interface UserCenterData {
  readonly title: string
  /** Decimal text, USDT; null when it could not be read. */
  readonly balance: string | null
  /** 0 not submitted, 1 waiting, 2 finished, 3 rejected; null when it is not known. */
  readonly reviewStatus: number | null
  readonly isTwoStepOn: boolean
}

export async function loadUserCenter(context: SiteContext): Promise<UserCenterData> {
  const trader = await requireTrader(context)
  const [t, balance, review] = await Promise.all([
    fixedT(context),
    context.broker.call(getBalance, {}),
    trader.is_demo === 1 ? null : context.broker.call(getRealName, {}),
  ])
  return {
    title: t('user:account'),
    balance: balance.ok ? balance.data.balance : null,
    reviewStatus: review?.ok ? review.data.review_status : null,
    isTwoStepOn: trader.two_step === 1,
  }
}
