/** One form of the settings: its fields, the reason, and what is wrong beside each. It is posted with or without scripts. */
import { Form, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import {
  Button,
  ButtonLink,
  Card,
  Checkbox,
  Control,
  Field,
  type FieldAria,
  media,
  Note,
  ReadBack,
  TextArea,
  TextInput,
  token,
} from '../../../ui'
import { FieldSelect } from '../../../ui/control-select'
import { useReadBack } from '../../../ui/use-read-back'
import type { FormField, SettingAnswer, SettingFormData } from './setting-data'

const Frame = styled(Card)`
  padding: ${token.space[4]};
  h2 { font-size: ${token.type.lg}; font-weight: 600; }
`
const Fields = styled(Form)`
  display: grid;
  gap: ${token.space[4]};
  margin-block-start: ${token.space[3]};
`
const Grid = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  ${media.tablet} { grid-template-columns: repeat(auto-fill, minmax(220px, 1fr)); }
`
const Fixed = styled.p`
  min-height: ${token.size.field};
  display: flex;
  align-items: center;
  font-family: ${token.font.mono};
  font-size: ${token.type.sm};
  overflow-wrap: anywhere;
`
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space[2]};
`

type TextField = Extract<FormField, { value: string; kind: 'decimal' | 'whole' | 'text' | 'list' | 'numbers' | 'mono' }>

function FieldControl({ field, typed, aria }: { readonly field: FormField; readonly typed: string | undefined; readonly aria: FieldAria }) {
  switch (field.kind) {
    case 'fixed':
      return (
        <Fixed id={aria.id}>
          <bdi dir="ltr">{field.value}</bdi>
        </Fixed>
      )
    case 'choice':
      return (
        <Control data-invalid={aria['aria-invalid'] ? '' : undefined}>
          <FieldSelect {...aria} name={field.name} defaultValue={typed ?? field.value}>
            {field.options.map(({ value, label }) => (
              <option key={value} value={value}>
                {label || '–'}
              </option>
            ))}
          </FieldSelect>
        </Control>
      )
    case 'switch':
      return null
    case 'decimal':
    case 'whole':
      return <NumberControl field={field} typed={typed} aria={aria} />
    default:
      return (
        <TextInput
          {...aria}
          name={field.name}
          defaultValue={typed ?? field.value}
          maxLength={2000}
          autoComplete="off"
          spellCheck={false}
          mono={field.kind === 'mono' || field.kind === 'numbers' || field.kind === 'list'}
        />
      )
  }
}

/** The number is repeated below while its text may be read in two ways. */
function NumberControl({
  field,
  typed,
  aria,
}: {
  readonly field: TextField
  readonly typed: string | undefined
  readonly aria: FieldAria
}) {
  const [text, setText] = useState(typed ?? field.value)
  return (
    <ReadBack text={text} decimals={0} say={useReadBack()}>
      <TextInput
        {...aria}
        name={field.name}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autoComplete="off"
        spellCheck={false}
        numeric
        inputMode={field.kind === 'whole' ? 'numeric' : 'decimal'}
      />
    </ReadBack>
  )
}

interface SettingFormProps {
  readonly form: SettingFormData
  readonly answer: SettingAnswer | undefined
  readonly canChange: boolean
  /** A change of it waits for a second operator already. */
  readonly isWaiting: boolean
  /** Where Cancel leads; a form that is always there has none. */
  readonly cancelHref?: string | undefined
}

export function SettingForm({ form, answer: given, canChange, isWaiting, cancelHref }: SettingFormProps) {
  const { t } = useTranslation('desk')
  const { formData } = useNavigation()
  const frame = useRef<HTMLElement>(null)
  const answer = given?.area === form.area && given.target === form.target ? given : undefined
  const isBusy = formData?.get('area') === form.area && formData.get('target') === form.target
  const first = answer === undefined ? undefined : Object.keys(answer.problems)[0]
  useEffect(() => {
    if (first !== undefined) frame.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus()
  }, [first])
  return (
    <Frame ref={frame} aria-label={form.title}>
      <h2>{form.title}</h2>
      <Fields method="post" noValidate key={form.seen}>
        <input type="hidden" name="area" value={form.area} />
        <input type="hidden" name="target" value={form.target} />
        <input type="hidden" name="seen" value={form.seen} />
        {answer !== undefined && answer.message !== '' ? (
          <Note tone="danger" role="alert">
            {answer.message}
          </Note>
        ) : null}
        {isWaiting ? <Note tone="warn">{t('settings.alreadyWaiting')}</Note> : null}
        <Grid as="fieldset" disabled={!canChange}>
          {form.fields.map((field) => (
            <SettingField key={field.name} field={field} answer={answer} />
          ))}
        </Grid>
        {canChange ? (
          <>
            <Field
              label={t('settings.reason')}
              error={answer?.problems.reason}
              help={form.isAtOnce ? undefined : t('settings.needsSecond')}
            >
              {(aria) => <TextArea {...aria} name="reason" rows={2} maxLength={500} defaultValue={answer?.values.reason ?? ''} />}
            </Field>
            <Actions>
              <Button type="submit" variant="primary" busy={isBusy}>
                {t(form.isAtOnce ? 'settings.save' : 'settings.send')}
              </Button>
              {cancelHref === undefined ? null : (
                <ButtonLink variant="ghost" href={cancelHref}>
                  {t('settings.cancel')}
                </ButtonLink>
              )}
            </Actions>
          </>
        ) : null}
      </Fields>
    </Frame>
  )
}

function SettingField({ field, answer }: { readonly field: FormField; readonly answer: SettingAnswer | undefined }) {
  const typed = answer?.values[field.name]
  if (field.kind === 'switch') {
    const isOn = answer === undefined ? field.value : typed === '1'
    return <Checkbox name={field.name} value="1" defaultChecked={isOn} label={field.label} />
  }
  return (
    <Field label={field.label} help={field.help} error={answer?.problems[field.name]}>
      {(aria) => <FieldControl field={field} typed={typed} aria={aria} />}
    </Field>
  )
}
