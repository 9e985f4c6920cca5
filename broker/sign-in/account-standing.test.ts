/** Every cell of the table "A frozen account" in docs/invariants.md: what is under way when an account is reported or frozen, and afterwards. */
import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DESK_ENDPOINTS } from '../../contract/desk'
import { ENDPOINTS } from '../../contract/index'
import {
  type Fate,
  type Matter,
  nextStanding,
  STANDING_EVENTS,
  type Standing,
  type StandingEvent,
  UNDER_WAY,
} from '../../rules/account-standing'
import { NO_LIMITS, sendCode } from '../../tests/fixtures/account-actions'
import { createWorld, type World } from '../../tests/fixtures/create-world'
import { fund } from '../../tests/fixtures/funded-trader'
import { openOperator, type TestOperator } from '../../tests/fixtures/operator'
import { jpeg, uploaded } from '../../tests/fixtures/pictures'
import { type RealTrader, TEST_PASSWORD } from '../../tests/fixtures/real-trader'
import { askForPayout, declareDeposit } from '../../tests/fixtures/review-items'
import { endOf, open, PLAIN_TERMS, pending, place } from '../../tests/fixtures/trader-actions'
import { auditBooks } from '../audit/audit-books'

const NEW = 'a heron on the jetty 12'
const WHY = 'asked by telephone'
const STEP_MS = 30_000

let world: World
let finance: TestOperator
let other: TestOperator
let compliance: TestOperator
beforeAll(async () => {
  const aurora = { ...PLAIN_TERMS.aurora, wallet: { methodHoldHours: 0 } }
  world = await createWorld({ tenants: { ...PLAIN_TERMS, aurora } as never, broker: { rateLimits: NO_LIMITS } })
  finance = await openOperator(world, { roles: ['finance'] })
  other = await openOperator(world, { roles: ['finance'] })
  compliance = await openOperator(world, { roles: ['compliance', 'support'] })
})
afterAll(async () => {
  await world.broker.sealer.flush()
  expect((await auditBooks(world.broker.database, world.tenants)).flatMap(({ findings }) => findings)).toEqual([])
  await world.close()
})

interface Subject {
  readonly owner: RealTrader
  /** Changes with a reset. */
  password: string
  secret: string
}

const login = ({ owner, password }: Subject, device = 'own') =>
  world.client.call(ENDPOINTS.login, { account: owner.email, password, login_type: 'email', device }, { host: owner.host })

async function linkOf({ owner }: Subject): Promise<string> {
  await world.broker.delivery.flush()
  const mail = (await world.broker.delivery.shown('aurora', owner.email)).find(({ text }) => text.includes('/not-me#'))
  return /not-me#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
}
const report = async ({ owner }: Subject, token: string) =>
  (await world.client.call(ENDPOINTS.freezeAccount, { token }, { host: owner.host })).outcome

async function reset(subject: Subject, auth_code?: string) {
  const { owner } = subject
  // A code is sent once a minute.
  if (auth_code === undefined) world.pass(61_000)
  const input = {
    type: 'email',
    account: owner.email,
    new_password: NEW,
    secondary_password: NEW,
    auth_code: auth_code ?? (await sendCode(world, owner.email, '2')),
  } as const
  const { outcome } = await world.client.call(ENDPOINTS.resetPassword, input, { host: owner.host })
  if (outcome === 'ok') subject.password = NEW
  return outcome
}

/** Carries an event out; false when it is refused. */
const EVENTS: Record<StandingEvent, (subject: Subject, link: string) => Promise<boolean>> = {
  'owner-reports': async (subject, link) => (await report(subject, link)) === 'ok',
  'company-freezes': async ({ owner: { id } }) =>
    (await compliance.call(DESK_ENDPOINTS.freezeTrader, { id, reason: WHY })).outcome === 'ok',
  'company-unfreezes': async ({ owner: { id } }) =>
    (await compliance.call(DESK_ENDPOINTS.thawTrader, { id, reason: WHY })).outcome === 'ok',
  'password-reset': async (subject) => (await reset(subject)) === 'ok',
}
const LEADS_TO: Record<Exclude<Standing, 'open'>, StandingEvent> = { reported: 'owner-reports', frozen: 'company-freezes' }
const LEADS_OUT: Record<Exclude<Standing, 'open'>, StandingEvent> = { reported: 'password-reset', frozen: 'company-unfreezes' }

async function standingOf({ owner: { id } }: Subject): Promise<Standing> {
  const { data } = await compliance.call(DESK_ENDPOINTS.getDeskTrader, { id })
  if (!data.is_frozen) return 'open'
  return data.frozen_by === '' ? 'reported' : 'frozen'
}

/** An account, and the link in the mail about a device that is not its owner's. */
async function begin(): Promise<{ subject: Subject; link: string }> {
  const subject: Subject = { owner: await world.realTrader(), password: TEST_PASSWORD, secret: '' }
  await login(subject, 'thief')
  return { subject, link: await linkOf(subject) }
}

async function armed(subject: Subject): Promise<void> {
  const { owner } = subject
  subject.secret = (await owner.call(ENDPOINTS.startTwoStep, { password: TEST_PASSWORD })).data.secret
  expect((await owner.call(ENDPOINTS.enableTwoStep, { code: code(subject) })).outcome).toBe('ok')
  world.pass(STEP_MS)
}
const code = ({ secret }: Subject) => generateSync({ secret, epoch: Math.floor(world.clock.now() / 1000) })
const challenge = async (subject: Subject) => (await login(subject)).details.challenge ?? ''
const secondStep = async (subject: Subject, asked: string) =>
  (await world.client.call(ENDPOINTS.loginTwoStep, { challenge: asked, code: code(subject) }, { host: subject.owner.host })).outcome

const payoutStatus = async (id: string) => (await finance.call(DESK_ENDPOINTS.getDeskWithdrawal, { id })).data.status
const approve = async (operator: TestOperator, id: string) =>
  (await operator.call(DESK_ENDPOINTS.decideWithdrawal, { id, decision: 'approve' })).outcome

interface Scene {
  /** What became of it while the account is not open. */
  during(): Promise<Fate>
  /** When it is open again: throws when it is not as the table says. */
  after(): Promise<void>
}

const ended = (isOver: boolean): Fate => (isOver ? 'ends' : 'goes on')
const signedIn = async (subject: Subject) => expect((await login(subject)).outcome).toBe('ok')
const nothingMore = async () => {}

/** Puts each matter under way in an open account. */
const SCENES: Record<Matter, (subject: Subject) => Promise<Scene>> = {
  async session(subject) {
    const outcome = async () => (await subject.owner.call(ENDPOINTS.getTrader, {})).outcome
    expect(await outcome()).toBe('ok')
    return {
      during: async () => ended((await outcome()) === 'SESSION_INVALID'),
      async after() {
        expect(await outcome()).toBe('SESSION_INVALID')
        await signedIn(subject)
      },
    }
  },
  async secondStep(subject) {
    await armed(subject)
    const asked = await challenge(subject)
    const outcome = () => secondStep(subject, asked)
    return {
      during: async () => ended((await outcome()) === 'TWO_STEP_CHALLENGE_INVALID'),
      async after() {
        expect(await outcome()).toBe('TWO_STEP_CHALLENGE_INVALID')
        expect(await secondStep(subject, await challenge(subject))).toBe('ok')
      },
    }
  },
  async link(subject) {
    await login(subject, 'another stranger')
    const link = await linkOf(subject)
    return {
      during: async () => ended((await report(subject, link)) === 'LINK_INVALID'),
      async after() {
        expect(await report(subject, link)).toBe('LINK_INVALID')
        // The mail is about a device that is new beside a known one.
        await signedIn(subject)
        await login(subject, 'one more stranger')
        expect(await report(subject, await linkOf(subject))).toBe('ok')
      },
    }
  },
  async signIn(subject) {
    return {
      during: async () => (/^ACCOUNT_FROZEN/.test((await login(subject)).outcome) ? 'refused' : 'goes on'),
      after: () => signedIn(subject),
    }
  },
  async resetCode(subject) {
    const mailed = await sendCode(world, subject.owner.email, '2')
    return {
      during: async () => ((await reset(subject, mailed)) === 'ok' ? 'goes on' : 'refused'),
      after: async () => expect(await reset(subject)).toBe('ok'),
    }
  },
  async twoStep(subject) {
    await armed(subject)
    const isOn = async () => (await compliance.call(DESK_ENDPOINTS.getDeskTrader, { id: subject.owner.id })).data.has_two_step
    return {
      during: async () => ended(!(await isOn())),
      after: async () => expect((await login(subject)).outcome).toBe('TWO_STEP_CODE_REQUIRED'),
    }
  },
  async payoutMethod(subject) {
    await fund(world, subject.owner, '100')
    const id = await askForPayout(subject.owner, '10')
    await finance.call(DESK_ENDPOINTS.decideWithdrawal, { id, decision: 'reject', reason: WHY })
    const count = async (call: RealTrader['call']) => {
      const [currency] = (await call(ENDPOINTS.listWithdrawCurrencies, { type: '1' })).data
      return (await call(ENDPOINTS.listPayoutMethods, { draw_type: '1', draw_id: currency?.id ?? '' })).data.length
    }
    expect(await count(subject.owner.call)).toBe(1)
    return {
      // Nobody can look: that it is there is seen afterwards.
      during: async () => 'goes on',
      async after() {
        const { token } = (await login(subject)).data
        expect(await count((endpoint, input) => world.client.call(endpoint, input, { host: subject.owner.host, token }))).toBe(1)
      },
    }
  },
  async payout(subject) {
    await fund(world, subject.owner, '100')
    const id = await askForPayout(subject.owner, '60')
    return {
      during: async () => ((await approve(finance, id)) === 'DESK_ACCOUNT_FROZEN' && (await payoutStatus(id)) === 0 ? 'waits' : 'goes on'),
      after: async () => expect(await approve(finance, id)).toBe('ok'),
    }
  },
  async halfPayout(subject) {
    await fund(world, subject.owner, '100')
    const id = await askForPayout(subject.owner, '60')
    expect(await approve(finance, id)).toBe('ok')
    return {
      during: async () => ((await approve(other, id)) === 'DESK_ACCOUNT_FROZEN' && (await payoutStatus(id)) === 0 ? 'waits' : 'goes on'),
      async after() {
        expect(await approve(other, id)).toBe('ok')
        expect(await payoutStatus(id)).toBe(1)
      },
    }
  },
  async returning(subject) {
    await fund(world, subject.owner, '100')
    const id = await askForPayout(subject.owner, '60')
    return {
      during: async () => {
        const { outcome } = await finance.call(DESK_ENDPOINTS.decideWithdrawal, { id, decision: 'reject', reason: WHY })
        return outcome === 'ok' ? 'goes on' : 'refused'
      },
      after: nothingMore,
    }
  },
  async deposit(subject) {
    const id = await declareDeposit(world, subject.owner, '100')
    return {
      during: async () => {
        const { outcome } = await finance.call(DESK_ENDPOINTS.decideDeposit, { id, decision: 'approve' })
        return outcome === 'ok' ? 'goes on' : 'refused'
      },
      after: nothingMore,
    }
  },
  async position(subject) {
    await fund(world, subject.owner, '5000')
    const { Id } = await open(world, subject.owner, 'buy', 'EURUSD', { lots: '0.1', stopLoss: '1.19000' })
    return {
      async during() {
        await world.price('EURUSD', '1.18990', '1.19000')
        return (await deskRecords(subject)).positions.length === 0 ? 'goes on' : 'waits'
      },
      async after() {
        const { token } = (await login(subject)).data
        const again = { call: (endpoint: never, input: never) => world.client.call(endpoint, input, { host: subject.owner.host, token }) }
        expect((await endOf(again as never, Id))?.CloseReason).toBe('stop_loss')
      },
    }
  },
  async pending(subject) {
    await fund(world, subject.owner, '5000')
    await place(world, subject.owner, 'buy', 'EURUSD', '1.19500', { lots: '0.1' })
    expect(await pending(subject.owner)).toHaveLength(1)
    return {
      async during() {
        await world.price('EURUSD', '1.19480', '1.19490')
        return (await deskRecords(subject)).positions.length === 1 ? 'goes on' : 'waits'
      },
      after: nothingMore,
    }
  },
  async identity(subject) {
    const [front_pic, reverse_pic] = [
      await uploaded(world, subject.owner, await jpeg(80, 50)),
      await uploaded(world, subject.owner, await jpeg(80, 60)),
    ]
    await subject.owner.call(ENDPOINTS.submitRealName, { name: 'Ana Silva', card_id: 'AB123456', front_pic, reverse_pic })
    const [row] = (await compliance.call(DESK_ENDPOINTS.listDeskIdentity, {})).data.data
    return {
      during: async () => {
        await compliance.call(DESK_ENDPOINTS.getDeskIdentity, { id: row?.id ?? '' })
        const { outcome } = await compliance.call(DESK_ENDPOINTS.decideIdentity, { id: row?.id ?? '', decision: 'reject', reason: WHY })
        return outcome === 'ok' ? 'goes on' : 'refused'
      },
      after: nothingMore,
    }
  },
}

const deskRecords = async ({ owner: { id } }: Subject) => (await compliance.call(DESK_ENDPOINTS.getTraderRecords, { id })).data

describe.each(['reported', 'frozen'] as const)('in an account that is %s', (standing) => {
  test.each(Object.keys(UNDER_WAY) as Matter[])('%s', async (matter) => {
    await world.quoteAll()
    await world.price('EURUSD', '1.20000', '1.20010')
    const { subject, link } = await begin()
    const scene = await SCENES[matter](subject)
    expect(await EVENTS[LEADS_TO[standing]](subject, link)).toBe(true)
    expect(await standingOf(subject)).toBe(standing)
    expect(await scene.during()).toBe(UNDER_WAY[matter][standing])
    // A code that went on has led out already.
    if ((await standingOf(subject)) !== 'open') expect(await EVENTS[LEADS_OUT[standing]](subject, link)).toBe(true)
    expect(await standingOf(subject)).toBe('open')
    await scene.after()
  })
})

describe.each(['open', 'reported', 'frozen'] as const)('an account that is %s', (standing) => {
  test.each(STANDING_EVENTS)('and then %s', async (event) => {
    const { subject, link } = await begin()
    if (standing !== 'open') expect(await EVENTS[LEADS_TO[standing]](subject, link)).toBe(true)
    const next = nextStanding(standing, event)
    expect(await EVENTS[event](subject, link)).toBe(next !== null)
    expect(await standingOf(subject)).toBe(next ?? standing)
  })
})
