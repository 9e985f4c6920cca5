import { expect, test, vi } from 'vitest'
import type { DayMarketRow } from '../../contract/socket'
import { createLiveStores } from './live-stores'

const row = (change: Partial<DayMarketRow> = {}): DayMarketRow => ({
  Id: '1',
  Open: '1.10000',
  Close: '1.10010',
  Change: '+0.01',
  Bid: '1.10009',
  Ask: '1.10011',
  High: '1.10050',
  Low: '1.09900',
  Time: 1_000,
  MarketStatus: 1,
  QuoteToUsdt: '1',
  ...change,
})
const seed = (Id: string) => ({ Id, MarketStatus: 1 as const, QuoteToUsdt: '1', ForexQuotations: row({ Id }) })
const figures = { all_fact_profits: '1', balance: '2', net_value: '3', total_margin: '4', free_margin: '5', risk_rate: '6' }

test('a push changes only the stores it names', () => {
  const stores = createLiveStores(() => 0)
  stores.plantQuotes([seed('1'), seed('2')])
  const first = vi.fn()
  const second = vi.fn()
  stores.quote('1').subscribe(first)
  stores.quote('2').subscribe(second)
  stores.applyDayMarket([row({ Close: '1.10020', Time: 2_000 })], 2_000)
  expect(first).toHaveBeenCalledTimes(1)
  expect(second).not.toHaveBeenCalled()
})

test('planting while drawing tells nobody and never overwrites what is live', () => {
  const stores = createLiveStores(() => 0)
  const heard = vi.fn()
  stores.quote('1').subscribe(heard)
  stores.plantQuotes([seed('1')])
  stores.applyDayMarket([row({ Close: '1.20000', Time: 5_000 })], 5_000)
  stores.plantQuotes([seed('1')])
  expect(heard).toHaveBeenCalledTimes(1)
  expect(stores.quote('1').get()?.close).toBe('1.20000')
  expect(stores.quote('1').getPlanted()?.close).toBe('1.10010')
})

test('a refetched list brings newer prices and never older ones', () => {
  const stores = createLiveStores(() => 0)
  stores.applyDayMarket([row({ Close: '1.20000', Time: 5_000 })], 5_000)
  stores.refreshQuotes([seed('1')])
  expect(stores.quote('1').get()?.close).toBe('1.20000')
  stores.refreshQuotes([{ ...seed('1'), ForexQuotations: row({ Close: '1.30000', Time: 6_000 }) }])
  expect(stores.quote('1').get()?.close).toBe('1.30000')
})

test('a price older than the one known is ignored', () => {
  const stores = createLiveStores(() => 0)
  stores.applyDayMarket([row({ Close: '1.20000', Time: 5_000 })], 5_000)
  stores.applyDayMarket([row({ Close: '1.10000', Time: 4_000 })], 5_000)
  expect(stores.quote('1').get()?.close).toBe('1.20000')
})

test('the move is told against the price before and stays while the price stays', () => {
  const stores = createLiveStores(() => 0)
  const moves = ['1.10010', '1.10020', '1.10020', '1.1', '1.10000', '1.2'].map((Close, index) => {
    stores.applyDayMarket([row({ Close, Time: 1_000 + index })], 2_000)
    return stores.quote('1').get()?.move
  })
  expect(moves).toEqual(['flat', 'up', 'up', 'down', 'down', 'up'])
})

test('the age of a price counts from when the broker made it, whatever the two clocks say', () => {
  const pageNow = 500_000
  const stores = createLiveStores(() => pageNow)
  stores.applyDayMarket([row({ Time: 90_000 })], 97_000)
  expect(pageNow - (stores.quote('1').get()?.receivedAt ?? 0)).toBe(7_000)
})

test('a closing market is heard although the price did not move', () => {
  const stores = createLiveStores(() => 0)
  stores.applyDayMarket([row()], 1_000)
  stores.applyDayMarket([row({ MarketStatus: 0 })], 1_000)
  expect(stores.quote('1').get()?.marketStatus).toBe(0)
})

test('figures of account and orders are the broker’s, and an order that did not change is not told', () => {
  const stores = createLiveStores(() => 0)
  const heard = vi.fn()
  stores.order('9').subscribe(heard)
  const orders = [{ Id: '9', UpdatePrice: '1.1', FactProfits: '10.00000000' }]
  stores.applyTrade({ ...figures, orders })
  stores.applyTrade({ ...figures, net_value: '4', orders: orders.map((order) => ({ ...order })) })
  expect(heard).toHaveBeenCalledTimes(1)
  expect(stores.account.get()?.net_value).toBe('4')
  expect(stores.holdingCount.get()).toBe(1)
  expect(stores.order('9').get()).toEqual({ updatePrice: '1.1', factProfits: '10.00000000' })
})

test('another person sees nothing of the one before', () => {
  const stores = createLiveStores(() => 0)
  stores.applyTrade({ ...figures, orders: [] })
  stores.forgetTrader()
  expect(stores.account.get()).toBeUndefined()
  expect(stores.holdingCount.get()).toBeUndefined()
})

test('held pushes are told together and in order, and none is lost', () => {
  const stores = createLiveStores(() => 0)
  stores.plantQuotes([seed('1')])
  const heard = vi.fn()
  stores.quote('1').subscribe(heard)
  stores.hold()
  stores.applyDayMarket([row({ Close: '1.10020', Time: 2_000 })], 2_000)
  stores.applyDayMarket([row({ Close: '1.10030', Time: 3_000 })], 3_000)
  stores.applyTrade({ ...figures, orders: [] })
  expect(heard).not.toHaveBeenCalled()
  expect(stores.account.get()).toBeUndefined()
  stores.release()
  expect(stores.quote('1').get()?.close).toBe('1.10030')
  expect(stores.account.get()).toEqual(figures)
  stores.applyDayMarket([row({ Close: '1.10040', Time: 4_000 })], 4_000)
  expect(stores.quote('1').get()?.close).toBe('1.10040')
})

test('a push that waited while somebody signed out is not told to the next person', () => {
  const stores = createLiveStores(() => 0)
  stores.hold()
  stores.applyTrade({ ...figures, orders: [] })
  stores.forgetTrader()
  stores.release()
  expect(stores.account.get()).toBeUndefined()
})

test('what an instrument takes is kept from the list that names it, and from a fuller one that comes later', () => {
  const stores = createLiveStores(() => 0)
  stores.plantQuotes([seed('1')])
  expect(stores.termsOf('1')).toBeUndefined()
  const terms = { Pip: '0.01', ForexMinCont: '0.01', MaxLots: '50', MinStopDistance: '0.00050' }
  stores.refreshQuotes([{ ...seed('1'), ...terms }])
  expect(stores.termsOf('1')).toEqual(terms)
})

test('another person hears nothing of the margin call of the one before', () => {
  const stores = createLiveStores(() => 0)
  stores.notice.set({ Kind: 'margin_call', Level: '100', MarginLevel: '99.50', At: 1 })
  stores.forgetTrader()
  expect(stores.notice.get()).toBeNull()
})
