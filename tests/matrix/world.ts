/** Somebody of every kind at every company, with enough behind them that no list is empty. */
import { listInstruments } from '../../contract/market'
import { listNews } from '../../contract/news'
import { closeOrder, submitOrder } from '../../contract/orders'
import { bindPayoutMethod, listWithdrawCurrencies } from '../../contract/withdrawals'
import { tokenOf } from '../e2e/desk-pages'
import { declareDeposit, fund, turnTwoStepOn } from '../e2e/money-account'
import type { Brand, Site } from '../e2e/ports'
import { openRealAccount } from '../e2e/real-account'
import { newDemoTrader, wire } from '../e2e/wire-client'
import type { Visitor } from './places'

export interface World {
  /** What the site's cookie of this visitor holds. */
  readonly tokens: Readonly<Partial<Record<Visitor, string>>>
  /** Fills `{name}` in an address. */
  readonly names: Readonly<Record<string, string>>
}

const ADDRESS = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'

/** Two positions, an order that waits and one that is closed. Gives the number of a position. */
async function trade(brand: Brand, token: string): Promise<string> {
  const trader = { brand, token }
  const instruments = await wire(trader, listInstruments, {})
  const place = (code: string, type: '1' | '2', cont: string, targetShare?: number) => {
    const instrument = instruments.find(({ Code }) => Code === code)
    if (instrument === undefined) throw new Error(`${brand} does not trade ${code}`)
    const { Close } = instrument.ForexQuotations
    const multiple = instrument.HasForexMultiple[0]?.Value
    return wire(trader, submitOrder, {
      forex_id: instrument.Id,
      type,
      cont,
      status: targetShare === undefined ? '1' : '0',
      ...(multiple ? { multiple } : {}),
      ...(targetShare === undefined ? {} : { target_price: (Number(Close) * targetShare).toFixed(instrument.PricePrecision) }),
    })
  }
  await wire(trader, closeOrder, { id: (await place('BTCUSDT', '2', '0.01')).Id })
  await place('EURUSD', '2', '0.05')
  await place('BTCUSDT', '1', '0.01', 0.9)
  return (await place('BTCUSDT', '1', '0.01')).Id
}

async function makeCompany(brand: Brand): Promise<World> {
  const real = await openRealAccount(brand)
  await fund(real, '2500')
  await declareDeposit(real, '150')
  const order = await trade(brand, real.token)
  const currencies = await wire(real, listWithdrawCurrencies, { type: '1' })
  const currency = currencies.find(({ protocol }) => protocol === 'TRC20')
  if (currency !== undefined) await wire(real, bindPayoutMethod, { draw_id: currency.id, type: '1', dc_address: ADDRESS })
  const demo = await newDemoTrader(brand)
  await trade(brand, demo.token)
  const secured = await openRealAccount(brand)
  await turnTwoStepOn(secured)
  const { data: news } = await wire({ brand }, listNews, { category_id: '1' })
  return {
    tokens: { real: real.token, demo: demo.token, secured: secured.token },
    names: { order, trader: real.id, article: news[0]?.id ?? '' },
  }
}

export type Worlds = ReadonlyMap<Site | 'main', World>

/** The desk looks at a company's trader, so it comes after the companies. */
export async function makeWorlds(sites: readonly (Site | 'main')[]): Promise<Worlds> {
  const worlds = new Map<Site | 'main', World>()
  for (const site of sites) if (site !== 'desk' && site !== 'main') worlds.set(site, await makeCompany(site))
  worlds.set('main', { tokens: {}, names: {} })
  if (sites.includes('desk')) {
    const seen = worlds.get('aurora') ?? (await makeCompany('aurora'))
    worlds.set('desk', { tokens: { operator: await tokenOf('demo-one') }, names: seen.names })
  }
  return worlds
}
