/**
 * Fills a demonstration's company: traders with trades, deposits and withdrawals in every state, papers to look at, so that each list
 * and queue has something real to show. All of it goes through the calls that traders and operators make.
 *
 * Invariant: nothing is written around the broker: what the seed leaves behind passes the audit like any other day.
 */
import {
  listCollectionAccounts,
  listDepositBankCoins,
  listDepositNetworks,
  submitBankDeposit,
  submitCoinDeposit,
} from '../../contract/deposits'
import { decideDeposit, decideIdentity, decideWithdrawal, listDeskIdentity } from '../../contract/desk/reviews'
import { bindPayoutMethod, listWithdrawCurrencies, submitWithdrawal } from '../../contract/withdrawals'
import { seedArticles } from './seed-articles'
import { SeedClient } from './seed-client'
import { proofPicture } from './seed-pictures'
import type { SeedTarget } from './seed-target'
import { openDemoTrader, openTraders, type SeededTrader, submitPapers, trade, turnTwoStepOn } from './seed-traders'

/** Nobody holds the key of it. */
const PAYOUT_ADDRESS = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'

export interface Seeded {
  readonly traders: readonly { readonly email: string; readonly password: string }[]
  readonly demo: { readonly demoId: string; readonly uid: string }
  readonly counts: Readonly<Record<string, number>>
}

export async function seedCompany(target: SeedTarget): Promise<Seeded> {
  const { tenant, fetch, deskHost } = target
  const desk = target.operators.map((token, index) => {
    const client = new SeedClient(fetch, deskHost, `10.20.2.${index + 1}`)
    client.token = token
    return client
  }) as [SeedClient, SeedClient]
  const traders = await openTraders(target)
  const deposits = await seedDeposits(tenant.id, desk, traders)
  let orders = 0
  for (const trader of traders.slice(0, 4)) orders += await trade(trader, 6)
  const withdrawals = await seedWithdrawals(target, desk, traders.slice(0, 4))
  const papers = await seedPapers(tenant.id, desk[0], traders)
  const articles = await seedArticles(target, desk[0])
  const demo = await openDemoTrader(target)
  return {
    traders: traders.map(({ email, password }) => ({ email, password })),
    demo,
    counts: { traders: traders.length, deposits, withdrawals, orders: orders + demo.orders, papers, articles },
  }
}

/** Two large ones to begin with, then some of every state; five are left for the desk. */
async function seedDeposits(company: string, [one, two]: [SeedClient, SeedClient], traders: readonly SeededTrader[]): Promise<number> {
  let made = 0
  const declare = async (trader: SeededTrader, amount: string, picture = made + 1): Promise<string> => {
    made += 1
    const networks = await trader.client.call(listDepositNetworks, {})
    const network = networks[made % networks.length]
    if (network === undefined) throw new Error('the company offers no network to deposit on')
    const proofImg = await trader.client.upload(await proofPicture(amount, picture))
    return (await trader.client.call(submitCoinDeposit, { number: amount, proofImg, address: network.address, charge_id: network.id })).id
  }
  const [ana, ben, cid, dee, eve, fay, gus, hal] = traders as [SeededTrader, ...SeededTrader[]]
  const approve = (desk: SeedClient, id: string) => desk.call(decideDeposit, { company, id, decision: 'approve' })
  for (const trader of [ana, ben].filter((found) => found !== undefined)) {
    const id = await declare(trader, '12000')
    await approve(one, id)
    await approve(two, id)
  }
  for (const [trader, amount] of [
    [cid, '3500'],
    [dee, '2400.50'],
    [eve, '800'],
  ] as const) {
    if (trader !== undefined) await approve(one, await declare(trader, amount))
  }
  if (fay !== undefined) {
    const reason = 'No transfer of this sum was found. Send the transaction number to support.'
    await one.call(decideDeposit, { company, id: await declare(fay, '150'), decision: 'reject', reason })
    await two.call(decideDeposit, { company, id: await declare(fay, '15'), decision: 'invalid', reason: 'Submitted twice.' })
  }
  // Left to be decided: an ordinary one, the first of its account, one above the limit, one approved once, and one whose picture came before.
  const picture = made + 1
  await declare(ana, '640')
  if (gus !== undefined) await declare(gus, '95')
  if (ben !== undefined) await declare(ben, '7500')
  if (cid !== undefined) await approve(one, await declare(cid, '9000'))
  if (hal !== undefined) await declare(hal, '640', picture)
  return made + (await seedWire(ana))
}

async function seedWire({ client }: SeededTrader): Promise<number> {
  const [coin] = await client.call(listDepositBankCoins, {})
  const [account] = coin === undefined ? [] : await client.call(listCollectionAccounts, { bank_coin: coin.id })
  if (account === undefined) return 0
  const proofImg = await client.upload(await proofPicture('1200', 4711))
  await client.call(submitBankDeposit, { number: '1200', proofImg, wire_id: account.id })
  return 1
}

/** Traders with two-step sign-in can be paid at once. Six are completed, so that the clock has something to measure. */
async function seedWithdrawals(
  target: SeedTarget,
  [one, two]: [SeedClient, SeedClient],
  traders: readonly SeededTrader[],
): Promise<number> {
  const company = target.tenant.id
  const { methodHoldHours, twoStepEndsHold } = target.tenant.wallet
  // Where a new method must wait whoever saved it, nothing can be paid today.
  if (methodHoldHours > 0 && !twoStepEndsHold) return 0
  let made = 0
  for (const trader of traders) {
    const currencies = await trader.client.call(listWithdrawCurrencies, { type: '1' })
    const currency = currencies.find(({ protocol }) => protocol === 'TRC20') ?? currencies[0]
    if (currency === undefined) return made
    await turnTwoStepOn(target, trader)
    const dc_address = currency.protocol === 'TRC20' ? PAYOUT_ADDRESS : '0x000000000000000000000000000000000000dEaD'
    const method = await trader.client.call(bindPayoutMethod, { draw_id: currency.id, type: '1', dc_address })
    const ask = async (number: string): Promise<string> => {
      made += 1
      const input = { draw_currency_id: currency.id, number, memo: 'specimen', draw_method_id: method.id }
      return (await trader.client.call(submitWithdrawal, input)).id
    }
    for (const amount of ['120', '80.25']) {
      const id = await ask(amount)
      // A fresh address takes two.
      await one.call(decideWithdrawal, { company, id, decision: 'approve' })
      await two.call(decideWithdrawal, { company, id, decision: 'approve' })
    }
    const reason = 'The name of the wallet’s owner could not be confirmed.'
    await two.call(decideWithdrawal, { company, id: await ask('40'), decision: 'reject', reason })
    const waiting = await ask('250')
    if (made % 8 === 0) await one.call(decideWithdrawal, { company, id: waiting, decision: 'approve' })
  }
  return made
}

/** Three certified, one sent back, three that wait; one trader has sent nothing. */
async function seedPapers(company: string, desk: SeedClient, traders: readonly SeededTrader[]): Promise<number> {
  const senders = traders.slice(0, 7)
  for (const [index, trader] of senders.entries()) await submitPapers(trader, index + 1)
  const { data } = await desk.call(listDeskIdentity, { company })
  for (const [index, { id }] of data.slice(-senders.length).slice(0, 4).entries()) {
    const isGood = index < 3
    const reason = isGood ? undefined : 'The photo of the front is blurred.'
    await desk.call(decideIdentity, { company, id, decision: isGood ? 'approve' : 'reject', reason })
  }
  return senders.length
}
