/** The realtime socket: signing in, snapshots, counting, answers to pings, what is told of an order. Frames are held against the contract as they come. */
import { randomUUID } from 'node:crypto'
import { TOPICS } from '../../../contract/documents/asyncapi'
import { ERRORS } from '../../../contract/errors'
import { ENDPOINTS } from '../../../contract/index'
import { PERIODS } from '../../../contract/primitives'
import { type ClosedPush, DayMarketPush, KlinePush, PRIVATE_TOPICS, SOCKET_LIMITS, TradePush } from '../../../contract/socket'
import { formatFixed, parseFixed } from '../../../rules/decimal'
import { parseAmount } from '../../../rules/money'
import { type Check, fits, holds, Mismatch, NotChecked, same } from '../check'
import type { Listener, Push } from '../listener'
import { pickInstrument, pricePointsAway } from '../pick-instrument'
import { amountText, checkFigures } from '../recompute'
import { checkCost, openOrder, pendingOrder } from '../trading'

const SECTION = '§3 Realtime socket'
const LISTEN_MS = 1_500
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

const check = (name: string, run: Check['run']): Check => ({ name: `socket.${name}`, section: SECTION, run })

const ping = check('ping', async (subject) => {
  const socket = subject.listen()
  socket.send({ event: 'ping' })
  await socket.next('pong', (frame) => 'event' in frame && frame.event === 'pong')
})

const dayMarket = check('day-market', async (subject) => {
  const socket = subject.listen()
  const snapshot = fits('the snapshot of DAY_MARKET', DayMarketPush, (await socket.subscribe('DAY_MARKET')).data)
  const offered = (await subject.instruments()).map(({ Id }) => Id).sort()
  same('instruments of the snapshot: all that trade_list has', snapshot.map(({ Id }) => Id).sort(), offered)
  await pause(LISTEN_MS)
  socket.sound()
  const pushes = socket.pushes('DAY_MARKET')
  holds(
    `pushes in ${LISTEN_MS / 1000} s`,
    pushes.length <= 1 + Math.ceil((LISTEN_MS / 1000) * 10) + 2,
    'at most ten a second',
    pushes.length,
  )
  socket.send({ event: 'unsub', topic: 'DAY_MARKET' })
  same('unsubscribing', (await socket.reply('unsub', 'DAY_MARKET')).code, 1)
  const last = socket.pushes('DAY_MARKET').length
  await pause(LISTEN_MS / 3)
  same('pushes after unsubscribing', socket.pushes('DAY_MARKET').length, last)
})

const kline = check('kline', async (subject) => {
  const socket = subject.listen()
  const { instrument } = await pickInstrument(subject)
  const topic = `KLINE.${instrument.Code}`
  socket.send({ event: 'sub', topic })
  same('subscribing to candles', (await socket.reply('sub', topic)).code, 1)
  const periods = new Set<string>()
  while (periods.size < PERIODS.length) {
    const push = await socket.push(topic, ({ snapshot }) => snapshot === true)
    periods.add(fits('a candle', KlinePush, push.data).Period)
  }
  same('periods of the snapshot', [...periods].sort(), [...PERIODS].sort())
  socket.send({ event: 'sub', topic: 'KLINE.NOSUCHCODE' })
  same(
    'candles of an instrument that is not offered',
    (await socket.reply('sub', 'KLINE.NOSUCHCODE')).code,
    ERRORS.INSTRUMENT_NOT_FOUND.code,
  )
})

const anonymous = check('private-topics-need-a-login', async (subject) => {
  const socket = subject.listen()
  for (const topic of PRIVATE_TOPICS) {
    socket.send({ event: 'sub', topic })
    same(`subscribing to ${topic} without a login`, (await socket.reply('sub', topic)).code, ERRORS.SESSION_INVALID.code)
  }
  same(
    'pushes of private topics',
    PRIVATE_TOPICS.flatMap((topic) => socket.pushes(topic)),
    [],
  )
  same('login with a token that nobody was given', (await socket.login('x'.repeat(43))).code, ERRORS.SESSION_INVALID.code)
})

const ticket = check('ticket', async (subject) => {
  const trader = await subject.newTrader()
  const made = (await trader.get(ENDPOINTS.createSocketTicket, {})).ticket
  same('login with a ticket', (await subject.listen().login(made)).code, 1)
  same('login with the same ticket again', (await subject.listen().login(made)).code, ERRORS.SESSION_INVALID.code)
  same('login with the session token', (await subject.listen().login(trader.token)).code, 1)
  const answer = await subject.call(ENDPOINTS.getTrader, {}, { token: (await trader.get(ENDPOINTS.createSocketTicket, {})).ticket })
  same('a ticket as the token of a call', answer.code, ERRORS.SESSION_INVALID.code)
})

const account = check('account', async (subject) => {
  const trader = await subject.newTrader()
  const socket = subject.listen()
  same('login', (await socket.login(trader.token)).code, 1)
  const first = fits('the snapshot of FOREX_TRADE', TradePush, (await socket.subscribe('FOREX_TRADE')).data)
  checkFigures('the snapshot of FOREX_TRADE', first, 0n)
  const order = await openOrder(trader, await pickInstrument(subject))
  const push = await socket.push('FOREX_TRADE', ({ data }) => (data as TradePush).orders.some(({ Id }) => Id === order.Id))
  const figures = push.data as TradePush
  const floating = figures.orders.reduce((sum, { FactProfits }) => sum + parseAmount(FactProfits), 0n)
  same('all_fact_profits of FOREX_TRADE', amountText(figures.all_fact_profits), formatFixed(floating))
  checkFigures('FOREX_TRADE', figures, floating)
  same('total_margin of FOREX_TRADE', amountText(figures.total_margin), amountText(order.CautionMoney))
  socket.sound()
})

const closing = check('order-events', async (subject) => {
  const trader = await subject.newTrader()
  const tradable = await pickInstrument(subject)
  const socket = subject.listen()
  await socket.login(trader.token)
  await socket.subscribe('FOREX_CLOSED')
  const told = async (id: string): Promise<ClosedPush> =>
    (await socket.push('FOREX_CLOSED', ({ data }) => (data as ClosedPush).Id === id)).data as ClosedPush
  const order = await openOrder(trader, tradable)
  const closed = await trader.get(ENDPOINTS.closeOrder, { id: order.Id })
  const event = await told(order.Id)
  same(
    '[Status, CloseReason, FactProfits, UpdatePrice] of the event',
    [event.Status, event.CloseReason, amountText(event.FactProfits), event.UpdatePrice],
    [3, 'manual', amountText(closed.FactProfits), closed.UpdatePrice],
  )
  socket.sound()
})

/** How long a price may take to move by one point. */
const FILL_WITHIN_MS = 60_000

const filled = check('pending-fills', async (subject) => {
  const trader = await subject.newTrader()
  const tradable = await pickInstrument(subject)
  const socket = subject.listen()
  await socket.login(trader.token)
  await socket.subscribe('FOREX_CLOSED')
  // One on each side of the price: whichever way it moves, it reaches one of them.
  const placed = await Promise.all(
    [-1, 1].map((points) => trader.call(ENDPOINTS.submitOrder, pendingOrder(tradable, '1', pricePointsAway(tradable.instrument, points)))),
  )
  const waiting = placed.filter(({ outcome }) => outcome === 'ok').map(({ data }) => data)
  const ids = new Set(waiting.map(({ Id }) => Id))
  const push = await socket
    .next('the fill of a pending order', (frame) => 'seq' in frame && ids.has((frame.data as ClosedPush).Id), FILL_WITHIN_MS)
    .catch((error) => {
      socket.sound()
      throw waiting.length === 0 ? error : new NotChecked(`a price that moves by a point within ${FILL_WITHIN_MS / 1000} s`)
    })
  const event = (push as Push).data as ClosedPush
  same('Status of the event', event.Status, 1)
  const order = (await trader.get(ENDPOINTS.listOrders, { status: '1' })).data.find(({ Id }) => Id === event.Id)
  if (order === undefined) throw new Mismatch('open orders after the fill', event.Id, 'others')
  const [target, price] = [parseFixed(order.OriginPrice), parseFixed(order.Price)]
  const isFair = order.PendingKind === 'limit' ? price <= target : price >= target
  holds(
    `fill price of a buy ${order.PendingKind} at ${order.OriginPrice}`,
    isFair,
    'a limit at its target or better, a stop at its target or worse',
    order.Price,
  )
  await checkCost(subject, tradable, order)
})

const foreign = check('nothing-of-others', async (subject) => {
  const [watcher, trader] = [await subject.newTrader(), await subject.newTrader()]
  const socket = subject.listen()
  await socket.login(watcher.token)
  for (const topic of PRIVATE_TOPICS) await socket.subscribe(topic)
  const order = await openOrder(trader, await pickInstrument(subject))
  await trader.get(ENDPOINTS.closeOrder, { id: order.Id })
  await pause(LISTEN_MS)
  const heard = PRIVATE_TOPICS.flatMap((topic) => socket.pushes(topic)).filter(({ data }) => JSON.stringify(data).includes(`"${order.Id}"`))
  same('pushes about the order of another trader', heard, [])
  socket.sound()
})

const logout = check('logout', async (subject) => {
  const trader = await subject.newTrader()
  const socket = subject.listen()
  await socket.login(trader.token)
  await socket.subscribe('FOREX_CLOSED')
  socket.send({ event: 'logout' })
  same('logout', (await socket.reply('logout')).code, 1)
  socket.send({ event: 'sub', topic: 'FOREX_TRADE' })
  same('a private topic after logout', (await socket.reply('sub', 'FOREX_TRADE')).code, ERRORS.SESSION_INVALID.code)
  const ended = subject.listen()
  await ended.login(trader.token)
  await ended.subscribe('FOREX_TRADE')
  await trader.get(ENDPOINTS.logout, {})
  const news = await ended.next('news of the ended session', (frame) => 'event' in frame && frame.event === 'logout')
  same('code of a connection whose session has ended', 'code' in news && news.code, ERRORS.SESSION_INVALID.code)
})

/** One message that nobody understands is answered and costs nothing else; a client that goes on with them is let go. */
const junk = check('what-is-no-message', async (subject) => {
  for (const [what, text] of [
    ['a frame that is not JSON', 'hello'],
    ['an unknown event', '{"event":"buy"}'],
    ['a topic that does not exist', '{"event":"sub","topic":"SECRETS"}'],
  ] as const) {
    const socket = subject.listen()
    socket.sendText(text)
    await socket.next(`an error in answer to ${what}`, (frame) => 'code' in frame && frame.code !== 1)
    await socket.subscribe('DAY_MARKET')
    for (let sent = 1; sent <= SOCKET_LIMITS.maxUnreadablePerMinute; sent++) socket.sendText(text)
    await isClosed(socket, `${what}, again and again`)
  }
  const socket = subject.listen()
  socket.sendText(JSON.stringify({ event: 'login', token: randomUUID().repeat(SOCKET_LIMITS.maxFrameBytes / 32) }))
  await isClosed(socket, 'a frame over the limit')
})

async function isClosed({ closed }: Listener, after: string): Promise<void> {
  const code = await Promise.race([closed, pause(5_000).then(() => null)])
  if (code === null) throw new Mismatch(after, 'the connection is closed', 'it stays open')
}

const known = check('topics', async (subject) => {
  const trader = await subject.newTrader()
  const { instrument } = await pickInstrument(subject)
  const socket = subject.listen()
  await socket.login(trader.token)
  for (const topic of Object.keys(TOPICS)) await socket.subscribe(topic.replace('{code}', instrument.Code))
  await pause(LISTEN_MS)
  socket.sound()
})

export const SOCKET_CHECKS: readonly Check[] = [
  ping,
  dayMarket,
  kline,
  anonymous,
  ticket,
  account,
  closing,
  filled,
  foreign,
  logout,
  junk,
  known,
]
