/** The page of price alerts and its forms, with or without scripts: a refusal is the page again with what was typed. */
import { changeAlert, createAlert, deleteAlert, listAlerts, setAlertMail } from '../../../contract/alerts'
import { askInstruments } from '../../broker-client/ask-market.server'
import type { BrokerError } from '../../broker-client/broker.server'
import { requireAnswer } from '../../broker-client/require-answer.server'
import { longestOf, textOf } from '../../forms/form-text.server'
import { answerForm, formKeyOf, newFormKey, onceBy, refusalOf } from '../../forms/keyed-form.server'
import { takeForm } from '../../forms/take-form.server'
import { fixedT } from '../../language/i18n.server'
import { askedPage, nextPage, readListPage } from '../../page/list-page.server'
import { readAlert } from '../../terms/alert'
import { momentOf } from '../../time/moment.server'
import { readTypedNumber, WIRE_NUMBER } from '../../ui/typed-number'
import { requireTrader } from '../../visitor/guards.server'
import type { SiteContext } from '../../visitor/load-context.server'
import { ALERT_BASES, ALERT_SIDES, type AlertAnswer, type AlertDraft, type AlertsData, type DeletedAlert } from './alerts-data'

const LONGEST = longestOf(createAlert)
/** Longer than any text that is read as a number. */
const LONGEST_VALUE = 80
const FIELD_OF: Readonly<Record<string, 'value' | 'instrument'>> = {
  INSTRUMENT_NOT_FOUND: 'instrument',
  PRICE_OFF_GRID: 'value',
  ALERT_PRICE_CROSSED: 'value',
  ALERT_PERCENT_INVALID: 'value',
  NUMBER_TOO_LARGE: 'value',
}

const sideOf = (text: string | null) => ALERT_SIDES.find((side) => side === text) ?? 'above'

export async function loadAlerts(context: SiteContext, request: Request): Promise<AlertsData> {
  await requireTrader(context)
  const search = new URL(request.url).searchParams
  const asked = readListPage(search)
  const [t, list, market] = await Promise.all([
    fixedT(context),
    context.broker.call(listAlerts, askedPage(asked)),
    askInstruments(context.broker, { initial: true }),
  ])
  const { waiting, data, sends_mail: sendsMail, ...rest } = requireAnswer(list)
  const instruments = (market.ok ? market.data : []).map(({ id, code, symbol, pricePrecision, quote }) => {
    return { id, code, symbol, pricePrecision, bid: quote.bid }
  })
  const shown = waiting.map(readAlert)
  const changing = shown.find(({ id }) => id === search.get('id'))
  const forexId = instruments.find(({ id }) => id === search.get('forex_id'))?.id ?? instruments[0]?.id ?? ''
  const price = search.get('price') ?? ''
  return {
    title: t('notice:alerts.title'),
    formKey: newFormKey(),
    instruments,
    waiting: shown,
    told: data.map((wire) => ({ ...readAlert(wire), at: momentOf(wire.told_at ?? 0, context.language) })),
    page: asked.page,
    older: nextPage(asked, rest),
    sendsMail,
    draft:
      changing === undefined
        ? { id: '', forexId, side: sideOf(search.get('side')), basis: 'price', value: WIRE_NUMBER.test(price) ? price : '' }
        : { id: changing.id, forexId: changing.forexId, side: changing.side, basis: 'price', value: changing.price },
  }
}

export async function changeAlerts(context: SiteContext, request: Request) {
  await requireTrader(context)
  const form = await takeForm(request)
  const formKey = formKeyOf(form)
  const once = { initial: true, ...onceBy(formKey) }
  const id = /^\d{1,18}$/.exec(textOf(form, 'id'))?.[0] ?? '0'
  const state = textOf(form, 'state') === 'paused' ? 'paused' : 'active'
  const { broker } = context
  switch (textOf(form, 'intent')) {
    case 'delete': {
      const sent = await broker.call(deleteAlert, { id, state }, once)
      return sent.ok ? done('notice:alerts.deleted', { id, state }) : refusal(sent.error, { formKey, draft: null })
    }
    case 'restore': {
      const sent = await broker.call(changeAlert, { id, state }, once)
      return sent.ok ? done('notice:alerts.restored') : refusal(sent.error, { formKey, draft: null })
    }
    case 'pause':
    case 'resume': {
      const wanted = textOf(form, 'intent') === 'pause' ? 'paused' : 'active'
      const sent = await broker.call(changeAlert, { id, state: wanted }, once)
      return sent.ok ? done('notice:alerts.changed') : refusal(sent.error, { formKey, draft: null })
    }
    case 'mail': {
      const sent = await broker.call(setAlertMail, { sends_mail: textOf(form, 'sends_mail') === '1' ? '1' : '0' }, once)
      return sent.ok ? done('notice:alerts.changed') : refusal(sent.error, { formKey, draft: null })
    }
    default:
      return saveAlert(context, form, { id, formKey, once })
  }
}

interface Saving {
  readonly id: string
  readonly formKey: string
  readonly once: { readonly initial: boolean; readonly idempotencyKey?: string }
}

/** A new one, or the other price of one that waits. */
async function saveAlert(context: SiteContext, form: FormData, { id, formKey, once }: Saving) {
  const t = await fixedT(context)
  const draft: AlertDraft = {
    id: id === '0' ? '' : id,
    forexId: textOf(form, 'forex_id', LONGEST.forex_id),
    side: sideOf(textOf(form, 'side')),
    basis: ALERT_BASES.find((basis) => basis === textOf(form, 'basis')) ?? 'price',
    value: textOf(form, 'value', LONGEST_VALUE),
  }
  const typed = readTypedNumber(draft.value, draft.basis === 'percent' ? '%' : undefined)
  const value = typed.kind === 'number' ? typed.value : ''
  if (!WIRE_NUMBER.test(value)) {
    const parameter = t(draft.basis === 'price' ? 'public:field.price' : 'public:field.percent')
    const problems = { value: t('public:error.PARAMETER_INVALID', { parameter }) }
    return answerForm<AlertAnswer>({ draft, problems, message: '', formKey, doneKey: null, deleted: null }, 422)
  }
  if (draft.id !== '') {
    const sent = await context.broker.call(changeAlert, { id, side: draft.side, alert_price: value }, once)
    return sent.ok ? done('notice:alerts.changed') : refusal(sent.error, { formKey, draft })
  }
  const wanted = draft.basis === 'price' ? { alert_price: value } : { alert_percent: value }
  const sent = await context.broker.call(createAlert, { forex_id: draft.forexId || '0', side: draft.side, ...wanted }, once)
  return sent.ok ? done('notice:alerts.created') : refusal(sent.error, { formKey, draft })
}

const done = (doneKey: string, deleted: DeletedAlert | null = null) =>
  answerForm<AlertAnswer>({ draft: null, problems: {}, message: '', formKey: newFormKey(), doneKey, deleted }, 200)

function refusal(error: BrokerError, { formKey, draft }: { readonly formKey: string; readonly draft: AlertDraft | null }) {
  const named = draft === null ? undefined : FIELD_OF[error.name]
  // Who changes an alert is asked for no instrument: what is wrong with it stands above the form.
  const field = named === 'instrument' && draft?.id !== '' ? undefined : named
  const { status, ...refused } = refusalOf(error, { formKey, field })
  const message = field === undefined ? refused.message : ''
  return answerForm<AlertAnswer>({ ...refused, message, draft, doneKey: null, deleted: null }, status)
}
