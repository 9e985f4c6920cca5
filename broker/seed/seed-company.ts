/**
 * Fills a demonstration's company: traders with trades, deposits and withdrawals in every state, papers to look at, so that each list,
 * queue and the ranking has something real to show. All of it goes through the calls that traders and operators make.
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
import { decideSettingChange, getSettings, requestSettingChange } from '../../contract/desk/settings'
import { bindPayoutMethod, cancelWithdrawal, listWithdrawCurrencies, submitWithdrawal } from '../../contract/withdrawals'
import { seedArticles } from './seed-articles'
import { SeedClient } from './seed-client'
import { proofPicture } from './seed-pictures'
import type { SeedTarget } from './seed-target'
import { openDemoTraders, openTraders, type SeededTrader, submitPapers, turnTwoStepOff, turnTwoStepOn } from './seed-traders'
import { type Account, closePositions, type HeldAccount, openPositions, placePending, showName } from './seed-trades'

/** Nobody holds the key of it. */
const PAYOUT_ADDRESS = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'

const DEMO_ACCOUNTS = 6
/** One percent of what a trader of the seed has, so that a whole handful of positions is safe. */
const BUDGETS = ['120', '120', '35', '24', '8'] as const
const DEMO_BUDGET = '100'
/** So long positions are held at least: in a moment nothing but spread and fee would be their result. */
const HELD_MS = 40_000

export interface Login {
  readonly email: string
  readonly password: string
}

export interface Seeded {
  /** Has something in every list that a trader sees. */
  readonly main: Login
  /** Without positions; two-step sign-in is off, so that they log in with these alone. */
  readonly others: readonly Login[]
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
  const demos = await openDemoTraders(target, DEMO_ACCOUNTS)
  const [main] = traders
  const [demo] = demos
  if (main === undefined || demo === undefined) throw new Error('the seed has no people')
  const deposits = await seedDeposits(tenant.id, desk, traders)
  const accounts: readonly Account[] = [
    ...BUDGETS.flatMap((budget, index) => (traders[index] === undefined ? [] : [{ client: traders[index].client, budget }])),
    ...demos.map(({ client }) => ({ client, budget: DEMO_BUDGET })),
  ]
  const held: HeldAccount[] = []
  for (const [turn, account] of accounts.entries()) held.push(await openPositions(account, turn, target))
  const openedAt = target.now()
  const pending = await placePending({ client: main.client, budget: BUDGETS[0] }, target)
  const withdrawals = await withoutHold(target, desk, () => seedWithdrawals(target, desk, traders.slice(0, 4)))
  const papers = await seedPapers(tenant.id, desk[0], traders)
  const articles = await seedArticles(target, desk[0])
  await target.hold(Math.max(0, openedAt + HELD_MS - target.now()))
  let closed = 0
  for (const account of held) closed += await closePositions(account, target)
  await showNames(traders, demos)
  const positions = held.reduce((sum, account) => sum + account.positions.length, 0)
  return {
    main: loginOf(main),
    others: traders.slice(4).map(loginOf),
    demo: { demoId: demo.demoId, uid: demo.uid },
    counts: { traders: traders.length, demos: demos.length, deposits, withdrawals, orders: positions + pending, closed, papers, articles },
  }
}

const loginOf = ({ email, password }: SeededTrader): Login => ({ email, password })

/** At the end: with a name that changes, the ranking is worked out anew. */
async function showNames(traders: readonly SeededTrader[], demos: readonly Pick<SeededTrader, 'client'>[]): Promise<void> {
  for (const trader of traders.slice(0, 3)) await showName(trader, `Specimen ${trader.name.split(' ')[0]}`)
  for (const [index, demo] of demos.slice(0, 3).entries()) await showName(demo, `Specimen ${index + 1}`)
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
  for (const trader of [ana, fay].filter((found) => found !== undefined)) {
    const reason = 'No transfer of this sum was found. Send the transaction number to support.'
    await one.call(decideDeposit, { company, id: await declare(trader, '150'), decision: 'reject', reason })
    await two.call(decideDeposit, { company, id: await declare(trader, '15'), decision: 'invalid', reason: 'Submitted twice.' })
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

/** A new payout method waits, and nobody waits for the seed: its operators lift the hold and put it back. */
async function withoutHold<T>({ tenant }: SeedTarget, [one, two]: [SeedClient, SeedClient], work: () => Promise<T>): Promise<T> {
  const company = tenant.id
  const { money } = (await one.call(getSettings, { company })).base
  const setHold = async (methodHoldHours: number, reason: string) => {
    const value = JSON.stringify({ ...money, methodHoldHours })
    const { id } = await one.call(requestSettingChange, { company, area: 'base', target: 'money', value, reason })
    await two.call(decideSettingChange, { company, id, decision: 'apply' })
  }
  if (money.methodHoldHours === 0) return work()
  await setHold(0, 'Specimen withdrawals of today.')
  const made = await work()
  await setHold(money.methodHoldHours, 'As it was.')
  return made
}

/**
 * Traders with two-step sign-in, as a wallet asks for it. Eight are completed, so that the clock has something to measure. The first
 * trader turns it off again: address and password are enough to become that trader.
 */
async function seedWithdrawals(
  target: SeedTarget,
  [one, two]: [SeedClient, SeedClient],
  traders: readonly SeededTrader[],
): Promise<number> {
  const company = target.tenant.id
  const { methodHoldHours, twoStepEndsHold } = target.tenant.wallet
  // A company where a new method waits whoever saved it means it: nothing is paid today.
  if (methodHoldHours > 0 && !twoStepEndsHold) return 0
  let made = 0
  for (const [index, trader] of traders.entries()) {
    const currencies = await trader.client.call(listWithdrawCurrencies, { type: '1' })
    const currency = currencies.find(({ protocol }) => protocol === 'TRC20') ?? currencies[0]
    if (currency === undefined) return made
    const recoveryCode = await turnTwoStepOn(target, trader)
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
    await two.call(decideWithdrawal, { company, id: await ask('35'), decision: 'invalid', reason: 'Asked for twice.' })
    await trader.client.call(cancelWithdrawal, { id: await ask('60') })
    const waiting = await ask('250')
    if (index === 1) await one.call(decideWithdrawal, { company, id: waiting, decision: 'approve' })
    if (index === 0) await turnTwoStepOff(trader, recoveryCode)
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
