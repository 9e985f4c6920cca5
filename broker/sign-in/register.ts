/**
 * Opens a real account: with a code sent to its address, or with the characters of a picture.
 *
 * Invariant: an address has one account a company, whatever races, and a code or picture opens one. An account that exists is told
 * only to who reads its mail: with a picture the refusal names no reason, and a code for it is never sent.
 *
 * Everything that can be judged is judged before the transaction, but refused in it, behind the company's state and the first
 * answer of the same idempotency key. Only pictures and tries are used up whatever becomes of the call.
 */
import type { InputOf } from '../../contract/endpoint'
import type { Tenant } from '../../contract/tenant'
import type { register } from '../../contract/users'
import {
  type Answering,
  done,
  type Handler,
  inTransaction,
  type Outcome,
  type Preparing,
  refused,
  type WriteCall,
  withPreparation,
} from '../calls/handler'
import type { Recipient } from '../delivery/delivery'
import { hashPassword } from '../secrets/password-hash'
import { auditAccount } from '../traders/account-audit'
import { emailRecipient, findAccount } from '../traders/contact'
import { countryName, refusedCountry } from '../traders/country-refusal'
import { findInviter } from '../traders/invite'
import { type Area, areaOf, type KnownNumber, numberInArea, wholeNumber } from '../traders/phone-number'
import { insertTrader, type TraderRow } from '../traders/trader-row'
import { answerCaptcha } from './captcha'
import { completeSignIn } from './complete-sign-in'
import { judgePassword } from './password-policy'
import type { UserServices } from './user-services'
import { type CodeTarget, redeemCode, strangeAsker, tryCode, withdrawCode } from './verification-codes'

type Register = typeof register

/** What is wanted, with everything about it found right. */
interface Application {
  readonly recipient: Recipient
  readonly area: Area
  readonly contactMobile: string | null
  readonly proof: 'code' | 'captcha'
}

interface ProvenApplication extends Application {
  readonly passwordHash: string
}

export function registerHandler(services: UserServices): Handler<Register> {
  return withPreparation(
    async (call: Preparing<Register>) => done(await prove(services, call)),
    (judged: Outcome<ProvenApplication>) =>
      inTransaction<Register>(async (open) => {
        if (judged.ok) return openAccount(services, open, judged.data)
        const { country } = judged.details ?? {}
        return country === undefined ? judged : refused(judged.error, { country: countryName(country, open.language) })
      }),
  )
}

/** Judges the application and its proof. A refused country is named by its code: the caller's language is not known yet. */
async function prove(services: UserServices, call: Preparing<Register>): Promise<Outcome<ProvenApplication>> {
  const { tenant, input, now } = call
  // A company that is closed says so in the transaction; nothing may be used up for that.
  if (tenant.status !== 'live') return refused('REGISTRATION_REFUSED')
  const judged = await judge(services, call)
  if (!judged.ok) return judged
  // Before the proof, so that a slip in the code of an invitation uses no picture up.
  const inviter = await services.database.withTenant(tenant.id, (tx) => findInviter(tx, input.invite_code))
  if (inviter === undefined) return refused('INVITE_CODE_UNKNOWN')
  const { recipient, proof } = judged.data
  if (proof === 'captcha') {
    if (!(await answerCaptcha(services, { tenantId: tenant.id, id: input.key, typed: input.sms_code, now })))
      return refused('CAPTCHA_WRONG')
  } else if (
    !(await tryCode(
      services.database,
      services.keyedHash,
      { target: targetOf(tenant, recipient), asker: strangeAsker(call.client) },
      input.sms_code,
      now,
    ))
  ) {
    return refused('CODE_WRONG')
  }
  // Behind the proof, so that nobody makes us hash for nothing.
  const passwordHash = await hashPassword(input.password)
  return passwordHash === 'busy' ? refused('TOO_MANY_REQUESTS') : done({ ...judged.data, passwordHash })
}

async function judge({ countryOf }: UserServices, { tenant, input, client }: Preparing<Register>): Promise<Outcome<Application>> {
  if (input.account.trim() === '') return refused('ACCOUNT_REQUIRED')
  if (input.password === '') return refused('PASSWORD_REQUIRED')
  if (input.sms_code.trim() === '') return refused('CODE_REQUIRED')
  if (asksForNumber(tenant, input) && (input.mobile ?? '').trim() === '') return refused('MOBILE_REQUIRED')
  const area = areaOf(input.area_id)
  if (area === undefined) return refused('AREA_UNKNOWN')
  const number = input.type === 'mobile' ? numberInArea(input.account, area) : undefined
  const recipient = input.type === 'email' ? emailRecipient(input.account) : number && ({ channel: 'sms', to: number.digits } as const)
  if (recipient === undefined) return refused('ACCOUNT_INVALID')
  const contact = contactNumber(tenant, area, input.mobile)
  if (contact === 'invalid') return refused('MOBILE_INVALID')
  if (input.password !== input.re_password) return refused('PASSWORD_MISMATCH')
  const names = { accounts: [recipient.to, input.account.trim(), ...(contact ? [contact.digits] : [])], brand: tenant }
  const policy = await judgePassword(input.password, names)
  if (!policy.ok) return policy
  const country = refusedCountry(tenant, [area.country, number?.country, contact?.country, countryOf(client.address)])
  if (country !== undefined) return refused('COUNTRY_REFUSED', { country })
  // The way for those who cannot see the picture: without one, a sent code is taken everywhere.
  const proof = tenant.registration.verify === 'captcha' && input.key !== '' ? 'captcha' : 'code'
  return done({ recipient, area, contactMobile: contact?.digits ?? null, proof })
}

/** A phone that signs in is the account's number already. */
function asksForNumber({ registration }: Tenant, { type }: Pick<InputOf<Register>, 'type'>): boolean {
  return registration.mobileField !== 'none' && type === 'email'
}

/** The number besides the address, where the company asks for one. */
function contactNumber(tenant: Tenant, area: Area, written: string | undefined): KnownNumber | 'invalid' | null {
  const { mobileField } = tenant.registration
  if (mobileField === 'none' || written === undefined || written.trim() === '') return null
  // The area code may be left away where it is the one of the residence.
  return (mobileField === 'number' ? null : wholeNumber(written)) ?? numberInArea(written, area) ?? 'invalid'
}

async function openAccount(
  services: UserServices,
  { tx, tenant, input, language, now, client, tokenHash }: WriteCall<Register>,
  { recipient, area, contactMobile, proof, passwordHash }: ProvenApplication,
): ReturnType<Answering<Register>> {
  const target = targetOf(tenant, recipient)
  const isProven = proof === 'code'
  // The code's row first, either way: one that was sent before must not outlive the opening by a picture, and two registrations
  // of one address that took code and account in different orders would wait for each other.
  if (!isProven) await withdrawCode(tx, services.keyedHash, target)
  else if (!(await redeemCode(tx, services.keyedHash, target, input.sms_code, now))) return refused('CODE_WRONG')
  const invitedBy = await findInviter(tx, input.invite_code)
  if (invitedBy === undefined) return refused('INVITE_CODE_UNKNOWN')
  const row = await insertTrader(
    tx,
    {
      tenantId: tenant.id,
      isDemo: false,
      ...addressOf(recipient),
      passwordHash,
      country: area.country,
      contactMobile,
      invitedBy,
      language,
      contactProvenAt: isProven ? now : null,
      passwordChangedAt: now,
      createdAt: now,
    },
    async () => (await findAccount(tx, recipient)) !== undefined,
  )
  if (row === undefined) return refused('REGISTRATION_REFUSED')
  await services.openBooks(tx, tenant, row, now)
  const detail = { country: area.country, proof, channel: recipient.channel, invited: invitedBy === null ? 'no' : 'yes' }
  await auditAccount(tx, { tenantId: tenant.id, traderId: row.id }, 'account.opened', detail, now)
  return done(await completeSignIn(tx, services, { tenant, row, client, device: input.device, tokenHash, language, now, isFirst: true }))
}

function targetOf({ id }: Tenant, recipient: Recipient): CodeTarget {
  return { tenantId: id, purpose: 'register', recipient }
}

function addressOf({ channel, to }: Recipient): Pick<TraderRow, 'email' | 'mobile'> {
  return channel === 'email' ? { email: to, mobile: null } : { email: null, mobile: to }
}
