/**
 * Random decimals for every call of the contract that takes one: each ends in success or in an error of the call's own, the broker
 * fails at none of them, and the books are whole afterwards.
 *
 * Invariant: which calls take a decimal is asked of their schemas, so a new one is covered the day it is written; where a decimal is to
 * get deep into a call, a scene below names what the call is about. The same seed gives the same decimals.
 */
import type { z } from 'zod'
import { auditBooks } from '../../broker/audit/audit-books'
import { DEFAULT_RATE_LIMITS, type RateLimits } from '../../broker/calls/rate-limits'
import { createAlert, deleteAlert, listAlerts } from '../../contract/alerts'
import { challengeFill } from '../../contract/challenges'
import { listCollectionAccounts, listDepositNetworks, submitBankDeposit } from '../../contract/deposits'
import { DESK_ENDPOINTS, type DeskEndpointName } from '../../contract/desk'
import { decideDeposit, listDeskDeposits } from '../../contract/desk/reviews'
import { getSettings, requestSettingChange } from '../../contract/desk/settings'
import type { Endpoint } from '../../contract/endpoint'
import type { ErrorName } from '../../contract/errors'
import { ENDPOINTS, type EndpointName } from '../../contract/index'
import { cancelOrder, closeAllOrders, listOrders } from '../../contract/orders'
import { DECIMAL_IN } from '../../contract/primitives'
import { bindPayoutMethod, cancelWithdrawal, listWithdrawals, listWithdrawCurrencies } from '../../contract/withdrawals'
import type { Answer } from '../fixtures/broker-client'
import { createWorld, referencePrice, type World } from '../fixtures/create-world'
import { deskInputs } from '../fixtures/desk-inputs'
import { fund } from '../fixtures/funded-trader'
import { openOperator, type TestOperator } from '../fixtures/operator'
import { jpeg, uploaded } from '../fixtures/pictures'
import type { RealTrader } from '../fixtures/real-trader'
import { sampleInputs } from '../fixtures/sample-inputs'
import { open, place } from '../fixtures/trader-actions'
import { randomOf } from './malformed'

type Fields = Record<string, string>
type Random = () => number

export interface DecimalCall {
  readonly name: EndpointName | DeskEndpointName
  readonly endpoint: Endpoint
  /** Its parameters that take a decimal. */
  readonly fields: readonly string[]
}

/** A decimal is what takes 1.5 and no words: neither an id nor a free text nor a whole number does. */
function decimalFields(endpoint: Endpoint): string[] {
  const { shape } = endpoint.input as unknown as { readonly shape: Readonly<Record<string, z.ZodType>> }
  return Object.keys(shape).filter((field) => shape[field]?.safeParse('1.5').success && !shape[field]?.safeParse('one').success)
}

export const DECIMAL_CALLS: readonly DecimalCall[] = [...Object.entries(ENDPOINTS), ...Object.entries(DESK_ENDPOINTS)]
  .map(([name, endpoint]) => ({ name: name as DecimalCall['name'], endpoint: endpoint as Endpoint, fields: decimalFields(endpoint) }))
  .filter(({ fields }) => fields.length > 0)
  // The decimals of a setting are inside its value.
  .concat({ name: 'requestSettingChange', endpoint: requestSettingChange as Endpoint, fields: ['value'] })

const EDGES = [
  ...['0', '0.00', '0.00000001', '0.01', '0.009', '1', '1.00999999', '33.33333333', '00001.50', '1.50000000'],
  ...['92233720368.54', '92233720368.54775807', '92233720368.54775808', '92233720368.55', '90000000000', '90000000000.01'],
  ...['10000000000', '10000000000.01', '9223372036854775807', '9223372036854775808', '999999999999.99999999', '1000000000000'],
]
const JUNK = [
  ...['-0', '-0.0', '-1', '+1', '1e9', '1E-9', '0x10', '.5', '5.', '1,5'],
  ...['1.234,56', '1 000', '1_000', '', ' 1', 'NaN', '٣', '１２.５', '१२', '½', '−1'],
]
const CODES = ['EURUSD', 'USDJPY', 'XAUUSD', 'BTCUSDT'] as const

const below = (count: number, random: Random) => Math.floor(random() * count)
const pick = <Item>(items: readonly Item[], random: Random): Item => items[below(items.length, random)] as Item
const digits = (count: number, random: Random) => Array.from({ length: count }, () => below(10, random)).join('')

/** @param near a price or an amount that would be taken: some of them lie a digit beside it */
function randomDecimal(random: Random, near: string): string {
  const kind = below(12, random)
  if (kind === 0) return pick(JUNK, random)
  if (kind === 1) return pick(EDGES, random)
  if (kind === 2 || kind > 9) return near
  if (kind === 3) return `${near}${near.includes('.') ? '' : '.'}${digits(1 + below(3, random), random)}`
  if (kind === 4) return `${1 + below(5_000, random)}.${digits(2, random)}`
  if (kind === 5) return `0.${digits(1 + below(8, random), random)}`
  const decimals = below(random() < 0.5 ? 9 : 31, random)
  return `${digits(1 + below(13, random), random)}${decimals === 0 ? '' : `.${digits(decimals, random)}`}`
}

/** Fewer than may be sent within a day. */
const PICTURES_A_TRADER = 15
const WITHOUT_LIMITS = Object.fromEntries(
  Object.keys(DEFAULT_RATE_LIMITS).map((kind) => [kind, { burst: 1_000_000_000, refillMs: 1_000 }]),
) as unknown as RateLimits

/** What any call may answer, whatever it is asked. */
const OF_ANY_CALL: ReadonlySet<string> = new Set(['ok', 'PARAMETER_INVALID', 'NUMBER_TOO_LARGE'] satisfies ('ok' | ErrorName)[])

/** A trader with a proof that is not used up: one may send only so many pictures a day. */
class Proofs {
  private depositor: RealTrader | undefined
  private url: string | undefined
  private sent = 0

  constructor(
    private readonly world: World,
    private readonly picture: Uint8Array,
  ) {}

  async take(): Promise<{ readonly by: RealTrader; readonly proofImg: string }> {
    if (this.url === undefined) {
      if (this.sent % PICTURES_A_TRADER === 0) this.depositor = await this.world.realTrader()
      this.sent += 1
      this.url = await uploaded(this.world, this.depositor!, this.picture)
    }
    return { by: this.depositor!, proofImg: this.url }
  }

  used(): void {
    this.url = undefined
  }
}

/** A trader of the stage, and the payout method that it binds when it first needs one. */
interface Actor {
  readonly trader: RealTrader
  method?: string
}

interface Stage {
  readonly world: World
  readonly actor: Actor
  readonly proofs: Proofs
  readonly operators: readonly TestOperator[]
  readonly random: Random
}

/** What a call is about, and what would be a likely number in it. */
interface Scene {
  readonly input: Fields
  /** The one trader of the stage where it names none. */
  readonly by?: RealTrader
  readonly near: (field: string) => string
  /** Where the parameter is not the decimal itself. */
  readonly write?: (decimal: string) => string
}
type SceneOf = (stage: Stage) => Promise<Scene>

const AMOUNT: Scene['near'] = () => '25.50'

/** A price that is a little off the present one, or a size. */
const traded =
  (world: World, code: string, random: Random): Scene['near'] =>
  (field) => {
    if (field === 'cont') return pick(['0.01', '0.1'], random)
    if (field.startsWith('max_') || field.endsWith('_distance')) return pick(['0.001', '0.01', '1', '0'], random)
    const price = referencePrice(world, code)
    return random() < 0.4 ? price : `${Number.parseInt(price, 10)}.${digits(price.split('.')[1]?.length ?? 0, random)}`.replace(/\.$/, '')
  }

/** An order of the wanted status, made where there is none; too many are ended first. */
async function anOrder({ world, actor: { trader }, random }: Stage, status: '0' | '1'): Promise<{ id: string; code: string }> {
  const { data, total } = (await trader.call(listOrders, { status })).data
  if (total > 12) {
    if (status === '1') await trader.call(closeAllOrders, {})
    else for (const { Id } of data) await trader.call(cancelOrder, { id: Id })
  }
  const [order] = total > 12 ? [] : data
  if (order !== undefined) return { id: order.Id, code: order.ForexTradeLists.Code }
  const code = pick(CODES.slice(0, 1), random)
  const far = Number(referencePrice(world, code)) * 0.9
  const made = await (status === '1'
    ? open(world, trader, 'buy', code, { lots: '0.5' })
    : place(world, trader, 'buy', code, far.toFixed(5), { lots: '0.5' }))
  return { id: made.Id, code }
}

/** A price alert that waits; too many are deleted first. */
async function anAlert({ world, actor: { trader } }: Stage): Promise<string> {
  const { waiting } = (await trader.call(listAlerts, {})).data
  if (waiting.length > 40) for (const { id } of waiting.slice(1)) await trader.call(deleteAlert, { id })
  const [alert] = waiting
  if (alert !== undefined) return alert.id
  const forex_id = world.broker.market.instrument('EURUSD')?.id ?? ''
  return (await trader.call(createAlert, { forex_id, side: 'above', alert_price: '2.5' })).data.id
}

/** Deposits that wait: ended before there are too many to declare another. */
async function waitingDeposits({ operators }: Stage): Promise<string[]> {
  const [operator] = operators
  const { data } = (await operator!.call(listDeskDeposits, {})).data
  if (data.length < 8) return data.map(({ id }) => id)
  for (const { id } of data) await operator!.call(decideDeposit, { id, decision: 'reject', reason: 'Room for more.' })
  return []
}

/** Declares one that can be credited, or one that no account can hold. */
async function declared({ random, proofs }: Stage): Promise<string> {
  const { by, proofImg } = await proofs.take()
  const [account] = (await by.call(listCollectionAccounts, { bank_coin: 'EUR' })).data
  const number = random() < 0.3 ? '90000000000' : '25.50'
  const { data } = await by.call(submitBankDeposit, { number, proofImg, wire_id: account?.id ?? '' })
  proofs.used()
  return data.id
}

const SCENES: Partial<Record<DecimalCall['name'], SceneOf>> = {
  submitOrder: async (stage) => {
    const { world, random } = stage
    await anOrder(stage, '1')
    await anOrder(stage, '0')
    const code = pick(CODES, random)
    const input = {
      forex_id: world.broker.market.instrument(code)?.id ?? '',
      type: pick(['1', '2'], random),
      status: pick(['0', '1'], random),
      multiple: '20',
    }
    return { input: { ...input, cont: '0.1' }, near: traded(world, code, random) }
  },
  createAlert: async (stage) => {
    await anAlert(stage)
    return { input: { forex_id: stage.world.broker.market.instrument('EURUSD')?.id ?? '', side: 'above' }, near: () => '2.5' }
  },
  changeAlert: async (stage) => ({ input: { id: await anAlert(stage), side: 'above' }, near: () => '2.5' }),
  closeOrder: async (stage) => {
    const { id, code } = await anOrder(stage, '1')
    return { input: { id }, near: traded(stage.world, code, stage.random) }
  },
  setStopPrice: async (stage) => {
    const { id, code } = await anOrder(stage, stage.random() < 0.5 ? '0' : '1')
    return { input: { id, stop_loss_price: '0', target_profit_price: '0' }, near: traded(stage.world, code, stage.random) }
  },
  submitCoinDeposit: async (stage) => {
    await waitingDeposits(stage)
    const { by, proofImg } = await stage.proofs.take()
    const [network] = (await by.call(listDepositNetworks, {})).data
    return { by, input: { proofImg, address: network?.address ?? '', charge_id: network?.id ?? '' }, near: AMOUNT }
  },
  submitBankDeposit: async (stage) => {
    await waitingDeposits(stage)
    const { by, proofImg } = await stage.proofs.take()
    const [account] = (await by.call(listCollectionAccounts, { bank_coin: 'EUR' })).data
    return { by, input: { proofImg, wire_id: account?.id ?? '' }, near: AMOUNT }
  },
  submitWithdrawal: async ({ actor }) => {
    const { trader } = actor
    const waiting = (await trader.call(listWithdrawals, { type: '1' })).data.data.filter(({ can_cancel }) => can_cancel)
    for (const { id } of waiting) await trader.call(cancelWithdrawal, { id })
    const currency = (await trader.call(listWithdrawCurrencies, { type: '1' })).data[0]
    const draw_id = currency?.id ?? ''
    const address = { draw_id, type: '1', dc_address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb' } as const
    actor.method ??= (await trader.call(bindPayoutMethod, address)).data.id
    return { input: { draw_currency_id: draw_id, draw_method_id: actor.method }, near: AMOUNT }
  },
  requestSettingChange: (stage) => settingScene(stage),
  decideDeposit: async (stage) => {
    const [waiting] = await waitingDeposits(stage)
    const id = waiting ?? (await declared(stage))
    const { random } = stage
    return { input: { id, decision: pick(['approve', 'approve', 'approve', 'reject'], random), reason: 'A random day.' }, near: AMOUNT }
  },
  decideChallenge: async (stage) => {
    const { id: order } = await anOrder(stage, '1')
    // The one before is of a fill that is challenged already: it is closed, and the next order has a fill of its own.
    const { data } = await stage.actor.trader.call(challengeFill, { order, reason: 'worse' })
    await stage.actor.trader.call(closeAllOrders, {})
    return { input: { id: data.id, decision: 'correct', reason: 'A random day.' }, near: AMOUNT }
  },
}
/** A section or an instrument with one of its numbers replaced. */
const settingScene: SceneOf = async ({ operators, random }) => {
  const { base, instruments } = (await operators[0]!.call(getSettings, {})).data
  const { mode, spread, feeRate, leverages, minLots, maxLots } = instruments.find(({ code }) => code === 'EURUSD')!
  const [area, target, seen, number] = pick(
    [
      ['base', 'money', base.money, 'depositsAbove'],
      ['base', 'money', base.money, 'withdrawalsAbove'],
      ['base', 'trading', base.trading, 'demoBalance'],
      ...(['spread', 'feeRate', 'minLots', 'maxLots'] as const).map(
        (name) => ['instrument', 'EURUSD', { mode, spread, feeRate, leverages, minLots, maxLots }, name] as const,
      ),
    ] as const,
    random,
  )
  return {
    input: { area, target, seen: JSON.stringify(seen), reason: 'A random day.' },
    near: () => pick(area === 'base' ? ['5000', '25.50'] : number.endsWith('Lots') ? ['0.01', '50'] : ['0.0002', '0.001'], random),
    write: (decimal) => JSON.stringify({ ...seen, [number]: decimal }),
  }
}

/** Everything a trader ever did is counted at its next call: one that had thousands behind it would be what the run waits for. */
const RUNS_A_TRADER = 250
/** The store works for one while another is being answered. */
const MOST_LANES = 4
/** Further apart than the seeds of calls. */
const LANE_STEP = 1_000_000

interface Found {
  readonly faults: string[]
  readonly outcomes: Map<string, number>
}

export interface DecimalFuzzer {
  run(
    call: DecimalCall,
    runs: number,
    seed: number,
  ): Promise<{ readonly faults: string[]; readonly outcomes: ReadonlyMap<string, number>; readonly milliseconds: number }>
  /** What the audit finds, and what the broker complained about in its log. */
  aftermath(): Promise<string[]>
  close(): Promise<void>
}

export async function openDecimalFuzzer(): Promise<DecimalFuzzer> {
  const wallet = { methodHoldHours: 0 }
  const world = await createWorld({ tenants: { aurora: { wallet } } as never, broker: { rateLimits: WITHOUT_LIMITS } })
  const newActor = async (): Promise<Actor> => {
    const trader = await world.realTrader()
    await fund(world, trader, '5000000')
    return { trader }
  }
  const operators = [
    await openOperator(world, { roles: ['finance', 'admin', 'risk'] }),
    await openOperator(world, { roles: ['finance', 'admin', 'risk'] }),
  ]
  const samples = sampleInputs({ orderId: '1', instrumentId: world.broker.market.instrument('EURUSD')?.id ?? '' }) as unknown as Record<
    string,
    Fields
  >
  const deskSamples = deskInputs() as unknown as Record<string, Fields>
  const picture = await jpeg()

  async function send({ name, endpoint }: DecimalCall, input: Fields, by: RealTrader, random: Random): Promise<Answer<unknown>> {
    if (name in DESK_ENDPOINTS) return pick(operators, random).call(endpoint as never, input as never) as Promise<Answer<unknown>>
    return by.call(endpoint as never, input as never) as Promise<Answer<unknown>>
  }

  /** Some of the runs of a call, one after the other, with a trader and a chance of their own. */
  async function runLane(call: DecimalCall, runs: number, seed: number, { outcomes, faults }: Found): Promise<void> {
    const random = randomOf(seed)
    const proofs = new Proofs(world, picture)
    let actor = await newActor()
    for (let run = 0; run < runs && faults.length < 5; run++) {
      if (run > 0 && run % RUNS_A_TRADER === 0) actor = await newActor()
      const stage: Stage = { world, actor, operators, random, proofs }
      const sample = (name: string): Scene => ({ input: samples[name] ?? deskSamples[name] ?? {}, near: AMOUNT })
      const {
        input: about,
        near,
        write = (decimal: string) => decimal,
        by = actor.trader,
      } = (await SCENES[call.name]?.(stage)) ?? sample(call.name)
      const input: Fields = { ...about }
      const [certain] = [pick(call.fields, random)]
      // About two of them at once: the more a call has, the more rarely all that are sent would be taken.
      const share = Math.min(0.4, 2 / call.fields.length)
      for (const field of call.fields) if (field === certain || random() < share) input[field] = write(randomDecimal(random, near(field)))
      const answer = await send(call, input, by, random)
      if (answer.outcome === 'ok' && input.proofImg !== undefined) proofs.used()
      outcomes.set(answer.outcome, (outcomes.get(answer.outcome) ?? 0) + 1)
      const told = `seed ${seed}, run ${run}: ${JSON.stringify(input)}: HTTP ${answer.status} ${answer.outcome}`
      if (answer.status !== 200) faults.push(told)
      else if (!OF_ANY_CALL.has(answer.outcome) && !call.endpoint.errors.includes(answer.outcome as ErrorName)) faults.push(told)
      else if (answer.outcome === 'PARAMETER_INVALID' && !isOneWrong(call, input, answer)) faults.push(`${told}, all of it numbers`)
    }
  }

  return {
    async run(call, runs, seed) {
      const found: Found = { outcomes: new Map(), faults: [] }
      const started = performance.now()
      const lanes = Math.ceil(Math.min(MOST_LANES, runs / RUNS_A_TRADER))
      await Promise.all(
        Array.from({ length: lanes }, (_, lane) => runLane(call, Math.ceil((runs - lane) / lanes), seed + lane * LANE_STEP, found)),
      )
      return { ...found, milliseconds: performance.now() - started }
    },
    async aftermath() {
      await world.settle()
      await world.broker.sealer.flush()
      const findings = (await auditBooks(world.broker.database, world.tenants)).flatMap((result) => result.findings)
      return [...findings.map((finding) => JSON.stringify(finding)), ...world.complaints]
    },
    close: () => world.close(),
  }
}

/** Only what is no number of the grammar is refused as a wrong parameter, and by its name. */
function isOneWrong({ fields }: DecimalCall, input: Fields, { details }: Answer<unknown>): boolean {
  return fields.some((field) => field === details.parameter && !DECIMAL_IN.test(input[field] ?? ''))
}
