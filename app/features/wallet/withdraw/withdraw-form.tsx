/** Currency, place, amount and remark of a withdrawal. What was typed stays when the server refuses. */

import { Form, useNavigate, useNavigation } from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { LONGEST } from '../../../../contract/form-bounds'
import { paths } from '../../../addresses/paths'
import { useToldAnswer } from '../../../forms/use-told-answer'
import { LocalTime } from '../../../time/local-time'
import {
  Amount,
  AmountInput,
  Button,
  Card,
  ConfirmDialog,
  decimalText,
  Field,
  type FieldProblems,
  Link,
  media,
  Note,
  type PickerOption,
  ProblemSummary,
  Stack,
  signOf,
  TextInput,
  token,
  useFormProblems,
} from '../../../ui'
import { useHydrated } from '../../../ui/use-hydrated'
import { useReadBack } from '../../../ui/use-read-back'
import { Choice } from '../choice'
import { currencyOption } from '../currency-option'
import { isSameAmount, readAmount } from '../typed-amount'
import { UnknownMoney, useUnknownMoney } from '../unknown-money'
import { useReturnedForm } from '../use-returned-form'
import type { CurrencyChoice, MethodChoice, WithdrawAnswer, WithdrawData, WithdrawField, WithdrawTerms } from './withdraw-data'
import { belowFee, isTooMuch } from './withdraw-figures'
import { WithdrawPreview } from './withdraw-preview'

const Pair = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  ${media.tablet} { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
`
const SentForm = styled(Form)`
  [data-testid='not-known'] + & { margin-block-start: ${token.space[5]}; }
`
const Place = styled.bdi`
  [data-mono] & { font-family: ${token.font.mono}; font-size: 0.94em; }
`
const Large = styled.span`
  > span > span:first-child { min-height: 60px; }
`
const Help = styled.p`
  font-size: ${token.type.xs};
  line-height: 1.5;
  color: ${token.text.muted};
`

function methodOption({ id, name, caption }: MethodChoice): PickerOption {
  return { value: id, text: name, label: <Place dir="ltr">{name}</Place>, caption }
}

/** The newest that can be used; one that still waits where there is no other. */
const newestOf = (methods: readonly MethodChoice[]) => methods.find(({ usableFrom }) => usableFrom === null) ?? methods[0]

/** Where the form begins: with the method that was bound just now, else with the newest. */
function beginning({ currencies, methods, chosenMethod }: WithdrawData, answer: Pick<WithdrawAnswer, 'currency' | 'method'> | null) {
  const known = (id: string | undefined) => (currencies.some((currency) => currency.id === id) ? (id ?? '') : '')
  const method =
    methods.find(({ id }) => id === (answer?.method || chosenMethod)) ??
    newestOf(methods.filter(({ currencyId }) => known(currencyId) !== ''))
  const currency = known(answer?.currency) || known(method?.currencyId) || (currencies[0]?.id ?? '')
  return { currency, method: method?.currencyId === currency ? method.id : '' }
}

/** Withdrawals are asked for in it, whatever they are paid in. */
const UNIT = 'USDT'

interface WithdrawFormProps {
  readonly data: WithdrawData
  readonly answer: WithdrawAnswer | null
  readonly terms: WithdrawTerms
}

export function WithdrawForm({ data, answer, terms }: WithdrawFormProps) {
  const { t } = useTranslation('withdraw')
  const hasScripts = useHydrated()
  const navigation = useNavigation()
  useToldAnswer(answer, 'withdraw')
  const [formKey] = useState(data.formKey)
  const [chosen, setChosen] = useState(() => beginning(data, answer))
  const [amount, setAmount] = useState(answer?.amount ?? '')
  const [memo, setMemo] = useState(answer?.memo ?? '')
  const [isAsking, setIsAsking] = useState(data.methods.length === 0)
  const [wasLeft, setLeft] = useState(false)
  useReturnedForm('withdrawal', data.type, ({ number = '', memo: sentMemo = '', draw_currency_id = '', draw_method_id = '' }) => {
    // Whatever was typed here meanwhile is worth more.
    if (amount !== '' || memo !== '') return
    setAmount(number)
    setMemo(sentMemo)
    setChosen(beginning(data, { currency: draw_currency_id, method: draw_method_id }))
  })
  const isCoin = data.type === '1'
  const currency = data.currencies.find(({ id }) => id === chosen.currency)
  const methods = data.methods.filter(({ currencyId }) => currencyId === chosen.currency)
  const method = methods.find(({ id }) => id === chosen.method)
  const bind = paths.mine.withdrawWay(data.type, { from: 'withdraw', currency: chosen.currency })
  const read = readAmount(amount, UNIT, 'withdraw:enterAmount', t)
  const limit = useLimit(read.value, terms, currency)
  const held = method?.usableFrom == null ? undefined : <Held method={method} />
  const missing: FieldProblems<WithdrawField> = {
    currency: currency === undefined ? t('chooseCurrency') : undefined,
    method: method === undefined ? t('chooseMethod') : held,
    amount: read.problem ?? limit,
  }
  const { tries, hold } = useFormProblems(missing)
  // A refusal is about what was sent: it goes when that is changed.
  const said = (field: WithdrawField, isSame: boolean) =>
    (tries > 0 ? missing[field] : undefined) ?? (isSame ? answer?.problems[field] : undefined)
  const isSent = answer !== null && isSameAmount(amount, answer.amount, UNIT)
  const amountProblem = limit ?? (wasLeft && amount.trim() !== '' ? read.problem : undefined) ?? said('amount', isSent)
  const unknown = useUnknownMoney('withdrawal')
  const isBusy = navigation.state !== 'idle' && navigation.formData?.get('intent') === 'submit'
  return (
    <Card $pad $flat>
      <UnknownMoney deed="withdrawal" />
      <SentForm hidden={unknown === 'blank'} method="post" noValidate onSubmit={hold}>
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
          <Places data={data} chosen={chosen} onChoose={setChosen} said={said} held={held} answer={answer} bind={bind} />
          <AmountField amount={amount} onType={setAmount} onLeave={() => setLeft(true)} terms={terms} problem={amountProblem} />
          <Limited terms={terms} />
          <RemarkField memo={memo} onType={setMemo} problem={said('memo', memo === answer?.memo)} />
          {currency === undefined ? null : <WithdrawPreview amount={read.value} isRight={limit === undefined} currency={currency} />}
          {held === undefined || tries > 0 ? null : <Note tone="warn">{held}</Note>}
          <ProblemSummary problems={missing} tries={tries} />
          <Button
            type="submit"
            variant="primary"
            size="lg"
            block
            busy={isBusy && unknown === 'none'}
            aria-disabled={unknown !== 'none' || undefined}
          >
            {unknown === 'none' ? t('submit') : t('public:notKnown.waiting')}
          </Button>
          <Help>{t('frozenMeanwhile')}</Help>
        </Stack>
      </SentForm>
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
  readonly said: (field: WithdrawField, isSame: boolean) => ReactNode
  /** Why nothing is paid to the chosen method yet. */
  readonly held: ReactNode
  readonly bind: string
}

/** In what and to where. */
function Places({ data, answer, chosen, onChoose, said, held, bind }: PlacesProps) {
  const { t } = useTranslation('withdraw')
  const hasScripts = useHydrated()
  const isCoin = data.type === '1'
  const methods = data.methods.filter(({ currencyId }) => currencyId === chosen.currency)
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
        error={held ?? said('method', chosen.method === answer?.method)}
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

interface AmountFieldProps {
  readonly amount: string
  readonly onType: (text: string) => void
  readonly onLeave: () => void
  readonly terms: WithdrawTerms
  readonly problem: ReactNode
}

function AmountField({ amount, onType, onLeave, terms, problem }: AmountFieldProps) {
  const { t } = useTranslation('withdraw')
  const hasScripts = useHydrated()
  const readBack = useReadBack()
  const canFill = hasScripts && signOf(terms.withdrawable) > 0
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
        <Large onBlur={onLeave}>
          <AmountInput
            {...aria}
            name="number"
            placeholder="0.00"
            value={amount}
            onChange={onType}
            currency={UNIT}
            large
            readBack={readBack}
            {...(canFill ? { max: terms.withdrawable, maxLabel: t('max') } : {})}
          />
        </Large>
      )}
    </Field>
  )
}

function RemarkField({ memo, onType, problem }: { memo: string; onType: (text: string) => void; problem: ReactNode }) {
  const { t } = useTranslation('withdraw')
  return (
    <Field label={t('remark')} labelEnd={t('optional')} error={problem}>
      {(aria) => (
        <TextInput
          {...aria}
          name="memo"
          dir="auto"
          maxLength={LONGEST.withdrawalMemo}
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

/** From when on something is paid to a method that was bound a short while ago. */
function Held({ method }: { method: MethodChoice }) {
  const { t } = useTranslation('withdraw')
  if (method.usableFrom === null) return null
  return <Trans t={t} i18nKey="onHold" components={{ time: <LocalTime moment={method.usableFrom} /> }} />
}

/** Why this much cannot be paid out: more than is free, or so little that nothing arrives. */
function useLimit(amount: string, terms: WithdrawTerms, currency: CurrencyChoice | undefined): string | undefined {
  const { t } = useTranslation('withdraw')
  if (amount === '') return undefined
  if (terms.limitedBy !== 'prices-missing' && isTooMuch(amount, terms.withdrawable)) {
    return t('tooMuch', { available: decimalText(terms.withdrawable, { decimals: 2 }) })
  }
  const tooLittle = currency === undefined ? null : belowFee(amount, currency)
  return tooLittle === null ? undefined : t('public:error.WITHDRAW_AMOUNT_BELOW_FEE', { ...tooLittle })
}

/** Why less than the balance is free. */
function Limited({ terms }: { terms: WithdrawTerms }) {
  const { t } = useTranslation('withdraw')
  if (terms.limitedBy === 'nothing') return null
  if (terms.limitedBy === 'prices-missing') return <Note tone="warn">{t('pricesMissing')}</Note>
  const shown = (text: string) => decimalText(text, { decimals: 2 })
  return (
    <Note tone="info">
      {t('limitedByLosses', { free: shown(terms.withdrawable), balance: shown(terms.balance), losses: shown(terms.openLosses) })}
    </Note>
  )
}
