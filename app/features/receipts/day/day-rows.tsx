/** The receipts of a day, newest first: what became of each, and behind it the reason in words. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import {
  Badge,
  Button,
  Card,
  CardHead,
  HashText,
  Icon,
  InstrumentMark,
  KeyValueList,
  media,
  OUTCOME_ICONS,
  Stack,
  Text,
  token,
} from '../../../ui'
import { eventKey } from '../receipt-body'
import { useSaid } from '../step-list'
import { factKey, outcomeOf } from './row-outcome'
import type { DayRow } from './verify-day'

const AT_ONCE = 50

const Rows = styled.ul`
  container-type: inline-size;
  > li { border-block-start: 1px solid ${token.border.hairline}; --mark-ring: ${token.surface.surface}; }
`
const Line = styled.div`
  display: grid;
  grid-template-columns: 20px 24px minmax(0, 1fr) auto auto;
  align-items: center;
  gap: 2px 12px;
  min-height: 44px;
  padding-block: ${token.space[1]};
  padding-inline: ${token.space[4]};
  font-size: ${token.type.sm};
  ${media.touch} { min-height: 52px; }
  ${media.desktop} { padding-inline: ${token.space[6]}; }
  @container (max-width: 440px) {
    grid-template-columns: 20px 24px minmax(0, 1fr) auto;
    > :nth-child(4) { grid-area: 2 / 3; justify-self: start; }
  }
  > svg { color: ${token.text.muted}; }
  &[data-outcome='passed'] > svg { color: ${token.status.ok.text}; }
  &[data-outcome='failed'] > svg { color: ${token.status.danger.text}; }
  b { font-weight: 600; }
  small { display: block; font-size: ${token.type.xs}; color: ${token.text.secondary}; font-variant-numeric: tabular-nums; }
`
const More = styled.div`
  padding: 0 ${token.space[4]} ${token.space[4]};
  ${media.desktop} { padding-inline: ${token.space[6]}; }
`

const timeText = (at: number): string => new Date(at).toISOString().slice(11, 23)

export function DayRows({ rows }: { rows: readonly DayRow[] }) {
  const { t } = useTranslation('proof')
  const [shown, setShown] = useState(AT_ONCE)
  const newest = rows.slice(Math.max(0, rows.length - shown)).reverse()
  return (
    <Card aria-labelledby="day-rows">
      <CardHead>
        <h2 id="day-rows">{t('day.newest')}</h2>
        <Text $size="xs" $tone="muted" $weight={400}>
          {t('day.utc')}
        </Text>
      </CardHead>
      <RowList rows={newest} />
      {shown < rows.length ? (
        <More>
          <Button block onClick={() => setShown(shown + AT_ONCE)}>
            {t('order:loadMore')}
          </Button>
        </More>
      ) : null}
    </Card>
  )
}

export function RowList({ rows }: { rows: readonly DayRow[] }) {
  return (
    <Rows onKeyDown={walk}>
      {rows.map((row) => (
        <OneRow key={row.hash} row={row} />
      ))}
    </Rows>
  )
}

/** `j` and `k` go down and up the list, from the row in focus. */
function walk(event: React.KeyboardEvent<HTMLUListElement>): void {
  const step = { j: 1, k: -1 }[event.key]
  if (step === undefined) return
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button[aria-expanded]')]
  const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
  if (at >= 0) buttons[at + step]?.focus()
}

function OneRow({ row }: { row: DayRow }) {
  const { t } = useTranslation(['proof', 'receipt'])
  const [isOpen, setOpen] = useState(false)
  const outcome = outcomeOf(row)
  const event = t(`receipt:${eventKey(row.body)}`)
  return (
    <li>
      <Line data-outcome={outcome}>
        <Icon name={OUTCOME_ICONS[outcome]} size={18} />
        {row.instrument === null ? <span /> : <InstrumentMark code={row.instrument} size={22} />}
        <div>
          <span className="sr-only">{t(`step.outcome.${outcome === 'running' ? 'waiting' : outcome}`)}: </span>
          {row.instrument === null ? null : (
            <>
              <b>
                <bdi dir="ltr">{row.instrument}</bdi>
              </b>{' '}
            </>
          )}
          {event}
          <small>
            <bdi dir="ltr">{timeText(row.at)}</bdi>
            {row.order === null ? null : <> · {t('day.order', { order: row.order })}</>}
          </small>
        </div>
        <FillBadge row={row} />
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={isOpen}
          aria-label={`${t('step.details')}: ${event}, ${timeText(row.at)}`}
          onClick={() => setOpen(!isOpen)}
        >
          {t('step.details')}
        </Button>
      </Line>
      {isOpen ? (
        <More>
          <RowFacts row={row} />
        </More>
      ) : null}
    </li>
  )
}

const TONES = { same: 'ok', differs: 'danger', unknown: 'warn' } as const

function FillBadge({ row: { fill } }: { row: DayRow }) {
  const { t } = useTranslation('proof')
  if (fill === null || fill.outcome === 'nothing') return <span />
  return <Badge tone={TONES[fill.outcome]}>{t(`day.fill.${fill.outcome}`)}</Badge>
}

/** Each of the three checks in words. */
function RowFacts({ row: { hash, fault, log, fill, body } }: { row: DayRow }) {
  const { t } = useTranslation(['proof', 'receipt', 'order'])
  const said = useSaid()
  const values = { key: String(body.key_id ?? ''), owner: '' }
  const placed = log === null ? t('step.outcome.waiting') : `${t(`step.name.${log.name}`)}: ${said(log)}`
  return (
    <Stack $gap={2}>
      <KeyValueList
        rows={[
          {
            key: 'signature',
            label: t('step.name.signature'),
            value: fault === null ? t('step.outcome.passed') : t(`receipt:fault.${fault}`, values),
          },
          { key: 'log', label: t('day.phase.log'), value: placed },
          { key: 'fill', label: t('day.phase.fills'), value: <FillText fill={fill} /> },
          ...(fill?.outcome === 'differs'
            ? [
                { key: 'fact', label: t('day.differing'), value: t(factKey(fill.difference.fact)) },
                { key: 'expected', label: t('challenge.expected'), value: <Value text={fill.difference.expected} /> },
                { key: 'stated', label: t('challenge.stated'), value: <Value text={fill.difference.stated} /> },
              ]
            : []),
          {
            key: 'hash',
            label: t('receipt:fact.hash'),
            value: <HashText value={hash} copyLabel={t('copy', { name: t('receipt:fact.hash') })} copiedLabel={t('public:copied')} />,
          },
        ]}
      />
    </Stack>
  )
}

const Value = ({ text }: { text: string }) => <bdi dir="ltr">{text === '' ? '–' : text}</bdi>

function FillText({ fill }: Pick<DayRow, 'fill'>) {
  const { t } = useTranslation('proof')
  if (fill === null) return t('step.outcome.waiting')
  if (fill.outcome !== 'unknown') return t(`day.fill.${fill.outcome}`)
  const why = fill.reason === 'nothing_traded' ? t('day.fill.nothing') : t(`day.why.${fill.reason}`)
  return `${t('day.fill.unknown')}: ${why}`
}
