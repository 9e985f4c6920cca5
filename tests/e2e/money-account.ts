/** What the money journeys prepare at the API: a funded account with two-step sign-in on, and a payout method of its own. */
import { listDepositNetworks, submitCoinDeposit } from '../../contract/deposits'
import { uploadImage } from '../../contract/identity'
import { confirmTwoStep, enableTwoStep, startTwoStep } from '../../contract/two-step'
import { getBalance, listAccountRecords } from '../../contract/wallet'
import { bindPayoutMethod, listWithdrawCurrencies } from '../../contract/withdrawals'
import { Line } from '../chaos/line'
import { jpeg } from '../fixtures/pictures'
import { decideAtApi, setMoneyAtApi, settingsAtApi } from './desk-pages'
import { type Brand, PORTS } from './ports'
import { authenticatorCode, type RealAccount } from './real-account'
import { expect } from './site-test'
import { wire } from './wire-client'

/** Sends the bytes of a picture and gives its address. */
async function sendProof({ brand, token }: RealAccount): Promise<string> {
  const line = new Line({ port: PORTS.open, site: brand, address: '127.0.0.1' })
  line.token = token
  try {
    const { data } = await line.upload(uploadImage.path, await jpeg(64, 64))
    return String(data?.url)
  } finally {
    line.disconnect()
  }
}

/** A deposit that waits at the desk; its number. */
export async function declareDeposit(account: RealAccount, amount: string): Promise<string> {
  const [network] = await wire(account, listDepositNetworks, {})
  const { id } = await wire(account, submitCoinDeposit, {
    number: amount,
    proofImg: await sendProof(account),
    address: network?.address ?? '',
    charge_id: network?.id ?? '',
  })
  return id
}

/** Money in the account, by the way it comes in life; within the limit of one operator. */
export async function fund(account: RealAccount, amount: string): Promise<void> {
  const decided = await decideAtApi('demo-one', 'deposits', account.brand, await declareDeposit(account, amount))
  expect(decided.data.outcome).toBe('completed')
}

/** Turns two-step sign-in on and gives the codes that work once each; a new payout method can be used at once. */
export async function turnTwoStepOn(account: RealAccount): Promise<string[]> {
  await liftHold(account.brand)
  const { secret } = await wire(account, startTwoStep, { password: account.password })
  const { recovery_codes } = await wire(account, enableTwoStep, { code: await authenticatorCode(account.brand, secret) })
  return recovery_codes
}

/** New payout methods of the company can be used at once from now on: two operators say so, as no journey waits a day. */
async function liftHold(brand: Brand): Promise<void> {
  const { base } = await settingsAtApi(brand)
  if (base.money.methodHoldHours !== 0) await setMoneyAtApi(brand, { ...base.money, methodHoldHours: 0 })
}

/** Binds an address for USDT over TRC20, which can be used at once; needs a code, as at the page. */
export async function bindAddress(account: RealAccount, address: string, code: string): Promise<{ method: string; currency: string }> {
  await wire(account, confirmTwoStep, { code })
  const currencies = await wire(account, listWithdrawCurrencies, { type: '1' })
  const currency = currencies.find(({ protocol }) => protocol === 'TRC20')?.id ?? ''
  const { id } = await wire(account, bindPayoutMethod, { draw_id: currency, type: '1', dc_address: address })
  return { method: id, currency }
}

export const balanceOf = (account: RealAccount) => wire(account, getBalance, {})

/** How the balance changed, newest first. */
export async function movementsOf(account: RealAccount): Promise<string[]> {
  const { list } = await wire(account, listAccountRecords, {})
  return list.map(({ Value }) => Value)
}
