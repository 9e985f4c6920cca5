/** The market of the `scripted` server, whose prices stand where a journey puts them (steered-market.ts), and lines dragged over its chart. */
import type { Locator, Page } from 'playwright/test'
import type { InputOf } from '../../contract/endpoint'
import { listInstruments } from '../../contract/market'
import { listOrders, type Order, type OrderTab, submitOrder } from '../../contract/orders'
import { ask } from './plain-request'
import { STEERING_PORT } from './ports'
import type { TapeCode } from './scripted-tape'
import { expect } from './site-test'
import { type Caller, wire } from './wire-client'

export const SERVER = 'scripted'
/** The price that nobody moves. */
export const STILL: TapeCode = 'EURUSD'

/** As the pages write it: EUR/USD. */
export const shownAs = (code: TapeCode): string => `${code.slice(0, 3)}/${code.slice(3)}`

async function instrumentOf(trader: Caller, code: TapeCode) {
  const instrument = (await wire(trader, listInstruments, {})).find(({ Code }) => Code === code)
  if (instrument === undefined) throw new Error(`the scripted server does not offer ${code}`)
  return instrument
}

const pointsOf = (price: string): number => Math.round(Number(price) * 100_000)

/** Puts the bid at a price, in points, and waits until it is quoted. */
export async function moveTo(trader: Caller, code: TapeCode, points: number): Promise<void> {
  const { status } = await ask({ host: `127.0.0.1:${STEERING_PORT}`, path: `/${code}/${points}`, method: 'PUT' })
  if (status !== 204) throw new Error(`the price of ${code} cannot be moved: ${status}`)
  await expect.poll(async () => pointsOf((await instrumentOf(trader, code)).ForexQuotations.Bid)).toBe(points)
}

/** An order by the API: what the page shows of it came by push. */
export async function place(
  trader: Caller,
  code: TapeCode,
  wish: Omit<InputOf<typeof submitOrder>, 'forex_id' | 'multiple'>,
  leverage = '100',
): Promise<Order> {
  const { Id } = await instrumentOf(trader, code)
  return wire(trader, submitOrder, { ...wish, forex_id: Id, multiple: leverage })
}

export async function orderOf(trader: Caller, id: string, tab: (typeof OrderTab)['options'][number]): Promise<Order | undefined> {
  return (await wire(trader, listOrders, { status: tab, page: '1' })).data.find((order) => order.Id === id)
}

/** Where a line is once it stays there: a chart moves its lines when another joins them, and a sheet that goes lies over them. */
const middleOf = async (handle: Locator): Promise<{ x: number; y: number }> => {
  await handle.hover({ trial: true })
  let before = ''
  await expect
    .poll(
      async () => {
        const [last, now] = [before, JSON.stringify(await handle.boundingBox())]
        before = now
        return now === last
      },
      { intervals: [300] },
    )
    .toBe(true)
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
