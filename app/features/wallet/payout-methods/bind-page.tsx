/** A new coin address or bank account. The broker checks it; here only its beginning is looked at while it is typed. */

import { Form, useNavigation } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LONGEST } from '../../../../contract/form-bounds'
import { useToldAnswer } from '../../../forms/use-told-answer'
import { Button, Card, Field, Note, Stack, TextInput } from '../../../ui'
import { Narrow } from '../../../ui/narrow'
import { useHydrated } from '../../../ui/use-hydrated'
import { Choice } from '../choice'
import { currencyOption } from '../currency-option'
import { addressHint } from './address-hint'
import { BANK_FIELDS, type BindAnswer, type BindData, type BindField } from './method-data'

type Typed = Readonly<Record<BindField, string>>

function typedFirst(data: BindData, answer: BindAnswer | null): Typed {
  const empty = { dc_address: '', payee_name: data.holder, payee_account: '', bank_name: '', bank_swift: '', bank_address: '' }
  const isOffered = data.currencies.some(({ id }) => id === answer?.values.draw_id)
  return { ...empty, ...answer?.values, draw_id: isOffered ? (answer?.values.draw_id ?? '') : data.currency }
}

interface InputProps {
  readonly typed: Typed
  readonly onType: (field: BindField, text: string) => void
  /** What is wrong with a field, as long as it stands as it was sent. */
  readonly problemOf: (field: BindField) => string | undefined
}

function AddressField({ typed, onType, problemOf, network }: InputProps & { network: string }) {
  const { t } = useTranslation('bank')
  const hint = addressHint(network, typed.dc_address)
  const hintText = hint === null ? undefined : t(`hint.${hint.kind}`, { ...hint })
  return (
    <Field label={t('field.dc_address')} error={problemOf('dc_address') ?? hintText} announce>
      {(aria) => (
        <TextInput
          {...aria}
          name="dc_address"
          mono
          dir="ltr"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={LONGEST.payout.dc_address}
          value={typed.dc_address}
          onChange={(event) => onType('dc_address', event.currentTarget.value)}
        />
      )}
    </Field>
  )
}

const HELP: Readonly<Partial<Record<BindField, string>>> = { payee_name: 'holderHelp', bank_swift: 'swiftHelp' }
/** Read from left to right in every language. */
const LATIN: ReadonlySet<BindField> = new Set(['payee_account', 'bank_swift'])

function BankFields({ typed, onType, problemOf }: InputProps) {
  const { t } = useTranslation('bank')
  return BANK_FIELDS.map((field) => (
    <Field key={field} label={t(`field.${field}`)} help={HELP[field] === undefined ? undefined : t(HELP[field])} error={problemOf(field)}>
      {(aria) => (
        <TextInput
          {...aria}
          name={field}
          dir={LATIN.has(field) ? 'ltr' : 'auto'}
          autoComplete="off"
          autoCapitalize={LATIN.has(field) ? 'characters' : undefined}
          spellCheck={false}
          maxLength={LONGEST.payout[field]}
          value={typed[field]}
          onChange={(event) => onType(field, event.currentTarget.value)}
        />
      )}
    </Field>
  ))
}

export function BindPage({ data, answer }: { data: BindData; answer: BindAnswer | null }) {
  const { t } = useTranslation('bank')
  const hasScripts = useHydrated()
  const navigation = useNavigation()
  useToldAnswer(answer, 'bind')
  const [formKey] = useState(data.formKey)
  const [typed, setTyped] = useState<Typed>(() => typedFirst(data, answer))
  const isCoin = data.type === '1'
  const currency = data.currencies.find(({ id }) => id === typed.draw_id)
  const input: InputProps = {
    typed,
    onType: (field, text) => setTyped((before) => ({ ...before, [field]: text })),
    problemOf: (field) => (answer !== null && typed[field].trim() === (answer.values[field] ?? '') ? answer.problems[field] : undefined),
  }
  if (currency === undefined) return <Note icon="info">{t('withdraw:noChannel')}</Note>
  const message = answer === null ? '' : answer.message || (answer.messageKey === undefined ? '' : t(answer.messageKey))
  return (
    <Narrow>
      <Card $pad $flat>
        <Form method="post" noValidate>
          <input type="hidden" name="type" value={data.type} />
          <input type="hidden" name="from" value={data.from ?? ''} />
          <input type="hidden" name="form_key" value={answer?.formKey ?? formKey} />
          <Stack>
            {/* Without scripts nothing else says what went wrong. */}
            {hasScripts || message === '' ? null : (
              <Note tone="danger" role="alert">
                {message}
              </Note>
            )}
            <Field label={t(isCoin ? 'currencyAndNetwork' : 'withdraw:currency')} error={input.problemOf('draw_id')}>
              {(aria) => (
                <Choice
                  {...aria}
                  name="draw_id"
                  label={t(isCoin ? 'currencyAndNetwork' : 'withdraw:currency')}
                  options={data.currencies.map((one) => currencyOption(one, isCoin))}
                  value={typed.draw_id}
                  onChange={(id) => input.onType('draw_id', id)}
                />
              )}
            </Field>
            {isCoin ? <AddressField {...input} network={currency.protocol} /> : <BankFields {...input} />}
            {isCoin ? <Note icon="shield-check">{t('safety')}</Note> : null}
            <Button type="submit" variant="primary" size="lg" block busy={navigation.state !== 'idle' && navigation.formMethod === 'POST'}>
              {t(isCoin ? 'saveCoin' : 'saveBank')}
            </Button>
          </Stack>
        </Form>
      </Card>
    </Narrow>
  )
}
