/** The traders of the seed: real accounts, opened with mailed codes like anybody's, and demo accounts. */
import { generateSync } from 'otplib'
import { submitRealName } from '../../contract/identity'
import { confirmTwoStep, disableTwoStep, enableTwoStep, startTwoStep } from '../../contract/two-step'
import { createDemoAccount, register, sendEmailCode } from '../../contract/users'
import { SeedClient } from './seed-client'
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
    const plain = name.toLowerCase().replaceAll(' ', '.')
    traders.push(
      await openTrader(target, { name, email: `${plain}.${run}@example.com`, password: `specimen-${plain}-${run}`, number: index + 1 }),
    )
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
    // Asked for by some companies, passed over by the others.
    mobile: `0740012345${number}`,
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

/** Two-step sign-in, on and just confirmed: what asks for a code is open for a while. @returns a recovery code. */
export async function turnTwoStepOn({ now }: SeedTarget, { client, password }: SeededTrader): Promise<string> {
  const { secret } = await client.call(startTwoStep, { password })
  const codeAt = (ms: number) => generateSync({ secret, epoch: Math.floor(ms / 1000) })
  const { recovery_codes } = await client.call(enableTwoStep, { code: codeAt(now()) })
  // A code works once; the broker takes the next one early.
  await client.call(confirmTwoStep, { code: codeAt(now() + STEP_MS) })
  return recovery_codes[0] ?? ''
}

/** So that address and password alone log in. */
export async function turnTwoStepOff({ client }: SeededTrader, recoveryCode: string): Promise<void> {
  await client.call(disableTwoStep, { code: recoveryCode })
}

export async function submitPapers({ name, client }: SeededTrader, number: number): Promise<void> {
  const front = await client.upload(await cardPicture(number, 'front'))
  const reverse = await client.upload(await cardPicture(number, 'reverse'))
  await client.call(submitRealName, { name, card_id: `S${String(1_000_000 + number)}`, front_pic: front, reverse_pic: reverse })
}

interface SeededDemo {
  readonly client: SeedClient
  /** The cookie that makes a browser this trader. */
  readonly demoId: string
  readonly uid: string
}

/** Demo accounts for the ranking. */
export async function openDemoTraders({ fetch, tenant }: SeedTarget, count: number): Promise<SeededDemo[]> {
  const demos: SeededDemo[] = []
  for (let index = 0; index < count; index++) {
    const client = new SeedClient(fetch, tenant.siteHosts[0] ?? '', `10.20.1.${index + 1}`)
    const { token, demo_id, uid } = await client.call(createDemoAccount, {})
    client.token = token
    demos.push({ client, demoId: demo_id, uid })
  }
  return demos
}
