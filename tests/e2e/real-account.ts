/** What the journeys of real accounts share: fresh addresses, the outbox, forms, the authenticator. */
import { randomInt } from 'node:crypto'
import { generateSync } from 'otplib'
import type { BrowserContext, Page } from 'playwright/test'
import { listInstruments } from '../../contract/market'
import { login, register, type SignedIn, sendEmailCode } from '../../contract/users'
import { ask } from './plain-request'
import { type Brand, hostOf, originOf, type ServerName } from './ports'
import { expect } from './site-test'
import { wire } from './wire-client'

export const PASSWORD = 'correct horse battery 7'
export const OTHER_PASSWORD = 'another staple battery 8'

/** A refused form is an answer with its own status, and a page whose session was replaced asks once for a socket in vain. */
export const REFUSED = /status(?: of)? (?:401|422)\b/

export const newEmail = (): string => `trader-${Date.now().toString(36)}-${randomInt(1e9).toString(36)}@example.com`
/** A number of the United Kingdom's mobile range, national form without its zero. */
export const newBritishMobile = (): string => `7400${randomInt(100_000, 999_999)}`

interface OutboxMessage {
  readonly channel: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly code: string
  readonly at: number
}

async function outboxOf(brand: Brand, to: string, server: ServerName = 'open'): Promise<OutboxMessage[]> {
  const { text } = await ask({ host: hostOf(brand, server), path: `/dev/outbox.json?to=${encodeURIComponent(to)}` })
  return JSON.parse(text) as OutboxMessage[]
}

/** The newest message to an address, once there are at least `count` of them. */
export async function newestMessage(brand: Brand, to: string, count = 1, server: ServerName = 'open'): Promise<OutboxMessage> {
  let messages: OutboxMessage[] = []
  await expect
    .poll(async () => {
      messages = await outboxOf(brand, to, server)
      return messages.length
    })
    .toBeGreaterThanOrEqual(count)
  return messages[0] as OutboxMessage
}

export interface RealAccount {
  readonly brand: Brand
  readonly email: string
  readonly password: string
  readonly token: string
  readonly uid: string
  readonly id: string
}

/** A real account opened at the API, where the journey is not about opening one. */
export async function openRealAccount(brand: Brand, server: ServerName = 'open'): Promise<RealAccount> {
  const email = newEmail()
  await wire({ brand, server }, sendEmailCode, { to: email, type: '1' })
  const { code } = await newestMessage(brand, email, 1, server)
  const opened = await wire({ brand, server }, register, {
    type: 'email',
    area_id: 'GB',
    account: email,
    password: PASSWORD,
    re_password: PASSWORD,
    sms_code: code,
    key: '',
    // Asked for by some companies, passed over by the others.
    mobile: `+44${newBritishMobile()}`,
  })
  return { brand, email, password: PASSWORD, token: opened.token, uid: opened.uid, id: opened.id }
}

export function signInAtApi({ brand, email, password }: RealAccount, server: ServerName = 'open'): Promise<SignedIn> {
  return wire({ brand, server }, login, { account: email, password, login_type: 'email' })
}

export async function giveSession(context: BrowserContext, brand: Brand, token: string, server: ServerName = 'open'): Promise<void> {
  await context.addCookies([{ name: 'candor_session', value: encodeURIComponent(token), url: originOf(brand, server), httpOnly: true }])
}

/** The form of a sign-in screen is posted by its last button. */
export async function submitForm(page: Page): Promise<void> {
  await page.locator('form:has(input[name="login_form"]) button[type="submit"]:visible').last().click()
}

export const message = (page: Page) => page.locator('[data-toast-region]')

/** The server's clock is shifted: its prices tell what it shows. */
export async function authenticatorCode(brand: Brand, secret: string, server: ServerName = 'open'): Promise<string> {
  const instruments = await wire({ brand, server }, listInstruments, {})
  const now = Math.max(...instruments.map(({ ForexQuotations }) => ForexQuotations.Time))
  return generateSync({ secret, epoch: Math.floor(now / 1000) })
}
