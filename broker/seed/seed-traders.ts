/** The traders of the seed: real accounts, opened with mailed codes like anybody's, and what they trade. */
import { generateSync } from 'otplib'
import { submitRealName } from '../../contract/identity'
import { listInstruments } from '../../contract/market'
import { closeOrder, submitOrder } from '../../contract/orders'
import { confirmTwoStep, enableTwoStep, startTwoStep } from '../../contract/two-step'
import { createDemoAccount, register, sendEmailCode } from '../../contract/users'
import { SeedClient, SeedRefused } from './seed-client'
import { cardPicture } from './seed-pictures'
import type { SeedTarget } from './seed-target'

export interface SeededTrader {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly client: SeedClient
}

/** Specimen people; a number makes the address free when a company is seeded again. */
const PEOPLE = ['Chan Tai Man', 'Ana Silva', 'Omar Haddad', 'Mei Tanaka', 'Lukas Novak', 'Sofia Rossi', 'Minh Nguyen', 'Erik Lind'] as const
const STEP_MS = 30_000

export async function openTraders(target: SeedTarget): Promise<SeededTrader[]> {
  const run = target.now().toString(36)
  const traders: SeededTrader[] = []
  for (const [index, name] of PEOPLE.entries()) {
    const email = `${name.toLowerCase().replaceAll(' ', '.')}.${run}@example.com`
    traders.push(await openTrader(target, { name, email, password: `specimen ${name} ${run}`, number: index + 1 }))
  }
  return traders
}

interface Person {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly number: number
}

async function openTrader(target: SeedTarget, { number, ...person }: Person): Promise<SeededTrader> {
  const { fetch, tenant } = target
  const client = new SeedClient(fetch, tenant.siteHosts[0] ?? '', `10.20.0.${number}`)
  await client.call(sendEmailCode, { to: person.email, type: '1' })
  const { token } = await client.call(register, {
    type: 'email',
    area_id: 'GB',
    account: person.email,
    password: person.password,
    re_password: person.password,
    sms_code: await mailedCode(target, person.email),
    key: '',
  })
  client.token = token
  return { ...person, client }
}

async function mailedCode({ shown, delivered, tenant }: SeedTarget, email: string): Promise<string> {
  await delivered()
  const code = (await shown(tenant.id, email)).find((message) => message.code !== '')?.code
  if (code === undefined) throw new Error('the seed needs the developer’s outbox: start with DEV_TOOLS=1 and without SMTP_URL')
  return code
}

/** Two-step sign-in, on and just confirmed: payout methods can be used at once. */
export async function turnTwoStepOn({ now }: SeedTarget, { client }: SeededTrader): Promise<void> {
  const { secret } = await client.call(startTwoStep, {})
  const codeAt = (ms: number) => generateSync({ secret, epoch: Math.floor(ms / 1000) })
  await client.call(enableTwoStep, { code: codeAt(now()) })
  // A code works once; the broker takes the next one early.
  await client.call(confirmTwoStep, { code: codeAt(now() + STEP_MS) })
}

export async function submitPapers({ name, client }: SeededTrader, number: number): Promise<void> {
  const front = await client.upload(await cardPicture(number, 'front'))
  const reverse = await client.upload(await cardPicture(number, 'reverse'))
  await client.call(submitRealName, { name, card_id: `S${String(1_000_000 + number)}`, front_pic: front, reverse_pic: reverse })
}

/** Opens positions of the smallest size in what is being traded now, and closes half of them. */
export async function trade({ client }: Pick<SeededTrader, 'client'>, count: number): Promise<number> {
  const instruments = await client.call(listInstruments, {})
  const tradable = instruments.filter(({ MarketStatus, HasForexMultiple }) => MarketStatus === 1 && HasForexMultiple.length > 0)
  const opened: string[] = []
  for (const [index, instrument] of tradable.slice(0, count).entries()) {
    // A price that has just not come is no reason to stop: the next instrument has one.
    const order = await tried(() =>
      client.call(submitOrder, {
        forex_id: instrument.Id,
        type: index % 2 === 0 ? '1' : '2',
        status: '1',
        cont: instrument.ForexMinCont,
        multiple: instrument.HasForexMultiple.at(-1)?.Value ?? '1',
      }),
    )
    if (order !== undefined) opened.push(order.Id)
  }
  for (const id of opened.slice(0, Math.floor(opened.length / 2))) await tried(() => client.call(closeOrder, { id }))
  return opened.length
}

/** Undefined where the call was refused for want of a price. */
async function tried<T>(call: () => Promise<T>): Promise<T | undefined> {
  try {
    return await call()
  } catch (error) {
    if (error instanceof SeedRefused && error.reason === 'QUOTE_STALE') return undefined
    throw error
  }
}

/** A demo trader for the ranking; the answer is what makes a browser this trader. */
export async function openDemoTrader({ fetch, tenant }: SeedTarget): Promise<{ demoId: string; uid: string; orders: number }> {
  const client = new SeedClient(fetch, tenant.siteHosts[0] ?? '', '10.20.1.1')
  const { token, demo_id, uid } = await client.call(createDemoAccount, {})
  client.token = token
  return { demoId: demo_id, uid, orders: await trade({ client }, 8) }
}
