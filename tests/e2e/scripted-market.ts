/** The market of the `scripted` server, whose price swings between two bounds (scripted-tape.ts), and lines dragged over its chart. */
import type { Locator, Page } from 'playwright/test'
import type { InputOf } from '../../contract/endpoint'
import { listInstruments } from '../../contract/market'
import { listOrders, type Order, type OrderTab, submitOrder } from '../../contract/orders'
import { TAPE, TAPE_CODE } from './scripted-tape'
import { expect } from './site-test'
import { type Caller, wire } from './wire-client'

export const SERVER = 'scripted'
export const SHOWN = 'EUR/USD'
/** Longer than the price needs from one bound to the other and back. */
export const ROUND_MS = 2 * TAPE.swingMs + 20_000

async function instrumentOf(trader: Caller) {
  const instrument = (await wire(trader, listInstruments, {})).find(({ Code }) => Code === TAPE_CODE)
  if (instrument === undefined) throw new Error(`the scripted server does not offer ${TAPE_CODE}`)
  return instrument
}

const pointsOf = (price: string): number => Math.round(Number(price) * 100_000)

/** Waits until the bid passes a price, in points, in the given direction; from there half a swing goes on that way. */
export async function untilBidPasses(trader: Caller, points: number, heading: 'up' | 'down'): Promise<void> {
  let before: number | null = null
  const hasPassed = async () => {
    const now = pointsOf((await instrumentOf(trader)).ForexQuotations.Bid)
    const last = before
    before = now
    if (last === null) return false
    return heading === 'up' ? last < points && now >= points : last > points && now <= points
  }
  await expect.poll(hasPassed, { timeout: ROUND_MS, intervals: [200] }).toBe(true)
}

/** An order by the API: what the page shows of it came by push. */
export async function place(
  trader: Caller,
  wish: Omit<InputOf<typeof submitOrder>, 'forex_id' | 'multiple'>,
  leverage = '100',
): Promise<Order> {
  const { Id } = await instrumentOf(trader)
  return wire(trader, submitOrder, { ...wish, forex_id: Id, multiple: leverage })
}

export async function orderOf(trader: Caller, id: string, tab: (typeof OrderTab)['options'][number]): Promise<Order | undefined> {
  return (await wire(trader, listOrders, { status: tab, page: '1' })).data.find((order) => order.Id === id)
}

const middleOf = async (handle: Locator): Promise<{ x: number; y: number }> => {
  await expect(handle).toBeVisible()
  const box = await handle.boundingBox()
  if (box === null) throw new Error('the line is not on the screen')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The price in the name of a line, in points. */
async function pointsIn(handle: Locator): Promise<number> {
  const name = (await handle.getAttribute('aria-label')) ?? ''
  return pointsOf(/\d\.\d{5}/.exec(name)?.[0] ?? 'none')
}

/** The height of a price on the screen, measured between two lines that are far apart. */
export async function heightOf(points: number, low: Locator, high: Locator): Promise<number> {
  const [lowest, highest] = await Promise.all([middleOf(low), middleOf(high)])
  const [from, to] = await Promise.all([pointsIn(low), pointsIn(high)])
  return lowest.y + ((highest.y - lowest.y) * (points - from)) / (to - from)
}

/** Holds a line and takes it to a height of the screen, by mouse or by finger; it is still held afterwards. */
export async function holdLine(page: Page, layout: 'phone' | 'desktop', handle: Locator, toY: number): Promise<{ drop(): Promise<void> }> {
  const from = await middleOf(handle)
  const steps = Array.from({ length: 8 }, (_, step) => from.y + ((toY - from.y) * (step + 1)) / 8)
  if (layout === 'desktop') {
    await page.mouse.move(from.x, from.y)
    await page.mouse.down()
    for (const y of steps) await page.mouse.move(from.x, y)
    return { drop: () => page.mouse.up() }
  }
  const session = await page.context().newCDPSession(page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: from.x, y }] })
  await touch('touchStart', from.y)
  for (const y of steps) await touch('touchMove', y)
  return {
    drop: async () => {
      await touch('touchEnd', toY)
    },
  }
}
