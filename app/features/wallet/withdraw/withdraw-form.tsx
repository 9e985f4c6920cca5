/** Currency, place, amount and remark of a withdrawal. What was typed stays when the server refuses. */
import { Form, useNavigate, useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { formatBalance, parseAmount } from '../../../../rules/money'
import { paths } from '../../../platform/paths'
import {
  Affix,
  Amount,
  Badge,
  Button,
  Card,
  ConfirmDialog,
  Control,
  decimalText,
  Field,
  Link,
  media,
  Note,
  type PickerOption,
  Stack,
  TextInput,
  token,
  useToast,
} from '../../../ui'
import { useHydrated } from '../../orders/use-hydrated'
import { LocalTime } from '../../security/local-time'
import { Choice } from '../choice'
import { CurrencyMark } from '../currency-mark'
import { payoutCurrency } from '../payout-name'
import type { CurrencyChoice, MethodChoice, WithdrawAnswer, WithdrawData, WithdrawField, WithdrawTerms } from './withdraw-data'
import { isTooMuch, previewOf } from './withdraw-figures'
import { WithdrawPreview } from './withdraw-preview'

const Pair = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  ${media.tablet} { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
`
const Choosing = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${token.space[2]};
`
const Place = styled.bdi`
  [data-mono] & { font-family: ${token.font.mono}; font-size: 0.94em; }
`
const Large = styled.span`
  > span { min-height: 60px; }
  input { direction: ltr; font-size: 24px; font-weight: 600; letter-spacing: -0.02em; font-variant-numeric: tabular-nums lining-nums; }
  [dir='rtl'] & input { text-align: end; }
`
const Help = styled.p`
  font-size: ${token.type.xs};
  line-height: 1.5;
  color: ${token.text.muted};
`

function currencyOption(currency: CurrencyChoice, isCoin: boolean): PickerOption {
  const { id, code, protocol } = currency
  const label = (
    <Choosing>
      {code}
      {protocol === '' ? null : <Badge>{protocol}</Badge>}
    </Choosing>
  )
  return { value: id, text: payoutCurrency(code, protocol), label, lead: <CurrencyMark code={code} isCoin={isCoin} /> }
}

function methodOption({ id, name, caption }: MethodChoice): PickerOption {
  return { value: id, text: name, label: <Place dir="ltr">{name}</Place>, caption }
}

/** The newest that can be used; one that still waits where there is no other. */
const newestOf = (methods: readonly MethodChoice[]) => methods.find(({ usableFrom }) => usableFrom === null) ?? methods[0]

/** Where the form begins: with the method that was bound just now, else with the newest. */
function beginning({ currencies, methods, chosenMethod }: WithdrawData, answer: WithdrawAnswer | null) {
  const known = (id: string | undefined) => (currencies.some((currency) => currency.id === id) ? (id ?? '') : '')
  const method =
    methods.find(({ id }) => id === (answer?.method || chosenMethod)) ??
    newestOf(methods.filter(({ currencyId }) => known(currencyId) !== ''))
  const currency = known(answer?.currency) || known(method?.currencyId) || (currencies[0]?.id ?? '')
  return { currency, method: method?.currencyId === currency ? method.id : '' }
}

/** Tells a refusal that belongs to no field. */
function useRefusal(answer: WithdrawAnswer | null): void {
  const { t } = useTranslation('withdraw')
  const toast = useToast()
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is told once, however often the form is drawn.
  useEffect(() => {
    if (answer === null || (answer.message === '' && answer.messageKey === undefined)) return
    toast.show({ tone: 'err', key: 'withdraw', title: answer.message || t(answer.messageKey ?? 'account:failed') })
  }, [answer])
}

export interface WithdrawFormProps {
  readonly data: WithdrawData
  readonly answer: WithdrawAnswer | null
  readonly terms: WithdrawTerms
}

export function WithdrawForm({ data, answer, terms }: WithdrawFormProps) {
  const { t } = useTranslation('withdraw')
  const hasScripts = useHydrated()
  const navigation = useNavigation()
  useRefusal(answer)
  const [formKey] = useState(data.formKey)
  const [chosen, setChosen] = useState(() => beginning(data, answer))
  const [amount, setAmount] = useState(answer?.amount ?? '')
  const [memo, setMemo] = useState(answer?.memo ?? '')
  const [isAsking, setIsAsking] = useState(data.methods.length === 0)
  const isCoin = data.type === '1'
  const currency = data.currencies.find(({ id }) => id === chosen.currency)
  const methods = data.methods.filter(({ currencyId }) => currencyId === chosen.currency)
  const method = methods.find(({ id }) => id === chosen.method)
  const bind = paths.mine.withdrawWay(data.type, { from: 'withdraw', currency: chosen.currency })
  // A refusal is about what was sent: it goes when that is changed.
  const said = (field: WithdrawField, isSame: boolean) => (isSame ? answer?.problems[field] : undefined)
  const tooMuch = terms.limitedBy !== 'prices_missing' && isTooMuch(amount, terms.withdrawable)
  const belowFee = currency !== undefined && previewOf(amount, currency).isBelowFee
  const amountProblem =
    said('amount', amount === answer?.amount) ??
    (tooMuch ? t('tooMuch', { available: decimalText(terms.withdrawable, { decimals: 2 }) }) : belowFee ? t('belowFee') : undefined)
  const isBusy = navigation.state !== 'idle' && navigation.formData?.get('intent') === 'submit'
  return (
    <Card $pad $flat>
      <Form method="post" noValidate>
        <input type="hidden" name="intent" value="submit" />
        <input type="hidden" name="type" value={data.type} />
        <input type="hidden" name="form_key" value={answer?.formKey ?? formKey} />
        <Stack>
          {/* Without scripts nothing else says what went wrong. */}
          {answer === null || hasScripts || (answer.message === '' && answer.messageKey === undefined) ? null : (
            <Note tone="danger" role="alert">
              {answer.message || t(answer.messageKey ?? 'account:failed')}
            </Note>
          )}
          <Places data={data} chosen={chosen} onChoose={setChosen} said={said} answer={answer} bind={bind} />
          <AmountField amount={amount} onType={setAmount} terms={terms} problem={amountProblem} />
          <Limited terms={terms} />
          <RemarkField memo={memo} onType={setMemo} problem={said('memo', memo === answer?.memo)} />
          {currency === undefined ? null : <WithdrawPreview amount={amount} currency={currency} />}
          <Button
            type="submit"
            variant="primary"
            size="lg"
            block
            busy={isBusy}
            disabled={hasScripts && (method === undefined || method.usableFrom !== null || amount.trim() === '' || tooMuch || belowFee)}
          >
            {t('submit')}
          </Button>
          <Help>{t('frozenMeanwhile')}</Help>
        </Stack>
      </Form>
      <NothingBound isCoin={isCoin} isOpen={isAsking} onClose={() => setIsAsking(false)} bind={bind} />
    </Card>
  )
}

interface Chosen {
  readonly currency: string
  readonly method: string
}

interface PlacesProps {
  readonly data: WithdrawData
  readonly answer: WithdrawAnswer | null
  readonly chosen: Chosen
  readonly onChoose: (chosen: Chosen) => void
  readonly said: (field: WithdrawField, isSame: boolean) => string | undefined
  readonly bind: string
}

/** In what and to where. */
function Places({ data, answer, chosen, onChoose, said, bind }: PlacesProps) {
  const { t } = useTranslation('withdraw')
  const hasScripts = useHydrated()
  const isCoin = data.type === '1'
  const methods = data.methods.filter(({ currencyId }) => currencyId === chosen.currency)
  const method = methods.find(({ id }) => id === chosen.method)
  const chooseCurrency = (id: string) => {
    onChoose({ currency: id, method: newestOf(data.methods.filter(({ currencyId }) => currencyId === id))?.id ?? '' })
  }
  return (
    <Pair data-mono={isCoin ? '' : undefined}>
      <Field label={t('currency')} error={said('currency', chosen.currency === answer?.currency)}>
        {(aria) => (
          <Choice
            {...aria}
            name="draw_currency_id"
            label={t('currency')}
            options={data.currencies.map((one) => currencyOption(one, isCoin))}
            value={chosen.currency}
            onChange={chooseCurrency}
          />
        )}
      </Field>
      <Field
        label={t('to')}
        labelEnd={<Link href={bind}>{t(isCoin ? 'addAddress' : 'addAccount')}</Link>}
        error={said('method', chosen.method === answer?.method)}
        help={method?.usableFrom == null ? undefined : <HoldHelp method={method} />}
      >
        {(aria) => (
          <Choice
            {...aria}
            name="draw_method_id"
            label={t('to')}
            // Without scripts the currency does not narrow the list.
            options={(hasScripts ? methods : data.methods).map(methodOption)}
            value={chosen.method || null}
            onChange={(id) => onChoose({ ...chosen, method: id })}
            placeholder={t(isCoin ? 'chooseAddress' : 'chooseAccount')}
          />
        )}
      </Field>
    </Pair>
  )
}

function AmountField({
  amount,
  onType,
  terms,
  problem,
}: {
  amount: string
  onType: (text: string) => void
  terms: WithdrawTerms
  problem: string | undefined
}) {
  const { t } = useTranslation('withdraw')
  const hasScripts = useHydrated()
  return (
    <Field
      label={t('amount')}
      labelEnd={
        <span>
          {t('available')} <Amount value={terms.withdrawable} />
        </span>
      }
      error={problem}
      announce
    >
      {(aria) => (
        <Large>
          <Control data-invalid={problem === undefined ? undefined : ''}>
            <input
              {...aria}
              name="number"
              inputMode="decimal"
              autoComplete="off"
              placeholder="0.00"
              maxLength={40}
              value={amount}
              onChange={(event) => onType(event.currentTarget.value)}
            />
            <Affix>USDT</Affix>
            {hasScripts ? (
              <Button
                size="sm"
                variant="soft"
                onClick={() => onType(formatBalance(parseAmount(terms.withdrawable)))}
                disabled={parseAmount(terms.withdrawable) <= 0n}
              >
                {t('max')}
              </Button>
            ) : null}
          </Control>
        </Large>
      )}
    </Field>
  )
}

function RemarkField({ memo, onType, problem }: { memo: string; onType: (text: string) => void; problem: string | undefined }) {
  const { t } = useTranslation('withdraw')
  return (
    <Field label={t('remark')} labelEnd={t('optional')} error={problem}>
      {(aria) => (
        <TextInput
          {...aria}
          name="memo"
          dir="auto"
          maxLength={256}
          autoComplete="off"
          placeholder={t('remarkHint')}
          value={memo}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

function NothingBound({ isCoin, isOpen, onClose, bind }: { isCoin: boolean; isOpen: boolean; onClose: () => void; bind: string }) {
  const { t } = useTranslation('withdraw')
  const navigate = useNavigate()
  return (
    <ConfirmDialog
      open={isOpen}
      title={t(isCoin ? 'noAddressTitle' : 'noAccountTitle')}
      text={t(isCoin ? 'noAddressText' : 'noAccountText')}
      confirmLabel={t(isCoin ? 'bank:addCoin' : 'bank:addBank')}
      cancelLabel={t('notNow')}
      onCancel={onClose}
      onConfirm={() => navigate(bind)}
    />
  )
}

function HoldHelp({ method }: { method: MethodChoice }) {
  const { t } = useTranslation('withdraw')
  if (method.usableFrom === null) return null
  return (
    <>
      {t('usableFrom')} <LocalTime moment={method.usableFrom} />
    </>
  )
}

/** Why less than the balance is free. */
function Limited({ terms }: { terms: WithdrawTerms }) {
  const { t } = useTranslation('withdraw')
  if (terms.limitedBy === 'nothing') return null
  if (terms.limitedBy === 'prices_missing') return <Note tone="warn">{t('pricesMissing')}</Note>
  const shown = (text: string) => decimalText(text, { decimals: 2 })
  return (
    <Note tone="info">
      {t('limitedByLosses', { free: shown(terms.withdrawable), balance: shown(terms.balance), losses: shown(terms.openLosses) })}
    </Note>
  )
}
