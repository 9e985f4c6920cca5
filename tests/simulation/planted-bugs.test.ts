/** A simulation that finds nothing may be one that sees nothing: each of these bugs is planted, and must be found and named. */
import { expect, test } from 'vitest'
import { ORDER_STATUS } from '../../broker/db/statuses'
import type { AccountBooks, Posting } from '../../broker/ledger/account-books'
import type { OrderChanges } from '../../broker/ledger/order-columns'
import { tradedQuote } from '../../broker/ledger/order-receipt'
import type { OrderRow } from '../../broker/ledger/order-store'
import type { RecordedBooks } from '../../broker/ledger/recorded-books'
import { Pricing } from '../../broker/market/pricing'
import type { Provider } from '../../broker/providers/provider'
import { settlePosition } from '../../broker/trading/close-position'
import { hashOnlySigner } from '../fixtures/test-signer'
import { ROUTED_BRAND, simulatedBrands } from './brands'
import { type Simulation, simulate } from './simulate'
import type { Plant } from './simulation-options'

const tenants = simulatedBrands()
/** What a provider has no part in is looked for where there is none: it is met more often. */
const ownBooks = tenants.filter(({ id }) => id !== ROUTED_BRAND)
const SEEDS = 60

/** The invariants that were named first, over as many seeds as it takes. */
async function firstFound(plant: Plant): Promise<string> {
  for (let seed = 1; seed <= SEEDS; seed++) {
    const brands = plant.process?.line === undefined ? ownBooks : tenants
    const { failure } = await simulate({ seed, events: 1_400, tenants: brands, signer: hashOnlySigner, plant })
    if (failure !== null) return failure.invariant
  }
  return 'nothing'
}

/** Books of which some methods are other than they should be. */
function withMethods(books: RecordedBooks, methods: Partial<AccountBooks>): AccountBooks {
  return new Proxy(books, {
    get: (target, name) => {
      if (name in methods) return methods[name as keyof AccountBooks]
      const value: unknown = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}

const changing = (change: (books: RecordedBooks, order: OrderRow, changes: OrderChanges, world: Simulation) => OrderRow): Plant => ({
  books: (books, world) => withMethods(books, { changeOrder: (order, changes) => change(books, order, changes, world) }),
})
const posting = (change: (posting: Posting) => Posting): Plant => ({
  books: (books) => withMethods(books, { post: (one) => books.post(change(one)) }),
})
const endsBy = (changes: OrderChanges, reason: OrderRow['closeReason']) => changes.closeReason === reason

/** Closes other positions than the engine would. */
const stoppingOut = (choose: (held: OrderRow[], worst: OrderRow) => OrderRow[]): Plant => ({
  books: (books, world) => {
    let isPlanted = false
    const changeOrder: AccountBooks['changeOrder'] = (order, changes) => {
      if (!isPlanted && endsBy(changes, 'stop_out') && order.status === ORDER_STATUS.holding) {
        isPlanted = true
        const unit = world.unitOver(books)
        for (const victim of choose(
          books.orders.filter(({ status }) => status === ORDER_STATUS.holding),
          order,
        )) {
          const tradable = unit.services.pricing.tradableQuote(unit.tenant, victim.instrumentCode)
          if (victim.id !== order.id && tradable.ok) {
            settlePosition(unit, victim, tradedQuote(unit, victim.instrumentCode, tradable.quote), 'stop_out')
          }
        }
      }
      return books.changeOrder(order, changes)
    }
    return withMethods(books, { changeOrder })
  },
})

const PLANTS: [string, Plant, RegExp][] = [
  [
    'a close releases a little less margin than was bound',
    posting((one) =>
      one.kind !== 'order_close'
        ? one
        : {
            ...one,
            entries: one.entries.map((entry, i) => (i === 2 ? entry : { ...entry, amount: entry.amount + (i === 0 ? 1n : -1n) })),
          },
    ),
    /I4/,
  ],
  [
    'a profit is booked twice',
    posting((one) =>
      one.kind !== 'order_close'
        ? one
        : {
            ...one,
            entries: [
              ...one.entries,
              { account: 'trader:available', amount: -one.entries[2]!.amount },
              { account: 'house:trading', amount: one.entries[2]!.amount },
            ],
          },
    ),
    /I12/,
  ],
  [
    'the number of open orders is not counted down',
    posting((one) => (one.openOrdersChange === -1 ? { ...one, openOrdersChange: 0 } : one)),
    /I4/,
  ],
  ['a stop-out closes one position more than it must', stoppingOut((held) => held.slice(0, 1)), /stop-out/],
  ['a stop-out begins with another than the largest loss', stoppingOut((held) => held.slice(-1)), /stop-out/],
  [
    'a close is a point worse than its tick',
    changing((books, order, changes) =>
      books.changeOrder(order, changes.closePrice == null ? changes : { ...changes, closePrice: changes.closePrice - 10_000n }),
    ),
    /fill/,
  ],
  [
    'a fill at the other side of the quote',
    {
      process: {
        pricing: (pricing) => {
          const tradable = pricing.tradableQuote.bind(pricing)
          pricing.tradableQuote = (tenant, code) => {
            const found = tradable(tenant, code)
            return found.ok ? { ok: true, quote: { ...found.quote, ask: found.quote.bid } } : found
          }
        },
      },
    },
    /fill|trigger/,
  ],
  [
    'an ended order opens again',
    changing((books, order, changes) => {
      const row = books.changeOrder(order, changes)
      return row.status === ORDER_STATUS.completed ? row : books.changeOrder(row, { status: 0 })
    }),
    /error/,
  ],
  [
    'a stale price is traded',
    {
      process: {
        pricing: (pricing) => {
          pricing.tradableQuote = (tenant, code) => {
            const quote = pricing.quote(tenant, code)
            return quote === null || !pricing.isOpen(code) ? { ok: false, error: 'QUOTE_STALE' } : { ok: true, quote }
          }
        },
      },
    },
    /I9/,
  ],
  [
    'a closed market is traded',
    {
      process: {
        pricing: (pricing) => {
          pricing.isOpen = () => true
          const original = Pricing.prototype.tradableQuote
          pricing.tradableQuote = (tenant, code) => {
            const found = original.call(pricing, tenant, code)
            const quote = pricing.quote(tenant, code)
            return found.ok || found.error !== 'MARKET_CLOSED' || quote === null ? found : { ok: true, quote }
          }
        },
      },
    },
    /I9/,
  ],
  ['every price is believed', { process: { market: { hasPriceBands: false } } }, /G29/],
  ['the first tick after a pause is traded', { process: { market: { confirmations: 1 } } }, /I9/],
  [
    'what could not be carried out is not armed again',
    {
      process: {
        book: (book) => {
          book.rearm = () => {}
        },
      },
    },
    /trigger|trailing/,
  ],
  [
    'an account that was looked at is not watched any more',
    {
      process: {
        book: (book) => {
          book.takeSuspects = () => []
        },
      },
    },
    /stop-out|margin-call/,
  ],
  [
    'stops are reached only every other time',
    {
      process: {
        book: (book) => {
          const take = book.takeReached.bind(book)
          let calls = 0
          book.takeReached = (...about) => {
            const reached = take(...about)
            calls += 1
            return calls % 2 === 0 ? { ...reached, protection: [] } : reached
          }
        },
      },
    },
    /trigger/,
  ],
  [
    'a key is forgotten and its call carried out again',
    {
      store: (store) => {
        store.guards.keys = false
      },
    },
    /I5/,
  ],
  [
    'a receipt is left out now and then',
    {
      books: (books) =>
        withMethods(books, { addReceipt: (receipt) => (receipt.event === 'order_edited' ? undefined : books.addReceipt(receipt)) }),
    },
    /receipts/,
  ],
  ['an order is handed to its provider twice', { process: { line: (line) => handing(line, 'twice') } }, /provider/],
  [
    'what is asked of a provider never gets there, nor the question after it',
    { process: { line: (line) => handing(line, 'never') } },
    /provider/,
  ],
  ['a row of the ledger is changed afterwards', { store: (store) => tamper(store.ledger) }, /I7|I12|I2/],
]

/** A line that hands over more, or less, than it was given. */
function handing<Line extends Provider & { cut(): void }>(line: Line, how: 'twice' | 'never'): Line {
  const submit = line.submit.bind(line)
  line.submit = (order) => (how === 'never' ? Promise.resolve() : submit(order).then(() => submit(order)))
  if (how === 'never') line.askAfter = () => Promise.resolve()
  return line
}

/** Every hundredth row that is read back says something else than was written. */
function tamper(ledger: { push(...rows: never[]): number }): void {
  const push = ledger.push.bind(ledger)
  let count = 0
  ledger.push = (...rows) => {
    count += 1
    const [row] = rows as unknown as [{ readonly kind: string; readonly orderId: bigint | null }]
    return push(...((count % 100 === 0 ? [{ ...row, orderId: null }] : rows) as never[]))
  }
}

test.each(PLANTS)(
  '%s: found',
  async (_, plant, invariant) => {
    expect(await firstFound(plant)).toMatch(invariant)
  },
  120_000,
)

test('without a planted bug the same seeds find nothing', async () => {
  const { failure } = await simulate({ seed: 1, events: 1_000, tenants, signer: hashOnlySigner, plant: {} })
  expect(failure).toBeNull()
})
