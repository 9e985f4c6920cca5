import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PictureTile } from '../../pictures/picture-tile'
import type { PictureControl, PictureState } from '../../pictures/use-picture'
import { AmountInput, Field, PasswordInput, SearchField, Stepper, TextArea, TextInput } from '../../ui'
import { AreaPicker } from '../sign-in/area-picker'
import { CaptchaField } from '../sign-in/captcha-field'
import type { Areas } from '../sign-in/sign-in-data'
import { Group, Specimen } from './specimen'

export function FieldsGroup() {
  return (
    <Group name="fields">
      <TextFields />
      <NumberFields />
      <SpecialFields />
      <PictureTiles />
    </Group>
  )
}

function TextFields() {
  const { t } = useTranslation('auth')
  return (
    <>
      <Specimen of="Field, TextInput: default, with help" width="half">
        <Field label={t('email')} labelEnd={t('forgotPassword')} help={t('passwordHelp')}>
          {(aria) => <TextInput {...aria} icon="mail" placeholder={t('enterEmail')} />}
        </Field>
      </Specimen>
      <Specimen of="Field: error" width="half">
        <Field label={t('email')} error={t('public:error.ACCOUNT_REQUIRED')}>
          {(aria) => <TextInput {...aria} icon="mail" defaultValue="@" />}
        </Field>
      </Specimen>
      <Specimen of="TextInput: disabled, read-only, mono" width="half">
        <Field label={t('email')}>{(aria) => <TextInput {...aria} disabled defaultValue="name@example.com" />}</Field>
        <Field label={t('email')}>{(aria) => <TextInput {...aria} readOnly defaultValue="name@example.com" />}</Field>
        <Field label={t('inviteCode')}>{(aria) => <TextInput {...aria} mono defaultValue="AB12CD" />}</Field>
      </Specimen>
      <Specimen of="TextArea" width="half">
        <Field label={t('desk:settings.reason')}>{(aria) => <TextArea {...aria} rows={2} />}</Field>
      </Specimen>
      <Specimen of="PasswordInput: empty, strength" width="half">
        <Field label={t('password')}>
          {(aria) => (
            <PasswordInput {...aria} showLabel={t('showPassword')} hideLabel={t('hidePassword')} placeholder={t('enterPassword')} />
          )}
        </Field>
        <Field label={t('password')}>
          {(aria) => (
            <PasswordInput
              {...aria}
              showLabel={t('showPassword')}
              hideLabel={t('hidePassword')}
              strength={3}
              strengthLabel={t('strength.3')}
              defaultValue="12345678"
            />
          )}
        </Field>
      </Specimen>
    </>
  )
}

function NumberFields() {
  const { t } = useTranslation('trade')
  const [lots, setLots] = useState('0.20')
  const stepper = {
    step: '0.01',
    precision: 2,
    label: t('ticket.lots'),
    decreaseLabel: t('ticket.decreaseLots'),
    increaseLabel: t('ticket.increaseLots'),
  }
  return (
    <>
      <Specimen of="Stepper: default, at its minimum, compact, disabled" width="half">
        <Stepper {...stepper} value={lots} onChange={setLots} min="0.01" />
        <Stepper {...stepper} value="0.01" onChange={() => undefined} min="0.01" />
        <Stepper {...stepper} value={lots} onChange={setLots} size="compact" />
        <Stepper {...stepper} value={lots} onChange={setLots} disabled />
      </Specimen>
      <Specimen of="AmountInput: with maximum, over it" width="half">
        <AmountInput
          value="1,200"
          onChange={() => undefined}
          currency="USDT"
          max="5000.00"
          maxLabel={t('order:column.tp')}
          label={t('public:balance')}
        />
        <Field label={t('public:balance')} error={t('public:error.INSUFFICIENT_MARGIN', { missing: '1.00' })}>
          {(aria) => <AmountInput {...aria} value="9,000" onChange={() => undefined} currency="USDT" />}
        </Field>
      </Specimen>
    </>
  )
}

const AREAS: Areas = {
  list: [
    { id: '1', country: 'jp', name: 'Japan', globalCode: '81', alias: '' },
    { id: '2', country: 'sa', name: 'Saudi Arabia', globalCode: '966', alias: '' },
  ],
  usual: '1',
}
const CAPTCHA = { id: 'gallery', image: 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="120" height="40"/%3E' }

function SpecialFields() {
  const { t } = useTranslation('auth')
  const [search, setSearch] = useState('')
  const searching = {
    onChange: setSearch,
    label: t('public:searchMarkets'),
    placeholder: t('public:searchMarkets'),
    clearLabel: t('trade:clearSearch'),
  }
  return (
    <>
      <Specimen of="SearchField: empty, filled, searching" width="half">
        <SearchField {...searching} value={search} shortcut="/" />
        <SearchField {...searching} value="EUR" />
        <SearchField {...searching} value="EUR" searching />
      </Specimen>
      <Specimen of="PhoneInput" width="half">
        <Field label={t('mobile')}>
          {(aria) => (
            <TextInput
              {...aria}
              prefix={<AreaPicker name="area_id" areas={AREAS} initial="1" look="code" />}
              placeholder={t('phoneNumber')}
            />
          )}
        </Field>
      </Specimen>
      <Specimen of="Captcha: there, failed" width="half">
        <CaptchaField first={CAPTCHA} answer={undefined} />
        <CaptchaField first={null} answer={undefined} />
      </Specimen>
    </>
  )
}

const PICTURE = 'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="160" height="100"/%3E'
const TILES: readonly (readonly [string, PictureState])[] = [
  ['empty', { kind: 'empty' }],
  ['sending', { kind: 'sending', preview: PICTURE, part: 0.4 }],
  ['failed', { kind: 'failed', preview: PICTURE, message: '', canRetry: true }],
  ['there', { kind: 'ready', preview: PICTURE, url: '' }],
]

function PictureTiles() {
  const nothing = async () => undefined
  const control = (state: PictureState): PictureControl => ({
    state,
    choose: nothing,
    retry: nothing,
    remove: () => {},
    markLost: () => {},
    keep: () => {},
  })
  return (
    <>
      {TILES.map(([name, state]) => (
        <Specimen key={name} of={`IdTile: ${name}`}>
          <PictureTile side="front" control={control(state)} error={undefined} />
        </Specimen>
      ))}
    </>
  )
}
