/** Loading the pages about settings, and sending what their forms ask for. With or without JavaScript. */

import { data, redirect } from '@remix-run/node'
import type { TFunction } from 'i18next'
import { BASE_SECTIONS, type BaseSection, SETTING_AREAS, type SettingArea } from '../../../../contract/desk/setting-values'
import { type DeskSettings, getSettings, requestSettingChange } from '../../../../contract/desk/settings'
import { errorValues } from '../../../../contract/error-values'
import { PERCENT_FEE_BOUNDS } from '../../../../contract/money-places'
import { paths } from '../../../addresses/paths'
import type { BrokerError } from '../../../broker-client/broker.server'
import { brokerErrorToast } from '../../../broker-client/broker-error'
import { requireAnswer } from '../../../broker-client/require-answer.server'
import { redirectWithToast } from '../../../cookies/toast.server'
import { takeForm } from '../../../forms/take-form.server'
import { fixedT } from '../../../language/i18n.server'
import { compareDecimals, fixDecimal } from '../../../ui/decimal-text'
import { typedDecimal, wireDecimal } from '../../../ui/typed-number'
import { requireDeskCompany } from '../../../visitor/desk-guards.server'
import type { SiteContext } from '../../../visitor/load-context.server'
import { loadApprovers } from '../approvers.server'
import {
  AREA_OF,
  type FormField,
  SETTING_SECTIONS,
  type SettingAnswer,
  type SettingFormData,
  type SettingSection,
  type SheetName,
} from './setting-data'
import { baseForm, instrumentForm, MOST_DECIMALS, rowForm } from './setting-fields.server'
import { foundRows, sheetOf } from './setting-sheets'

async function readSettings(request: Request, context: SiteContext) {
  const { company, operator } = await requireDeskCompany(request, context, 'settings.read')
  const [answer, t] = await Promise.all([context.desk.broker.call(getSettings, { company: company.id }), fixedT(context)])
  const canChange = company.permissions.includes('settings.change')
  const approvers = canChange ? await loadApprovers(context, company.id, 'approvals') : null
  return { company, operator, t, settings: requireAnswer(answer), canChange, approvers }
}

function sectionOf(url: URL): SettingSection {
  const named = url.searchParams.get('section')
  return SETTING_SECTIONS.find((section) => section === named) ?? 'networks'
}

/** The table of a page with its search, and the form that is open beside it. */
function sheetData(name: SheetName, url: URL, settings: DeskSettings, t: TFunction, canChange: boolean) {
  const search = (url.searchParams.get('q') ?? '').slice(0, 64)
  const sheet = sheetOf(name, settings, t)
  const edited = canChange ? url.searchParams.get('edit') : null
  const form = edited === null ? null : formOf(AREA_OF[name], edited === 'new' ? '' : edited, settings, t)
  return { name, search, columns: sheet.columns, rows: foundRows(sheet, search), total: sheet.rows.length, form }
}

function formOf(area: SettingArea, target: string, settings: DeskSettings, t: TFunction): SettingFormData | null {
  if (area === 'instrument') return instrumentForm(target, settings, t)
  if (area !== 'base') return rowForm(area, target, settings, t)
  return isSection(target) ? baseForm(target, settings, t) : null
}

export async function loadSettings(request: Request, context: SiteContext) {
  const url = new URL(request.url)
  const section = sectionOf(url)
  const { company, t, settings, canChange, approvers } = await readSettings(request, context)
  return {
    title: t('desk:shell.settings'),
    company: company.id,
    canChange,
    approvers,
    section,
    sheet: section === 'base' ? null : sheetData(section, url, settings, t, canChange),
    forms: section === 'base' ? BASE_SECTIONS.map((part) => baseForm(part, settings, t)) : [],
    waiting: settings.waiting,
  }
}
export type SettingsData = Awaited<ReturnType<typeof loadSettings>>

export async function loadInstruments(request: Request, context: SiteContext) {
  const { company, t, settings, canChange, approvers } = await readSettings(request, context)
  return {
    title: t('desk:shell.instruments'),
    company: company.id,
    canChange,
    approvers,
    sheet: sheetData('instruments', new URL(request.url), settings, t, canChange),
  }
}
export type InstrumentsData = Awaited<ReturnType<typeof loadInstruments>>

/** The rows of a table as they are searched for, for a file. */
export async function exportedSheet(request: Request, context: SiteContext, name: SheetName) {
  const url = new URL(request.url)
  const { company, t, settings } = await readSettings(request, context)
  const { columns, rows } = sheetData(name, url, settings, t, false)
  return {
    name: `${company.id}-${name}`,
    columns: [...columns.map(({ label }) => label), t('desk:settings.field.state')],
    rows: rows.map(({ cells, stateLabel }) => [...cells, stateLabel]),
  }
}

/** Sends what a form asks for. Back to the table when it was taken; else the form again, with what is wrong beside its field. */
export async function sendSettingForm(request: Request, context: SiteContext, page: 'settings' | 'instruments') {
  const url = new URL(request.url)
  const { company, t, settings, canChange } = await readSettings(request, context)
  const form = await takeForm(request)
  const text = (name: string) => String(form.get(name) ?? '')
  const area = SETTING_AREAS.find((known) => known === text('area'))
  const open = area === undefined || !canChange ? null : formOf(area, text('target'), settings, t)
  const back = paths.desk[page]({
    company: company.id,
    section: page === 'settings' ? sectionOf(url) : undefined,
    q: url.searchParams.get('q') ?? undefined,
  })
  if (open === null) throw redirect(back)
  const values = Object.fromEntries([...open.fields.map(({ name }) => name), 'reason'].map((name) => [name, text(name).slice(0, 2000)]))
  const reason = text('reason').trim()
  const problems = {
    ...numberProblems(open, form, t),
    ...(reason === '' && { reason: t('public:error.DESK_REASON_REQUIRED', errorValues('DESK_REASON_REQUIRED')) }),
  }
  if (Object.keys(problems).length > 0) return refusal(open, values, problems)
  const value = Object.fromEntries(open.fields.filter(({ kind }) => kind !== 'fixed').map((field) => [field.name, readTyped(field, form)]))
  const sent = await context.desk.broker.call(requestSettingChange, {
    company: company.id,
    area: open.area,
    ...(open.target === '' ? {} : { target: open.target, seen: text('seen') || open.seen }),
    value: JSON.stringify(value),
    reason: reason.slice(0, 500),
  })
  if (!sent.ok) return refusal(open, values, problemsOf(sent.error, open), messageOf(sent.error, open, t))
  const textKey = sent.data.status === 'applied' ? 'desk:settings.saved' : 'desk:settings.sent'
  throw redirectWithToast(back, { kind: 'success', textKey }, context)
}

/** As the contract wants it. */
function readTyped(field: FormField, form: FormData): unknown {
  const text = String(form.get(field.name) ?? '').trim()
  const parts = text.split(/[\s,;]+/).filter(Boolean)
  switch (field.kind) {
    case 'switch':
      return text === '1'
    case 'decimal':
      return wireDecimal(text)
    case 'whole':
      return Number(wireDecimal(text))
    case 'numbers':
      return numbersOf(text).map((part) => Number(wireDecimal(part)))
    case 'list':
      return parts.map((part) => part.toUpperCase())
    default:
      return text
  }
}

/** The numbers of a list. A comma between two digits belongs to a number: "1,500" is not two of them. */
const numbersOf = (text: string): string[] => text.split(/[,;]?\s+|;|,$/).filter(Boolean)

/** What is wrong with the fields for numbers: what is taken, and a number that would be. */
function numberProblems({ fields }: SettingFormData, form: FormData, t: TFunction): Record<string, string> {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const { name, kind, example = '', most = 1 } = field
      const isPercent = name === 'drawRate' && form.get('feeType') === 'percent'
      const { range, decimals = 0 } = isPercent ? PERCENT_FEE : field
      if (range === undefined || (kind !== 'decimal' && kind !== 'whole' && kind !== 'numbers')) return []
      const text = String(form.get(name) ?? '')
      const numbers = (kind === 'numbers' ? numbersOf(text) : [text]).map((part) => wireDecimal(part))
      const isTaken = (number: string) =>
        number !== '' &&
        (kind === 'decimal' ? !isTooFine(number, decimals) : /^\d{1,9}$/.test(number)) &&
        compareDecimals(number, range.min) >= 0 &&
        compareDecimals(number, range.max) <= 0
      if (numbers.length > 0 && numbers.length <= most && numbers.every(isTaken)) return []
      const isFine = kind === 'decimal' && decimals > 0
      const key = kind === 'numbers' ? 'list' : !isFine ? 'whole' : isTooFine(text, decimals) ? 'decimals' : 'between'
      return [[name, t(`desk:settings.problem.${key}`, { ...range, example, count: kind === 'numbers' ? most : decimals })]]
    }),
  )
}

/** Of a fee in percent; the field itself describes a fixed one. */
const PERCENT_FEE: Pick<FormField, 'range' | 'decimals'> = { range: PERCENT_FEE_BOUNDS, decimals: MOST_DECIMALS }

/** A number that has more decimals than are taken, of which zeros at its end are none. */
function isTooFine(text: string, decimals: number): boolean {
  const value = typedDecimal(text)
  return value !== '' && compareDecimals(value, fixDecimal(value, decimals)) !== 0
}

const FIELD_OF_ERROR: Readonly<Record<string, string>> = {
  PAYOUT_ADDRESS_INVALID: 'address',
  PAYOUT_SWIFT_INVALID: 'bankSwift',
  PAYOUT_IBAN_INVALID: 'payeeAccount',
}

function problemsOf({ name, details, msg }: BrokerError, form: SettingFormData): Record<string, string> {
  if (name === 'DESK_REASON_REQUIRED') return { reason: msg }
  const field = FIELD_OF_ERROR[name] ?? (name === 'DESK_VALUE_INVALID' ? details.field : undefined)
  if (field === undefined || form.fields.every((known) => known.name !== field)) return {}
  return { [field]: details.reason ?? msg }
}

function messageOf(error: BrokerError, form: SettingFormData, t: TFunction): string {
  if (Object.keys(problemsOf(error, form)).length > 0) return ''
  if (error.name === 'DESK_VALUE_INVALID') return error.details.reason ?? error.msg
  const told = brokerErrorToast(error)
  return told.text ?? t(told.textKey ?? 'public:unknownError', told.values)
}

function refusal(
  { area, target }: SettingFormData,
  values: SettingAnswer['values'],
  problems: SettingAnswer['problems'],
  message = '',
): ReturnType<typeof data<SettingAnswer>> {
  return data({ area, target, values, problems, message }, { status: 422 })
}

function isSection(target: string): target is BaseSection {
  return (BASE_SECTIONS as readonly string[]).includes(target)
}
