/**
 * Sends a code to an address: to open an account, or to set a new password.
 *
 * Invariant: whoever asks learns nothing about who has an account. The answer is the same, and so is the work: a message that
 * nobody is to get is written like any other and taken back.
 */
import type { Tenant } from '../../contract/tenant'
import type { sendEmailCode, sendSmsCode } from '../../contract/users'
import { done, type Handler, inTransaction, type Outcome, refused, type WriteCall } from '../calls/handler'
import type { Tx } from '../db/open-database'
import type { MessageDraft, Recipient } from '../delivery/delivery'
import { findSession } from '../sessions/session-store'
import { emailRecipient, findAccount } from '../traders/contact'
import { countryName, refusedCountry } from '../traders/country-refusal'
import { areaOf, numberInArea } from '../traders/phone-number'
import type { UserServices } from './user-services'
import { CODE_LIFE_MS, issueCode, strangeAsker, traderAsker } from './verification-codes'

/** `type` of the call: what the code is for. */
const PURPOSE = { '1': 'register', '2': 'reset' } as const
type SendOutcome = Promise<Outcome<null>>

export function sendEmailHandler(services: UserServices): Handler<typeof sendEmailCode> {
  return inTransaction((call): SendOutcome => {
    const { to, type } = call.input
    if (to.trim() === '') return Promise.resolve(refused('ACCOUNT_REQUIRED'))
    const recipient = emailRecipient(to)
    if (recipient === undefined) return Promise.resolve(refused('ACCOUNT_INVALID'))
    return sendCode(services, call, recipient, PURPOSE[type])
  })
}

export function sendSmsHandler(services: UserServices): Handler<typeof sendSmsCode> {
  return inTransaction((call): SendOutcome => {
    const { tenant, language } = call
    const { to, type, area_id } = call.input
    if (to.trim() === '') return Promise.resolve(refused('ACCOUNT_REQUIRED'))
    const area = areaOf(area_id)
    if (area === undefined) return Promise.resolve(refused('AREA_UNKNOWN'))
    const number = numberInArea(to, area)
    if (number === undefined) return Promise.resolve(refused('ACCOUNT_INVALID'))
    // Who has an account keeps the way to a new password, whatever is refused to newcomers.
    const country = type === '1' ? refusedCountry(tenant, [area.country, number.country]) : undefined
    if (country !== undefined) return Promise.resolve(refused('COUNTRY_REFUSED', { country: countryName(country, language) }))
    return sendCode(services, call, { channel: 'sms', to: number.digits }, PURPOSE[type])
  })
}

async function sendCode(
  services: UserServices,
  call: Pick<WriteCall<typeof sendEmailCode | typeof sendSmsCode>, 'tx' | 'tenant' | 'language' | 'now' | 'client' | 'tokenHash'>,
  recipient: Recipient,
  purpose: 'register' | 'reset',
): SendOutcome {
  const { tx, tenant, language, now, client, tokenHash } = call
  const account = await findAccount(tx, recipient)
  const hasAccount = account !== undefined
  const session = tokenHash === undefined ? null : await findSession(tx, tokenHash, now)
  const isOwner = account !== undefined && session?.id === account.id.toString()
  const asker = isOwner ? traderAsker(account.id) : strangeAsker(client)
  const isUsable = hasAccount === (purpose === 'reset')
  const issue = await issueCode(tx, services.keyedHash, { target: { tenantId: tenant.id, purpose, recipient }, asker }, isUsable, now)
  if (!issue.ok) return refused('CODE_TOO_SOON', { seconds: String(Math.ceil(issue.waitMs / 1_000)) })
  const { code, expiresAt } = issue.issued
  const draft: MessageDraft =
    purpose === 'register' && hasAccount
      ? { ...base(tenant), kind: 'already-registered' }
      : { ...base(tenant), kind: `code-${purpose}`, values: { code, minutes: String(CODE_LIFE_MS / 60_000) }, expiresAt }
  await (purpose === 'reset' && !hasAccount ? queueAndTakeBack : queueKept)(tx, services, draft, now)
  return done(null)

  function base(of: Tenant) {
    return { tenant: of, recipient, language }
  }
}

/** In a savepoint like its opposite, so that both take the same time. */
function queueKept(tx: Tx, { delivery }: UserServices, draft: MessageDraft, now: number): Promise<void> {
  return tx.transaction((inner) => delivery.queue(inner, draft, now))
}

class TakenBack extends Error {}

async function queueAndTakeBack(tx: Tx, { delivery }: UserServices, draft: MessageDraft, now: number): Promise<void> {
  try {
    await tx.transaction(async (inner) => {
      await delivery.queue(inner, draft, now)
      throw new TakenBack('nobody is to get this message')
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
}
