/** The page of execution figures, and the same as files: the document byte for byte, and its classes as a table. */
import { ExecutionDocument, getExecution } from '../../../contract/execution'
import { DAY_MS, MINUTE_MS } from '../../../rules/durations'
import { paths } from '../../addresses/paths'
import { askInstruments } from '../../broker-client/ask-market.server'
import { requireAnswer } from '../../broker-client/require-answer.server'
import { fixedT } from '../../language/i18n.server'
import { dateTimeFormat } from '../../language/intl'
import type { Language } from '../../language/language'
import { csvResponse } from '../../page/csv.server'
import { inOwnNames } from '../../terms/own-names'
import { lengthText } from '../../time/length-text'
import type { SiteContext } from '../../visitor/load-context.server'
import type { ClockWords, DayFigures, ExecutionData, ExecutionFilter, NamedInstrument, OrderClass } from './execution-data'

/** As many days can be picked; every other has its address. */
const DAYS_OFFERED = 60
/** Longer than anything that could be meant. */
const LONGEST = 16

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }
const MOMENT: Intl.DateTimeFormatOptions = { ...DAY, hour: '2-digit', minute: '2-digit' }

const filterOf = (search: URLSearchParams): ExecutionFilter => {
  const read = (name: string) => (search.get(name) ?? '').slice(0, LONGEST)
  return { day: read('day'), instrument: read('instrument'), type: read('type') }
}

async function ask({ broker }: SiteContext, { day, instrument, type }: ExecutionFilter) {
  const named = Object.fromEntries(Object.entries({ day, instrument, type }).filter(([, value]) => value !== ''))
  const answer = await broker.as(null).call(getExecution, named, { initial: true })
  const isUnknown = !answer.ok && (answer.error.name === 'PARAMETER_INVALID' || answer.error.name === 'INSTRUMENT_NOT_FOUND')
  return isUnknown ? null : requireAnswer(answer)
}

export async function loadExecution(context: SiteContext, search: URLSearchParams): Promise<ExecutionData> {
  const filter = filterOf(search)
  const { language } = context
  const [t, told, names] = await Promise.all([fixedT(context), ask(context, filter), symbolsOf(context)])
  const newest = told ?? (await ask(context, { day: '', instrument: '', type: '' }))
  const figures = told === null ? null : inOwnNames(ExecutionDocument.parse(JSON.parse(told.document)))
  const traded = [...new Set((figures?.classes ?? []).flatMap(({ instrument }) => (instrument === null ? [] : [instrument])))]
  const codes =
    filter.instrument === '' || told === null || traded.includes(filter.instrument) ? traded : [...traded, filter.instrument].sort()
  const moment = dateTimeFormat(language, MOMENT)
  return {
    title: t('execution:title'),
    filter: { ...filter, day: told?.day ?? newest?.day ?? '' },
    days: newest === null ? [] : daysOffered(newest.first_day, newest.today, language),
    instruments: codes.map((code) => ({ code, symbol: names.get(code) ?? code })),
    shown:
      told === null || figures === null
        ? null
        : {
            day: told.day,
            isFinal: told.is_final,
            untilText: dateTimeFormat(language, { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' }).format(figures.until),
            computedText: moment.format(told.computed_at),
            sha256: told.sha256,
            entry: told.entry,
            differs: told.differs,
            figures,
            view: inOwnNames(told.view),
            clock: clockWords(figures, language),
          },
  }
}

/** Names as the site shows them; their codes where the market cannot be asked. */
async function symbolsOf({ broker }: SiteContext): Promise<ReadonlyMap<string, string>> {
  const answer = await askInstruments(broker.as(null), { shared: true })
  const known: readonly NamedInstrument[] = answer.ok ? answer.data : []
  return new Map(known.map(({ code, symbol }) => [code, symbol]))
}

function daysOffered(first: string, today: string, language: Language) {
  const format = dateTimeFormat(language, DAY)
  const days: { value: string; text: string }[] = []
  const from = Math.max(Date.parse(first), Date.parse(today) - DAYS_OFFERED * DAY_MS)
  for (let at = Date.parse(today); at >= from; at -= DAY_MS) {
    days.push({ value: new Date(at).toISOString().slice(0, 10), text: format.format(at) })
  }
  return days
}

function clockWords({ until, withdrawals }: DayFigures, language: Language): ClockWords {
  const stage = ({ p50, p95 }: { p50: number | null; p95: number | null }) =>
    p50 === null || p95 === null ? null : ([lengthText(p50, language), lengthText(p95, language)] as const)
  const moment = dateTimeFormat(language, MOMENT)
  return {
    decided: stage(withdrawals.askedToDecided),
    paid: stage(withdrawals.decidedToPaid),
    total: stage(withdrawals.askedToPaid),
    overdue: withdrawals.overdue.map(({ band, askedAt }, index) => ({
      key: `${askedAt}-${index}`,
      band,
      askedAt: moment.format(askedAt),
      age: lengthText(Math.floor((until - askedAt) / MINUTE_MS), language),
    })),
  }
}

/** `as=csv`: the classes as a table; anything else: the document, exactly the bytes that were hashed. */
export async function executionFile(context: SiteContext, search: URLSearchParams): Promise<Response> {
  const told = await ask(context, { ...filterOf(search), instrument: '', type: '' })
  if (told === null) return Response.redirect(new URL(paths.execution(), context.origin), 303)
  const name = `execution-${told.day}`
  if (search.get('as') !== 'csv') {
    const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Content-Disposition': `attachment; filename="${name}.json"` }
    return new Response(told.document, { headers: { ...headers, 'Cache-Control': 'no-store' } })
  }
  const { classes } = inOwnNames(ExecutionDocument.parse(JSON.parse(told.document)))
  return csvResponse(
    name,
    COLUMNS.map(([column]) => column),
    classes.map((one) => COLUMNS.map(([, read]) => String(read(one) ?? ''))),
  )
}

/** Names for programs, the same in every language. */
const COLUMNS: readonly (readonly [string, (one: OrderClass) => string | number | null | undefined])[] = [
  ['instrument', ({ instrument }) => instrument ?? 'all'],
  ['type', ({ type }) => type ?? 'all'],
  ['orders', ({ orders }) => orders],
  ['filled', ({ filled }) => filled],
  ['rejected', ({ rejected }) => rejected],
  ['fill_rate_percent', (one) => one.fillRate],
  ['better', ({ slippage }) => slippage?.better],
  ['as_requested', ({ slippage }) => slippage?.same],
  ['worse', ({ slippage }) => slippage?.worse],
  ['net_pips', ({ slippage }) => slippage?.netPips],
  ['took_ms_p50', (one) => one.tookMs?.p50],
  ['took_ms_p99', (one) => one.tookMs?.p99],
  ['quote_age_ms_p50', (one) => one.quoteAgeMs?.p50],
  ['quote_age_ms_p99', (one) => one.quoteAgeMs?.p99],
]
