/** The form of a price alert: a new one, or the other price of one that waits. Whole without scripts. */
import { Form, useNavigation } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { useQuote } from '../../realtime'
import type { ShownAlert } from '../../terms/alert'
import { Button, Control, decimalText, Field, Link, Note, ReadBack, TextInput, token } from '../../ui'
import { FieldSelect } from '../../ui/control-select'
import { useReadBack } from '../../ui/use-read-back'
import { ALERT_BASES, ALERT_SIDES, type AlertAnswer, type AlertDraft, type AlertInstrument, type AlertsData } from './alerts-data'

const Fields = styled(Form)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
`
const Pair = styled.div`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${token.space[3]};
`

/** The bid of now, in the words of a line of help. */
function PresentPrice({ instrument }: { readonly instrument: AlertInstrument }) {
  const { t } = useTranslation('notice')
  const quote = useQuote(instrument.id)
  const price = decimalText(quote?.bid ?? instrument.bid, { decimals: instrument.pricePrecision })
  return t('alerts.now', { price })
}

interface ChoiceProps {
  readonly label: string
  readonly name: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly text: string }[]
  readonly error?: string | undefined
  readonly onChoose: (value: string) => void
}

function Choice({ label, name, value, options, error, onChoose }: ChoiceProps) {
  return (
    <Field label={label} error={error}>
      {(aria) => (
        <Control data-invalid={error === undefined ? undefined : ''}>
          <FieldSelect {...aria} name={name} value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
            {options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.text}
              </option>
            ))}
          </FieldSelect>
        </Control>
      )}
    </Field>
  )
}

interface AlertFormProps {
  readonly data: AlertsData
  readonly answer: AlertAnswer | null
  /** The alert that is being changed; undefined for a new one. */
  readonly changing: ShownAlert | undefined
}

export function AlertForm({ data, answer, changing }: AlertFormProps) {
  const { t } = useTranslation(['notice', 'public'])
  const { state, formData } = useNavigation()
  const isBusy = state === 'submitting' && formData?.get('intent') === 'save'
  const readBack = useReadBack()
  const { instruments } = data
  // The first key: reading the page anew must not make a second alert of a form that is sent again.
  const [firstKey] = useState(data.formKey)
  const [draft, setDraft] = useState<AlertDraft>(answer?.draft ?? data.draft)
  const change = (part: Partial<AlertDraft>) => setDraft((before) => ({ ...before, ...part }))
  const instrument = instruments.find(({ id }) => id === draft.forexId)
  const problems = answer?.problems ?? {}
  const message = answer === null || answer.draft === null ? '' : answer.message || (answer.messageKey ? t(answer.messageKey) : '')
  return (
    <Fields method="post" action={paths.mine.alerts()} noValidate onSubmit={(event) => isBusy && event.preventDefault()}>
      <input type="hidden" name="intent" value="save" />
      <input type="hidden" name="form_key" value={answer?.formKey ?? firstKey} />
      {message === '' ? null : (
        <Note tone="danger" role="alert">
          {message}
        </Note>
      )}
      {changing === undefined ? (
        <Choice
          label={t('public:field.instrument')}
          name="forex_id"
          value={draft.forexId}
          options={instruments.map(({ id, symbol }) => ({ value: id, text: symbol }))}
          error={problems.instrument}
          onChoose={(forexId) => change({ forexId })}
        />
      ) : (
        <>
          <input type="hidden" name="id" value={changing.id} />
          <input type="hidden" name="forex_id" value={changing.forexId} />
        </>
      )}
      <Pair>
        <Choice
          label={t('alerts.side')}
          name="side"
          value={draft.side}
          options={ALERT_SIDES.map((side) => ({ value: side, text: t(`alerts.${side}`) }))}
          onChoose={(side) => change({ side: side === 'below' ? 'below' : 'above' })}
        />
        {changing === undefined ? (
          <Choice
            label={t('alerts.basis')}
            name="basis"
            value={draft.basis}
            options={ALERT_BASES.map((basis) => ({ value: basis, text: t(`public:field.${basis}`) }))}
            onChoose={(basis) => change({ basis: basis === 'percent' ? 'percent' : 'price' })}
          />
        ) : null}
      </Pair>
      <Field
        label={t(`public:field.${draft.basis}`)}
        help={instrument === undefined ? undefined : <PresentPrice instrument={instrument} />}
        error={problems.value}
        announce
      >
        {(aria) => (
          <ReadBack text={draft.value} decimals={instrument?.pricePrecision ?? 2} say={readBack}>
            <TextInput
              {...aria}
              name="value"
              numeric
              inputMode="decimal"
              autoComplete="off"
              maxLength={80}
              suffix={draft.basis === 'percent' ? '%' : undefined}
              value={draft.value}
              onChange={(event) => change({ value: event.currentTarget.value })}
            />
          </ReadBack>
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" block busy={isBusy}>
        {t(changing === undefined ? 'alerts.create' : 'alerts.save')}
      </Button>
      {changing === undefined ? null : <Link href={paths.mine.alerts()}>{t('public:cancel')}</Link>}
    </Fields>
  )
}
