/**
 * Whether a change of a setting can be: what it is now, what it would become, and that it is well formed and within the bounds.
 *
 * Invariant: judged when it is wished for and again when it is agreed to, by the same rules, so a bound that was drawn tighter in
 * between holds.
 */
import type { z } from 'zod'
import {
  BASE_SECTIONS,
  BASE_VALUES,
  type BaseSection,
  instrumentValue,
  rowSchema,
  type SettingArea,
} from '../../contract/desk/setting-values'
import type { SettingValue } from '../../contract/desk/settings'
import type { Language } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'
import { done, type Outcome, refused } from '../calls/handler'
import type { Tx } from '../db/open-database'
import type { Texts } from '../ground/texts'
import type { Instrument } from '../market/instrument'
import { isBankAccount, isBankCode } from '../money-places/bank-place'
import { isChainAddress } from '../money-places/chain-address'
import { instrumentBounds, instrumentInForce } from '../settings/instrument-settings'
import { type AccountRow, isSamePlace, type NetworkRow, type RowArea, rowsOf } from './setting-rows'

interface JudgedPlace {
  readonly area: SettingArea
  /** Id of the row, section or code; null for a new row. */
  readonly target: string | null
}

export interface Judge {
  readonly tx: Tx
  readonly tenant: Tenant
  readonly language: Language
  readonly texts: Pick<Texts, 'text'>
  readonly instruments: readonly Instrument[]
}

interface JudgedChange {
  /** Null for a new row. */
  readonly before: SettingValue | null
  readonly after: SettingValue
}

/** What the setting is now; NOT_FOUND for one that is not there. */
export async function presentValue(judge: Judge, { area, target }: JudgedPlace): Promise<Outcome<SettingValue | null>> {
  if (area === 'base') return isSection(target) ? done(baseInForce(judge.tenant)[target]) : refused('NOT_FOUND')
  if (area === 'instrument') {
    const instrument = judge.instruments.find(({ code }) => code === target)
    return instrument === undefined ? refused('NOT_FOUND') : done(instrumentInForce(judge.tenant, instrument))
  }
  if (target === null) return done(null)
  const row = (await rowsOf(judge.tx, area)).find(({ id }) => id.toString() === target)
  return row === undefined ? refused('NOT_FOUND') : done(row.value)
}

/** @param value as it was sent; of a row that is there, only what of it can be changed. */
export async function judgeChange(judge: Judge, place: JudgedPlace, value: unknown): Promise<Outcome<JudgedChange>> {
  const present = await presentValue(judge, place)
  if (!present.ok) return present
  const before = present.data
  const parsed = schemaOf(judge, place).safeParse(value)
  if (!parsed.success) return invalid(judge, parsed.error)
  const after = { ...before, ...(parsed.data as SettingValue) }
  const problem = await placeProblem(judge, place, after)
  return problem ?? done({ before, after })
}

function schemaOf({ tenant, instruments }: Judge, { area, target }: JudgedPlace): z.ZodType {
  if (area === 'base') return BASE_VALUES[target as BaseSection]
  if (area !== 'instrument') return rowSchema(area, target === null)
  const instrument = instruments.find(({ code }) => code === target)
  if (instrument === undefined) throw new Error(`no instrument ${target}`)
  return instrumentValue(instrumentBounds(tenant, instrument))
}

/** What only the broker knows: checksums, the hosts that links may point to, and what is there already. */
async function placeProblem(judge: Judge, { area, target }: JudgedPlace, after: SettingValue): Promise<Outcome<never> | null> {
  if (area === 'base') {
    return target === 'support' && !isAllowedLink(judge.tenant, String(after.serviceLink))
      ? problemWith(judge, 'serviceLink', 'linkHost')
      : null
  }
  if (area === 'instrument') return null
  const problem = area === 'deposit_network' ? networkProblem(after) : area === 'collection_account' ? accountProblem(after) : null
  if (problem !== null) return problem
  const others = (await rowsOf(judge.tx, area)).filter(({ id }) => id.toString() !== target)
  return others.some(({ value }) => isSamePlace(area, value, after)) ? problemWith(judge, PLACE_FIELD[area], 'exists') : null
}

const PLACE_FIELD = { deposit_network: 'address', collection_account: 'payeeAccount', withdraw_currency: 'code' } as const satisfies Record<
  RowArea,
  string
>

function networkProblem(value: SettingValue): Outcome<never> | null {
  const { protocol, address } = value as NetworkRow
  return isChainAddress(protocol, address) ? null : refused('PAYOUT_ADDRESS_INVALID', { network: protocol, field: 'address' })
}

function accountProblem(value: SettingValue): Outcome<never> | null {
  const { bankSwift, payeeAccount } = value as AccountRow
  if (!isBankCode(bankSwift)) return refused('PAYOUT_SWIFT_INVALID', { field: 'bankSwift' })
  return isBankAccount(bankSwift, payeeAccount) ? null : refused('PAYOUT_IBAN_INVALID', { field: 'payeeAccount' })
}

function isAllowedLink({ linkHosts }: Tenant, link: string): boolean {
  return link === '' || linkHosts.includes(new URL(link).hostname)
}

function invalid(judge: Judge, { issues }: z.ZodError): Outcome<never, 'DESK_VALUE_INVALID'> {
  const [issue] = issues
  return problemWith(judge, String(issue?.path[0] ?? 'value'), issue?.message ?? '')
}

/** `field` is the value's own name for it, so that a form can show the reason beside it. */
function problemWith({ language, texts }: Judge, field: string, problem: string): Outcome<never, 'DESK_VALUE_INVALID'> {
  // Where the contract has no word of its own for it, the checker's is a sentence: then the form is wrong.
  const word = /^[a-zA-Z]+$/.test(problem) ? problem : 'wrongForm'
  return refused('DESK_VALUE_INVALID', { field, reason: texts.text(language, `settingProblem.${word}`) })
}

export function baseInForce({ email, service, registration, wallet, trading }: Tenant): Record<BaseSection, SettingValue> & {
  [Section in BaseSection]: z.infer<(typeof BASE_VALUES)[Section]>
} {
  const { verify, mobileField, refusedCountries } = registration
  const { secondApproval, methodHoldHours, twoStepEndsHold, promisedHours } = wallet
  const { depositsAbove, withdrawalsAbove, differencesAbove, newAddressHours } = secondApproval
  return {
    support: { email, serviceLink: service?.link ?? '', serviceType: service?.type ?? 'frame' },
    registration: { verify, mobileField, refusedCountries: [...refusedCountries] },
    money: { depositsAbove, withdrawalsAbove, differencesAbove, newAddressHours, methodHoldHours, twoStepEndsHold, promisedHours },
    trading: { staleAfterMs: trading.staleAfterMs, demoBalance: trading.demoBalance },
    risk: { ...trading.risk, limits: Object.entries(trading.risk.limits).map(([code, limit]) => `${code}=${limit}`) },
  }
}

function isSection(target: string | null): target is BaseSection {
  return (BASE_SECTIONS as readonly (string | null)[]).includes(target)
}

/** The order of a list of countries or leverages says nothing; that of the fields neither. */
export function isSameValue(one: SettingValue | null, other: SettingValue | null): boolean {
  return writeValue(one) === writeValue(other)
}

function writeValue(value: SettingValue | null): string {
  if (value === null) return ''
  const fields = Object.entries(value).map(([key, part]) => [key, Array.isArray(part) ? [...part].map(String).sort() : part] as const)
  return JSON.stringify(fields.sort(([a], [b]) => (a < b ? -1 : 1)))
}
