/**
 * A receipt that anybody may break: as it was issued, with one thing changed, or with anything that is typed in its place. Without
 * scripts radios and styles alone switch between the four.
 */
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled, { css } from 'styled-components'
import { paths } from '../../addresses/paths'
import { Card, CardHead, HashText, type KeyValue, KeyValueList, Link, Note, Stack, Text, token } from '../../ui'
import { useHydrated } from '../../ui/use-hydrated'
import {
  BREAK_IDS,
  BREAKS,
  type BreakId,
  type BrokenReceipt,
  breakReceipt,
  CHANGEABLE,
  type Changeable,
  type ChangeableFacts,
  EXAMPLE_INSTRUMENT,
  trimFacts,
} from './broken-receipt'
import { Code } from './receipt-facts'

const only = (id: BreakId) => css`
  &:has(input[value='${id}']:checked) [data-of]:not([data-of='${id}']) { display: none; }
`
const Frame = styled(Card)`
  ${BREAK_IDS.map(only)}
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
const Facts = styled.div`
  dl > div { align-items: center; min-block-size: ${token.size.controlSm}; }
`
const Value = styled.span`
  &[data-changed] { padding: 1px 6px; border-radius: 4px; background: ${token.status.danger.soft}; color: ${token.status.danger.text}; }
`
const Typed = styled.input`
  inline-size: var(--characters);
  max-inline-size: 100%;
  min-block-size: ${token.size.controlSm};
  padding-inline: ${token.space[2]};
  border: 1px solid ${token.border.control};
  border-radius: ${token.radius.sm};
  background: ${token.surface.surface};
  color: ${token.text.primary};
  font: 400 ${token.type.xs} ${token.font.mono};
  direction: ltr;
  text-align: end;
  [dir='rtl'] & { text-align: start; }
  &[data-changed] { border-color: ${token.status.danger.text}; background: ${token.status.danger.soft}; color: ${token.status.danger.text}; }
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
/** Longer than anything that could be meant. */
const LONGEST = 40

export function BreakIt() {
  const { t } = useTranslation('proof')
  const hasScripts = useHydrated()
  const [facts, setFacts] = useState<ChangeableFacts>(BREAKS[AT_FIRST])
  const chosen = BREAK_IDS.find((id) => CHANGEABLE.every((name) => BREAKS[id][name] === facts[name].trim()))
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
            {BREAK_IDS.map((id) => (
              <Chip key={id}>
                <input type="radio" name="break" value={id} checked={id === chosen} onChange={() => setFacts(BREAKS[id])} />
                <span>{t(`break.${id}`)}</span>
              </Chip>
            ))}
          </div>
        </Choices>
        {hasScripts ? <TypedReceipt facts={facts} onFacts={setFacts} /> : <PlainReceipts />}
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

interface TypedReceiptProps {
  readonly facts: ChangeableFacts
  onFacts(facts: ChangeableFacts): void
}

/** Whatever is typed is checked as it stands. */
function TypedReceipt({ facts, onFacts }: TypedReceiptProps) {
  const { t } = useTranslation('proof')
  const broken = breakReceipt(trimFacts(facts))
  const hash = (value: string, name: string, tone?: 'danger') => (
    <HashText value={value} copyLabel={t('copy', { name })} copiedLabel={t('public:copied')} tone={tone} />
  )
  return (
    <>
      <FactRows
        value={(name, label) => (
          <Typed
            value={facts[name]}
            onChange={({ target }) => onFacts({ ...facts, [name]: target.value })}
            aria-label={label}
            data-changed={broken.changed.includes(name) ? '' : undefined}
            maxLength={LONGEST}
            autoComplete="off"
            spellCheck={false}
            style={{ '--characters': `${BREAKS.issued[name].length + 4}ch` } as React.CSSProperties}
          />
        )}
      />
      <HashRows
        signed={hash(broken.signed, t('detail.signedHash'))}
        own={hash(broken.own, t('detail.textHash'), broken.isGenuine ? undefined : 'danger')}
      />
      <div role="status">
        <Verdict broken={broken} />
      </div>
    </>
  )
}

/** All four of them, of which the styles show the one that is chosen. */
function PlainReceipts() {
  const all = BREAK_IDS.map((id) => ({ id, broken: breakReceipt(BREAKS[id]) }))
  return (
    <>
      <FactRows
        value={(name) =>
          all.map(({ id, broken }) => (
            <Value key={id} data-of={id} data-changed={broken.changed.includes(name) ? '' : undefined}>
              <Code dir="ltr">{BREAKS[id][name]}</Code>
            </Value>
          ))
        }
      />
      <HashRows
        signed={<Code dir="ltr">{shortHash(all[0]?.broken.signed ?? '')}</Code>}
        own={all.map(({ id, broken }) => (
          <span key={id} data-of={id}>
            <Code dir="ltr">{shortHash(broken.own)}</Code>
          </span>
        ))}
      />
      <div role="status">
        {all.map(({ id, broken }) => (
          <div key={id} data-of={id}>
            <Verdict broken={broken} />
          </div>
        ))}
      </div>
    </>
  )
}

function FactRows({ value }: { value(name: Changeable, label: string): ReactNode }) {
  const { t } = useTranslation('receipt')
  const row = (key: Changeable, label: string): KeyValue => ({ key, label, value: value(key, label) })
  return (
    <Facts>
      <KeyValueList
        rows={[
          {
            key: 'instrument',
            label: t('fact.instrument'),
            value: (
              <>
                <bdi dir="ltr">{EXAMPLE_INSTRUMENT}</bdi>, {t('side.buy')}
              </>
            ),
          },
          row('lots', t('fact.lots')),
          row('price', t('fact.price')),
          row('time', `${t('fact.time')}, UTC`),
        ]}
      />
    </Facts>
  )
}

function HashRows({ signed, own }: { signed: ReactNode; own: ReactNode }) {
  const { t } = useTranslation('proof')
  return (
    <Hashes>
      <KeyValueList
        rows={[
          { key: 'signed', label: t('detail.signedHash'), value: signed },
          { key: 'own', label: t('detail.textHash'), value: own },
        ]}
      />
    </Hashes>
  )
}

function Verdict({ broken: { changed, isGenuine } }: { broken: BrokenReceipt }) {
  const { t } = useTranslation('proof')
  const reason = isGenuine ? 'break.fits' : changed.length === 1 ? 'break.differs' : 'step.signature.failed'
  return (
    <Note tone={isGenuine ? 'ok' : 'danger'}>
      <b>{t(`receipt:verdict.${isGenuine ? 'genuine' : 'false'}`)}.</b> {t(reason)}
    </Note>
  )
}
