/** What became of withdrawals and of accounts, and how anybody counts the page again. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { AMOUNT_BANDS } from '../../../rules/withdrawal-clock'
import { paths } from '../../addresses/paths'
import { Badge, Card, CardHead, CopyButton, decimalText, HashText, KeyValueList, Link, media, token } from '../../ui'
import { type ClockWords, type DayFigures, type ExecutionData, shareText } from './execution-data'
import { Body, numberText } from './execution-parts'

const Track = styled.ol`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[2]};
  font-size: ${token.type.sm};
  li { font-weight: 600; }
  li[data-line] {
    flex: 1;
    min-width: 64px;
    display: grid;
    text-align: center;
    b { border-block-end: 1px solid ${token.border.control}; padding-block-end: 2px; }
    span { font-size: ${token.type.xs}; font-weight: 400; color: ${token.text.secondary}; padding-block-start: 2px; }
  }
`
const Overdue = styled.ul`
  display: grid;
  li { display: flex; align-items: baseline; justify-content: space-between; gap: ${token.space[3]}; padding-block: ${token.space[2]}; font-size: ${token.type.sm}; }
  li + li { border-block-start: 1px solid ${token.border.hairline}; }
  small { display: block; font-size: ${token.type.xs}; color: ${token.text.muted}; }
  b { color: ${token.status.danger.text}; white-space: nowrap; }
`
const Share = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  align-items: center;
  gap: ${token.space[2]} ${token.space[3]};
  b { font-size: ${token.type.xxxl}; font-weight: 600; line-height: 1.2; font-variant-numeric: tabular-nums lining-nums; }
  span { font-size: ${token.type.sm}; color: ${token.text.secondary}; }
  i {
    grid-column: 1 / -1;
    block-size: 8px;
    border-radius: ${token.radius.full};
    overflow: hidden;
    background: ${token.surface.active};
    ${media.forced} { border: 1px solid CanvasText; }
  }
  i::before { content: ''; display: block; block-size: 100%; inline-size: var(--share); background: ${token.text.secondary}; ${media.forced} { background: CanvasText; } }
`
const Command = styled.div`
  display: flex;
  align-items: center;
  gap: ${token.space[2]};
  min-height: 48px;
  padding: 4px 4px 4px 12px;
  direction: ltr;
  border-radius: ${token.radius.sm};
  background: ${token.surface.sunken};
  box-shadow: inset 0 0 0 1px ${token.border.soft};
  code { flex: 1; min-width: 0; font-family: ${token.font.mono}; font-size: ${token.type.xs}; overflow-wrap: anywhere; }
`
const Links = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space[2]} ${token.space[5]};
  font-size: ${token.type.sm};
`

export function WithdrawalCard({ figures: { withdrawals }, clock }: { figures: DayFigures; clock: ClockWords }) {
  const { t } = useTranslation('execution')
  const { asked, paid, rejected, takenBack, waiting, periodDays: days, promisedHours: hours, overdue } = withdrawals
  const counts = { asked, paid, rejected, takenBack, waiting }
  const line = (words: ClockWords['paid']) => (
    <li data-line="">
      <b>{words === null ? '–' : words[0]}</b>
      <span>{words === null ? t('notMeasured') : t('clock.p95', { time: words[1] })}</span>
    </li>
  )
  return (
    <Card>
      <CardHead>
        <h2>{t('clock.title')}</h2>
        <small>{t('clock.period', { span: days })}</small>
      </CardHead>
      <Body>
        <Track aria-label={t('clock.list')}>
          <li>{t('clock.asked')}</li>
          {line(clock.decided)}
          <li>{t('clock.decided')}</li>
          {line(clock.paid)}
          <li>{t('clock.paid')}</li>
        </Track>
        <p>
          {clock.total === null ? null : t('clock.total', { p50: clock.total[0], p95: clock.total[1] })}{' '}
          {t('clock.sum', Object.fromEntries(Object.entries(counts).map(([name, count]) => [name, numberText(count)])))}
        </p>
        <div>
          <CardHead style={{ padding: 0 }}>
            <h3>{t('clock.overdue', { hours })}</h3>
            {overdue.length === 0 ? null : <Badge tone="danger">{numberText(overdue.length)}</Badge>}
          </CardHead>
          {clock.overdue.length === 0 ? <p>{t('clock.none')}</p> : null}
          <Overdue>
            {clock.overdue.map(({ key, band, askedAt, age }) => (
              <li key={key}>
                <span>
                  <bdi dir="ltr">{bandText(band)} USDT</bdi>
                  <small>{t('clock.askedAt', { time: askedAt })}</small>
                </span>
                <b>{age}</b>
              </li>
            ))}
          </Overdue>
        </div>
        <p>{t('clock.note')}</p>
      </Body>
    </Card>
  )
}

function bandText(band: number): string {
  const [from, to] = [AMOUNT_BANDS[band] ?? 0, AMOUNT_BANDS[band + 1]]
  return to === undefined ? `≥ ${numberText(from)}` : `${numberText(from)}–${numberText(to)}`
}

/** How challenges of fills were answered; nothing of days that were written before they were counted. */
export function ChallengeCard({ figures: { challenges } }: { figures: DayFigures }) {
  const { t } = useTranslation('execution')
  if (challenges === undefined) return null
  const { periodDays: days, promisedHours: hours, opened, stands, corrected, takenBack, waiting, answeredLate, overdue } = challenges
  const row = (key: string, label: string, count: number, isBad = false) => ({
    ...{ key, label, value: numberText(count) },
    ...(isBad && count > 0 ? { tone: 'danger' as const } : {}),
  })
  return (
    <Card>
      <CardHead>
        <h2>{t('proof:challenge.all')}</h2>
        <small>{t('clock.period', { span: days })}</small>
      </CardHead>
      <Body>
        <KeyValueList
          rows={[
            row('stands', t('proof:challenge.state.stands'), stands),
            row('corrected', t('proof:challenge.state.corrected'), corrected),
            row('withdrawn', t('proof:challenge.state.withdrawn'), takenBack),
            row('open', t('proof:challenge.state.open'), waiting),
            { ...row('opened', t('proof:challenge.step.opened'), opened), total: true },
            row('late', t('clock.challengesLate', { hours }), answeredLate, true),
            row('overdue', t('proof:challenge.late'), overdue, true),
          ]}
        />
      </Body>
    </Card>
  )
}

export function AccountCard({ figures }: { figures: DayFigures }) {
  const { t } = useTranslation('execution')
  const { losing, stopOuts: stops, paidBelowZero: below } = figures
  const holders = stops.accountsWithPosition
  return (
    <Card>
      <CardHead>
        <h2>{t('fare.title')}</h2>
        <small>{t('clock.period', { span: losing.periodDays })}</small>
      </CardHead>
      <Body>
        {losing.sharePercent === null ? (
          <p>{t('fare.few')}</p>
        ) : (
          <Share>
            <b>{decimalText(losing.sharePercent)}%</b>
            <span>{t('fare.lost', { losing: numberText(losing.losing ?? 0), accounts: numberText(losing.accounts) })}</span>
            <i aria-hidden="true" style={{ '--share': `${losing.sharePercent}%` } as React.CSSProperties} />
          </Share>
        )}
        <KeyValueList
          rows={[
            {
              key: 'stops',
              label: t('fare.stopOuts'),
              value: t('fare.stopOutsValue', { positions: numberText(stops.positions), accounts: numberText(stops.accounts) }),
            },
            {
              key: 'holders',
              label: t('fare.holders'),
              value: (
                <bdi>
                  {shareText(stops.accounts, holders)}% / {numberText(holders)}
                </bdi>
              ),
            },
            { key: 'below', label: t('fare.below'), value: <bdi dir="ltr">{decimalText(below, { decimals: 2 })} USDT</bdi> },
          ]}
        />
        <p>{t('fare.past')}</p>
      </Body>
    </Card>
  )
}

interface RecomputeCardProps {
  readonly day: string
  readonly shown: Pick<NonNullable<ExecutionData['shown']>, 'isFinal' | 'sha256' | 'entry' | 'computedText'>
}

const COMMAND = 'npm run audit -- --execution'

/** How anybody with a copy of the books counts the day again, and what they must come to. */
export function RecomputeCard({ day, shown: { isFinal, sha256, entry, computedText } }: RecomputeCardProps) {
  const { t } = useTranslation(['execution', 'proof', 'public'])
  const hashName = t('recompute.hash')
  return (
    <Card>
      <CardHead>
        <h2>{t('recompute.title')}</h2>
      </CardHead>
      <Body>
        <p>{t('recompute.text')}</p>
        <Command>
          <code>{COMMAND}</code>
          <CopyButton compact text={COMMAND} label={t('recompute.copy')} copiedLabel={t('public:copied')} />
        </Command>
        <KeyValueList
          rows={[
            {
              key: 'hash',
              label: hashName,
              value:
                sha256 === null ? (
                  t('recompute.pending')
                ) : (
                  <HashText value={sha256} copyLabel={t('proof:copy', { name: hashName })} copiedLabel={t('public:copied')} />
                ),
            },
            ...(isFinal
              ? [
                  {
                    key: 'entry',
                    label: t('proof:step.name.log'),
                    value: entry === null ? t('proof:step.outcome.waiting') : t('proof:fact.entry', { index: numberText(entry) }),
                  },
                ]
              : []),
            { key: 'computed', label: t('recompute.computed'), value: <bdi>{`${computedText} UTC`}</bdi> },
          ]}
        />
        <Links>
          <Link href={paths.executionFile({ day })} download>
            {t('recompute.json')}
          </Link>
          <Link href={paths.executionFile({ day, as: 'csv' })} download>
            {t('byInstrument.csv')}
          </Link>
          <Link href={paths.proof()}>{t('proof:title')}</Link>
        </Links>
      </Body>
    </Card>
  )
}
