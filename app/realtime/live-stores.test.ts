import { expect, test, vi } from 'vitest'
import type { MarketRow } from '../terms/quote'
import { createLiveStores } from './live-stores'

const row = (change: Partial<MarketRow> = {}): MarketRow => ({
  id: '1',
  open: '1.10000',
  last: '1.10010',
  change: '+0.01',
  bid: '1.10009',
  ask: '1.10011',
  high: '1.10050',
  low: '1.09900',
  time: 1_000,
  isOpen: true,
  quoteToUsdt: '1',
  ...change,
})
const seed = (id: string) => ({ id, isOpen: true, quoteToUsdt: '1', quote: row({ id }) })
const figures = { floatingProfit: '1', balance: '2', equity: '3', usedMargin: '4', freeMargin: '5', marginLevel: '6' }

test('a push changes only the stores it names', () => {
  const stores = createLiveStores(() => 0)
  stores.plantQuotes([seed('1'), seed('2')])
  const first = vi.fn()
  const second = vi.fn()
  stores.quote('1').subscribe(first)
  stores.quote('2').subscribe(second)
  stores.applyDayMarket([row({ last: '1.10020', time: 2_000 })], 2_000)
  expect(first).toHaveBeenCalledTimes(1)
  expect(second).not.toHaveBeenCalled()
})

test('planting while drawing tells nobody and never overwrites what is live', () => {
  const stores = createLiveStores(() => 0)
  const heard = vi.fn()
  stores.quote('1').subscribe(heard)
  stores.plantQuotes([seed('1')])
  stores.applyDayMarket([row({ last: '1.20000', time: 5_000 })], 5_000)
  stores.plantQuotes([seed('1')])
  expect(heard).toHaveBeenCalledTimes(1)
  expect(stores.quote('1').get()?.last).toBe('1.20000')
  expect(stores.quote('1').getPlanted()?.last).toBe('1.10010')
})

test('a refetched list brings newer prices and never older ones', () => {
  const stores = createLiveStores(() => 0)
  stores.applyDayMarket([row({ last: '1.20000', time: 5_000 })], 5_000)
  stores.refreshQuotes([seed('1')])
  expect(stores.quote('1').get()?.last).toBe('1.20000')
  stores.refreshQuotes([{ ...seed('1'), quote: row({ last: '1.30000', time: 6_000 }) }])
  expect(stores.quote('1').get()?.last).toBe('1.30000')
})

test('a price older than the one known is ignored', () => {
  const stores = createLiveStores(() => 0)
  stores.applyDayMarket([row({ last: '1.20000', time: 5_000 })], 5_000)
  stores.applyDayMarket([row({ last: '1.10000', time: 4_000 })], 5_000)
  expect(stores.quote('1').get()?.last).toBe('1.20000')
})

test('the move is told against the price before and stays while the price stays', () => {
  const stores = createLiveStores(() => 0)
  const moves = ['1.10010', '1.10020', '1.10020', '1.1', '1.10000', '1.2'].map((last, index) => {
    stores.applyDayMarket([row({ last, time: 1_000 + index })], 2_000)
    return stores.quote('1').get()?.move
  })
  expect(moves).toEqual(['flat', 'up', 'up', 'down', 'down', 'up'])
})

test('the age of a price counts from when the broker made it, whatever the two clocks say', () => {
  const pageNow = 500_000
  const stores = createLiveStores(() => pageNow)
  stores.applyDayMarket([row({ time: 90_000 })], 97_000)
  expect(pageNow - (stores.quote('1').get()?.receivedAt ?? 0)).toBe(7_000)
})

test('a closing market is heard although the price did not move', () => {
  const stores = createLiveStores(() => 0)
  stores.applyDayMarket([row()], 1_000)
  stores.applyDayMarket([row({ isOpen: false })], 1_000)
  expect(stores.quote('1').get()?.isOpen).toBe(false)
})

test('figures of account and orders are the broker’s, and an order that did not change is not told', () => {
  const stores = createLiveStores(() => 0)
  const heard = vi.fn()
  stores.order('9').subscribe(heard)
  const positions = [{ id: '9', price: '1.1', profit: '10.00000000', stopLoss: undefined }]
  stores.applyAccount({ figures, positions })
  stores.applyAccount({ figures: { ...figures, equity: '4' }, positions: positions.map((position) => ({ ...position })) })
  expect(heard).toHaveBeenCalledTimes(1)
  expect(stores.account.get()?.equity).toBe('4')
  expect(stores.holdingCount.get()).toBe(1)
  expect(stores.order('9').get()).toEqual({ price: '1.1', profit: '10.00000000' })
})

test('another person sees nothing of the one before', () => {
  const stores = createLiveStores(() => 0)
  stores.applyAccount({ figures, positions: [] })
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
  stores.applyDayMarket([row({ last: '1.10020', time: 2_000 })], 2_000)
  stores.applyDayMarket([row({ last: '1.10030', time: 3_000 })], 3_000)
  stores.applyAccount({ figures, positions: [] })
  expect(heard).not.toHaveBeenCalled()
  expect(stores.account.get()).toBeUndefined()
  stores.release()
  expect(stores.quote('1').get()?.last).toBe('1.10030')
  expect(stores.account.get()).toEqual(figures)
  stores.applyDayMarket([row({ last: '1.10040', time: 4_000 })], 4_000)
  expect(stores.quote('1').get()?.last).toBe('1.10040')
})

test('a push that waited while somebody signed out is not told to the next person', () => {
  const stores = createLiveStores(() => 0)
  stores.hold()
  stores.applyAccount({ figures, positions: [] })
  stores.forgetTrader()
  stores.release()
  expect(stores.account.get()).toBeUndefined()
})

test('what an instrument takes is kept from the list that names it, and from a fuller one that comes later', () => {
  const stores = createLiveStores(() => 0)
  stores.plantQuotes([seed('1')])
  expect(stores.termsOf('1')).toBeUndefined()
  const terms = { lotStep: '0.01', minLots: '0.01', maxLots: '50', minStopDistance: '0.00050' }
  stores.refreshQuotes([{ ...seed('1'), ...terms }])
  expect(stores.termsOf('1')).toEqual(terms)
})

test('another person hears nothing of the margin call of the one before', () => {
  const stores = createLiveStores(() => 0)
  stores.notice.set({ level: '100', marginLevel: '99.50', at: 1 })
  stores.forgetTrader()
  expect(stores.notice.get()).toBeNull()
})
