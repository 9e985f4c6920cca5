import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { formatFixed, formatFixedShort, parseFixed } from '../../../rules/decimal'
import { lotProblem } from '../../../rules/lots'
import { useInstrumentTerms, useQuote } from '../../realtime'
import type { Order } from '../../terms/order'
import {
  ConfirmDialog,
  Field,
  focusFirstWrong,
  type KeyValue,
  KeyValueList,
  Price,
  QuickValues,
  Stepper,
  token,
  wireDecimal,
} from '../../ui'
import { useReadBack } from '../../ui/use-read-back'
import { useLiveOrder } from './live-figures'
import { Profit } from './money'
import { lotsShare, lotsText, partProfit } from './order-facts'

const Fields = styled.div`
  display: grid;
  gap: ${token.space[3]};
`

interface ClosePartDialogProps {
  order: Order
  isBusy: boolean
  /** Without lots the whole position is closed. */
  onConfirm: (lots: string | undefined) => void
  onCancel: () => void
}

/** How much of a position to close, in lots or quarters, with what that part would bring now. */
export function ClosePartDialog({ order, isBusy, onConfirm, onCancel }: ClosePartDialogProps) {
  const { t } = useTranslation('order')
  const readBack = useReadBack()
  const fields = useRef<HTMLDivElement>(null)
  const part = usePart(order)
  const values = {
    code: order.instrument.symbol,
    side: t(order.side === 'buy' ? 'longWord' : 'shortWord'),
    lots: lotsText(order.lots),
  }
  const facts: KeyValue[] = [
    { key: 'part', label: t('part.closes'), value: <span data-num="">{part.isNumber ? lotsText(part.lots) : '–'}</span> },
    { key: 'rest', label: t('part.stays'), value: <span data-num="">{part.rest}</span> },
    {
      key: 'price',
      label: t('ask.about'),
      value: <Price value={part.price} precision={order.instrument.pricePrecision} pipStyle="plain" />,
    },
    {
      key: 'profit',
      label: t('ask.profitAbout'),
      value: <Profit value={part.profit} form="own" currency="USDT" />,
    },
  ]
  return (
    <ConfirmDialog
      open
      title={t('part.title', values)}
      text={t('ask.closeText')}
      confirmLabel={part.isNumber ? t('part.confirm', { lots: lotsText(part.lots) }) : t('tool.part')}
      cancelLabel={t('ask.keepOpen')}
      busy={isBusy}
      onConfirm={() => {
        if (part.problem === null) onConfirm(part.isAll ? undefined : formatFixedShort(parseFixed(part.lots)))
        else focusFirstWrong(fields.current)
      }}
      onCancel={onCancel}
    >
      <Fields ref={fields}>
        <Field label={t('part.lots')} error={part.problem ?? undefined} announce>
          {(aria) => (
            <Stepper
              {...aria}
              value={part.text}
              onChange={part.setText}
              step={part.step}
              precision={part.precision}
              min={part.least}
              max={order.lots}
              label={t('part.lots')}
              readBack={readBack}
              decreaseLabel={t('decrease', { name: t('part.lots') })}
              increaseLabel={t('increase', { name: t('part.lots') })}
            />
          )}
        </Field>
        {part.shares.length === 0 ? null : (
          <QuickValues label={t('part.shares')} values={part.shares} value={part.text} onChange={part.setText} />
        )}
        <KeyValueList rows={facts} />
      </Fields>
    </ConfirmDialog>
  )
}

/** Without the instrument's terms a hundredth of a lot counts as step and smallest order; the broker has the last word. */
function usePart(order: Order) {
  const { t } = useTranslation('order')
  const { t: tPublic } = useTranslation('public')
  const terms = useInstrumentTerms(order.instrument.id)
  const step = terms?.lotStep ?? '0.01'
  const least = terms?.minLots ?? '0.01'
  const limits = { step, least }
  const shares = ([1, 2, 3] as const).flatMap((quarters) => {
    const value = lotsShare(order, quarters, limits)
    return value === '' ? [] : [{ value, label: t(`part.quarters.${quarters}`) }]
  })
  const middle = lotsShare(order, 2, limits)
  const [text, setText] = useState(middle === '' ? lotsText(order.lots) : middle)
  const lots = wireDecimal(text)
  const live = useLiveOrder(order)
  const quoteToUsdt = useQuote(order.instrument.id)?.quoteToUsdt
  const isNumber = lots !== ''
  const all = parseFixed(order.lots)
  const wanted = isNumber ? parseFixed(lots) : 0n
  const isAll = wanted === all
  const found = isAll ? null : lotProblem({ minLots: parseFixed(least), maxLots: all, lotStep: parseFixed(step) }, wanted)
  const restIsSmall = found === null && !isAll && all - wanted < parseFixed(least)
  const code = restIsSmall ? 'REST_TOO_SMALL' : found
  return {
    text,
    setText,
    lots,
    shares,
    step,
    least,
    precision: Math.max(2, fractionOf(step), fractionOf(order.lots)),
    isNumber,
    isAll,
    rest: isNumber && wanted <= all ? lotsText(formatFixed(all - wanted)) : '–',
    price: live.price,
    profit: isNumber ? partProfit(order, lots, live.price, quoteToUsdt) : null,
    problem: !isNumber
      ? `${t('problem.NUMBER_UNREADABLE')} ${tPublic('forExample', { example: lotsText(least) })}`
      : code === null
        ? null
        : t(`part.problem.${code}`, { min: lotsText(least), max: lotsText(order.lots), step: lotsText(step) }),
  }
}

function fractionOf(text: string): number {
  return (text.split('.')[1] ?? '').replace(/0+$/, '').length
}
