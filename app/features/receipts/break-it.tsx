/** A receipt that anybody may break: as it was issued, and with one thing changed. Radios and styles alone switch it, so it needs no scripts. */
import { useTranslation } from 'react-i18next'
import styled, { css } from 'styled-components'
import { paths } from '../../addresses/paths'
import { Card, CardHead, KeyValueList, Link, Note, Stack, Text, token } from '../../ui'
import { BREAKS, type BreakId, brokenReceipts } from './broken-receipt'
import { textOf, utcText } from './receipt-body'
import { Code } from './receipt-facts'

const only = (id: BreakId) => css`
  &:has(input[value='${id}']:checked) [data-of]:not([data-of='${id}']) { display: none; }
`
const Frame = styled(Card)`
  ${BREAKS.map(only)}
`
const Body = styled.div`
  display: grid;
  gap: ${token.space[4]};
  padding: 0 ${token.space[4]} ${token.space[4]};
`
const Choices = styled.fieldset`
  min-width: 0;
  border: 0;
  legend { padding: 0; font-size: ${token.type.sm}; color: ${token.text.secondary}; margin-block-end: ${token.space[2]}; }
  > div { display: flex; flex-wrap: wrap; gap: ${token.space[2]}; }
`
const Chip = styled.label`
  position: relative;
  input { position: absolute; inset: 0; opacity: 0; cursor: pointer; }
  span {
    display: inline-flex;
    align-items: center;
    min-height: 36px;
    padding: 0 14px;
    border-radius: ${token.radius.full};
    border: 1px solid ${token.border.soft};
    font-size: ${token.type.sm};
    font-weight: 500;
    color: ${token.text.secondary};
  }
  input:checked + span { background: ${token.surface.inverse}; border-color: ${token.surface.inverse}; color: ${token.text.inverse}; }
  input:focus-visible + span { outline: 2px solid ${token.focus}; outline-offset: 2px; }
`
const Value = styled.span`
  &[data-changed] { padding: 1px 6px; border-radius: 4px; background: ${token.status.danger.soft}; color: ${token.status.danger.text}; }
`
const Hashes = styled.div`
  padding: 12px;
  border-radius: ${token.radius.sm};
  background: ${token.surface.sunken};
  box-shadow: inset 0 0 0 1px ${token.border.hairline};
  dl { font-size: ${token.type.xs}; }
`

const shortHash = (hash: string): string => `${hash.slice(0, 8)}…${hash.slice(-8)}`

/** Opens with one thing changed, so that the failure is seen without a click. */
const AT_FIRST: BreakId = 'price'

export function BreakIt() {
  const { t } = useTranslation('proof')
  return (
    <Frame>
      <CardHead>
        <h2>{t('break.title')}</h2>
        <Text $size="xs" $tone="muted" $weight={400}>
          {t('sentNowhere')}
        </Text>
      </CardHead>
      <Body>
        <Choices>
          <legend>{t('break.legend')}</legend>
          <div>
            {BREAKS.map((id) => (
              <Chip key={id}>
                <input type="radio" name="break" value={id} defaultChecked={id === AT_FIRST} />
                <span>{t(`break.${id}`)}</span>
              </Chip>
            ))}
          </div>
        </Choices>
        <Facts />
        <Verdicts />
        <Stack $gap={1}>
          <Text $size="xs" $tone="muted">
            {t('break.example')}
          </Text>
          <Link href={paths.verify()}>{t('break.own')}</Link>
        </Stack>
      </Body>
    </Frame>
  )
}

function Facts() {
  const { t } = useTranslation('receipt')
  const all = brokenReceipts()
  const row = (name: string, changed: BreakId, shown: (body: (typeof all)[number]['body']) => string | null) => ({
    key: name,
    label: t(`fact.${name}`),
    value: all.map(({ id, body }) => (
      <Value key={id} data-of={id} data-changed={id === changed ? '' : undefined}>
        <Code dir="ltr">{shown(body)}</Code>
      </Value>
    )),
  })
  const [{ body, signed } = { body: {}, signed: '' }] = all
  const hash = (own: string) => <Code dir="ltr">{shortHash(own)}</Code>
  return (
    <>
      <KeyValueList
        rows={[
          {
            key: 'instrument',
            label: t('fact.instrument'),
            value: (
              <>
                <bdi dir="ltr">{textOf(body, 'instrument')}</bdi>, {t('side.buy')}
              </>
            ),
          },
          row('lots', 'lots', (one) => textOf(one, 'lots')),
          row('price', 'price', (one) => textOf(one, 'price')),
          row('time', 'time', (one) => utcText(one.at)),
        ]}
      />
      <Hashes>
        <KeyValueList
          rows={[
            { key: 'signed', label: t('proof:detail.signedHash'), value: hash(signed) },
            {
              key: 'own',
              label: t('proof:detail.textHash'),
              value: all.map(({ id, own }) => (
                <span key={id} data-of={id}>
                  {hash(own)}
                </span>
              )),
            },
          ]}
        />
      </Hashes>
    </>
  )
}

function Verdicts() {
  const { t } = useTranslation('proof')
  return (
    <div role="status">
      {brokenReceipts().map(({ id, isGenuine }) => (
        <div key={id} data-of={id}>
          <Note tone={isGenuine ? 'ok' : 'danger'}>
            <b>{t(`receipt:verdict.${isGenuine ? 'genuine' : 'false'}`)}.</b> {t(`break.${isGenuine ? 'fits' : 'differs'}`)}
          </Note>
        </div>
      ))}
    </div>
  )
}
