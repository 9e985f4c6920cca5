/** What trader and desk see alike of a case: where it stands, the ticks around the fill, and what the rules say. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { dateTimeFormat } from '../../language/intl'
import type { ShownAnswer, ShownChallenge, ShownFill, ShownTick } from '../../terms/challenge'
import { Badge, type BadgeTone, Card, CardHead, DataTable, decimalText, Icon, type IconName, KeyValueList, Stack, token } from '../../ui'
import { useSite } from '../../visitor/site'

const MOMENT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' }
const MILLIS: Intl.DateTimeFormatOptions = {
  timeZone: 'UTC',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
  hourCycle: 'h23',
}

const CaseBody = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[3]};
  padding: 0 ${token.space[4]} ${token.space[4]};
`

interface CaseCardProps {
  readonly title: string
  /** A badge at the end of the head. */
  readonly end?: ReactNode
  readonly children: ReactNode
}

/** A card of a case: its head, and what stands under it. */
export function CaseCard({ title, end, children }: CaseCardProps) {
  return (
    <Card>
      <CardHead>
        <h2>{title}</h2>
        {end}
      </CardHead>
      <CaseBody>{children}</CaseBody>
    </Card>
  )
}

/** A moment of UTC, with the word beside it. */
export function UtcMoment({ at }: { readonly at: number }) {
  const { language } = useSite()
  return (
    <time dateTime={new Date(at).toISOString()}>
      <bdi>{`${dateTimeFormat(language, MOMENT).format(at)} UTC`}</bdi>
    </time>
  )
}

const TONES: Readonly<Record<ShownChallenge['state'], BadgeTone>> = {
  open: 'warn',
  asked: 'info',
  stands: 'info',
  corrected: 'ok',
  withdrawn: 'neutral',
}

export function StateBadge({ state, isLate }: Pick<ShownChallenge, 'state' | 'isLate'>) {
  const { t } = useTranslation('proof')
  return isLate ? <Badge tone="danger">{t('challenge.late')}</Badge> : <Badge tone={TONES[state]}>{t(`challenge.state.${state}`)}</Badge>
}

const Steps = styled.ol`
  display: grid;
  gap: ${token.space[3]};
  li { display: grid; grid-template-columns: 24px minmax(0, 1fr); gap: ${token.space[3]}; align-items: start; }
  b { font-size: ${token.type.sm}; font-weight: 600; }
  small { display: block; font-size: ${token.type.xs}; color: ${token.text.secondary}; }
  p { white-space: pre-wrap; overflow-wrap: anywhere; font-size: ${token.type.sm}; line-height: 1.45; }
  [data-disc] { display: grid; place-items: center; inline-size: 24px; block-size: 24px; border-radius: 50%; background: ${token.surface.active}; color: ${token.text.muted}; }
  [data-done] [data-disc] { background: ${token.status.ok.soft}; color: ${token.status.ok.text}; }
  [data-late] [data-disc] { background: ${token.status.danger.soft}; color: ${token.status.danger.text}; }
`

/** Steps that are called like the state they lead to. */
const ENDS: ReadonlySet<string> = new Set(['withdrawn', 'stands', 'corrected'])

/** The steps behind, and while it is not ended the one that is due, with the time by which it is. */
export function CaseTimeline({ challenge }: { readonly challenge: Pick<ShownChallenge, 'steps' | 'state' | 'isLate' | 'dueAt'> }) {
  const { t } = useTranslation('proof')
  const { steps, state, isLate, dueAt } = challenge
  return (
    <Steps aria-label={t('challenge.steps')}>
      {steps.map(({ step, at, words }) => (
        <li key={`${step} ${at} ${words}`} data-done="">
          <span data-disc="">
            <Icon name="check" size={14} />
          </span>
          <div>
            <b>{t(ENDS.has(step) ? `challenge.state.${step}` : `challenge.step.${step}`)}</b>
            <small>
              <UtcMoment at={at} />
            </small>
            {words === '' ? null : <p dir="auto">{words}</p>}
          </div>
        </li>
      ))}
      {state === 'open' ? (
        <li aria-current="step" data-late={isLate ? '' : undefined}>
          <span data-disc="">
            <Icon name="hourglass" size={14} />
          </span>
          <div>
            <b>{t('challenge.decides')}</b>
            <small>
              {t('challenge.answerBy')} <UtcMoment at={dueAt} />
            </small>
          </div>
        </li>
      ) : null}
    </Steps>
  )
}

const CHART = { width: 640, height: 160, pad: 14 } as const

const Chart = styled.svg`
  inline-size: 100%;
  block-size: auto;
  direction: ltr;
  path { fill: none; stroke: ${token.text.primary}; stroke-width: 2; vector-effect: non-scaling-stroke; }
  line { stroke: ${token.status.warn.text}; stroke-width: 1.5; stroke-dasharray: 5 4; vector-effect: non-scaling-stroke; }
  circle { fill: ${token.status.danger.fill}; }
`
const Ticks = styled.div`
  position: relative;
  overflow-x: auto;
  max-height: 320px;
  tr[data-traded] { background: ${token.brand.soft}; font-weight: 600; }
`

interface TickStripProps {
  readonly fill: ShownFill
  readonly ticks: readonly ShownTick[]
}

/** The side that counts as a line of steps, the level that set it off, and the same ticks as a table. */
export function TickStrip({ fill, ticks }: TickStripProps) {
  const { t } = useTranslation('proof')
  const { language } = useSite()
  const name = t('challenge.ticks')
  if (ticks.length === 0) return <p>{t('challenge.noTicks')}</p>
  const decimals = fill.price.split('.')[1]?.length ?? 0
  const shown = (price: string) => decimalText(price, { decimals })
  const sided = ticks.filter(({ verdict }) => verdict === 'accepted')
  const prices = sided.map((tick) => tick[fill.counts])
  const [low, first, last] = [prices.toSorted((a, b) => Number(a) - Number(b))[0], prices[0], prices.at(-1)]
  return (
    <Stack $gap={3}>
      {low === undefined || first === undefined || last === undefined ? null : (
        <TickChart
          fill={fill}
          ticks={sided}
          label={t('challenge.chart', {
            side: t(`order:ticks.column.${fill.counts}`),
            first: shown(first),
            low: shown(low),
            last: shown(last),
          })}
        />
      )}
      <Ticks tabIndex={0} role="region" aria-label={name}>
        <DataTable label={name} rowHeight={40}>
          <thead>
            <tr>
              <th scope="col">{`${t('receipt:fact.time')}, UTC`}</th>
              <th scope="col" data-n="">
                {t('order:ticks.column.bid')}
              </th>
              <th scope="col" data-n="">
                {t('order:ticks.column.ask')}
              </th>
              <th scope="col">{t('order:ticks.column.mark')}</th>
              <th scope="col" data-n="">
                {t('order:ticks.column.seq')}
              </th>
            </tr>
          </thead>
          <tbody>
            {ticks.map((tick) => (
              <tr key={`${tick.source} ${tick.seq} ${tick.time} ${tick.verdict}`} data-traded={tick.isTraded ? '' : undefined}>
                <td>
                  <bdi dir="ltr">{dateTimeFormat(language, MILLIS).format(tick.time)}</bdi>
                </td>
                <td data-n="">{shown(tick.bid)}</td>
                <td data-n="">{shown(tick.ask)}</td>
                <td>
                  {tick.isTraded ? <Badge tone="brand">{t('order:ticks.traded')}</Badge> : null}
                  {tick.verdict === 'accepted' ? null : <Badge tone="warn">{t(`order:ticks.verdict.${tick.verdict}`)}</Badge>}
                </td>
                <td data-n="">{tick.seq}</td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      </Ticks>
    </Stack>
  )
}

function TickChart({ fill, ticks, label }: TickStripProps & { readonly label: string }) {
  const level = levelOf(fill)
  const values = ticks.map((tick) => Number(tick[fill.counts]))
  const all = level === null ? values : [...values, level]
  const [least, most] = [Math.min(...all), Math.max(...all)]
  const { width, height, pad } = CHART
  const x = (index: number) => pad + (index * (width - 2 * pad)) / Math.max(1, ticks.length)
  const y = (value: number) => (most === least ? height / 2 : pad + ((most - value) * (height - 2 * pad)) / (most - least))
  const line = values.map((value, index) => `${index === 0 ? `M${x(0)}` : `H${x(index)} V`}${index === 0 ? ` ${y(value)}` : y(value)}`)
  const traded = ticks.findIndex(({ isTraded }) => isTraded)
  return (
    <Chart viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {level === null ? null : <line x1={pad} x2={width - pad} y1={y(level)} y2={y(level)} />}
      <path d={`${line.join(' ')} H${x(ticks.length)}`} />
      {traded < 0 ? null : <circle cx={x(traded)} cy={y(values[traded] ?? least)} r={5} />}
    </Chart>
  )
}

/** The price that set the fill off; null where none did. For the drawing alone. */
function levelOf({ reason, stop, target, kind, event, requested }: ShownFill): number | null {
  const level =
    event === 'order_opened' ? (kind === 'market' ? '' : requested) : reason === 'stop_loss' ? stop : reason === 'take_profit' ? target : ''
  return level === '' ? null : Number(level)
}

const OUTCOME_ICONS: Readonly<Record<ShownAnswer['checks'][number]['outcome'], IconName>> = {
  passed: 'check',
  failed: 'x',
  not_checked: 'minus',
}
const OUTCOME_KEYS = { passed: 'step.outcome.passed', failed: 'step.outcome.failed', not_checked: 'step.outcome.unchecked' } as const
const VERDICT_TONES: Readonly<Record<ShownAnswer['verdict'], BadgeTone>> = { same: 'ok', different: 'danger', unknown: 'neutral' }
/** Checks whose two values are prices or times, which people compare; of hashes the outcome is enough. */
const COMPARED: ReadonlySet<string> = new Set(['sides', 'age', 'trigger', 'price'])

/** Every number of a comparison as people read it: `4012.5 / 4012.9` becomes `4,012.5 / 4,012.9`. */
const grouped = (text: string): string => text.replace(/\d+(?:\.\d+)?/g, (number) => decimalText(number))

const Prices = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto minmax(0, 1fr);
  align-items: center;
  gap: ${token.space[3]};
  padding: ${token.space[3]};
  border-radius: ${token.radius.sm};
  background: ${token.surface.sunken};
  text-align: center;
  small { display: block; font-size: ${token.type.xs}; color: ${token.text.secondary}; }
  b { font-size: ${token.type.lg}; font-weight: 600; font-variant-numeric: tabular-nums; }
`
const Checks = styled.ul`
  display: grid;
  li { display: grid; grid-template-columns: 20px minmax(0, 1fr); gap: ${token.space[3]}; padding-block: 10px; font-size: ${token.type.sm}; }
  li + li { border-block-start: 1px solid ${token.border.hairline}; }
  li > svg { margin-block-start: 2px; color: ${token.text.muted}; }
  [data-outcome='passed'] > svg { color: ${token.status.ok.text}; }
  [data-outcome='failed'] > svg { color: ${token.status.danger.text}; }
  small { display: block; font-size: ${token.type.xs}; color: ${token.text.secondary}; overflow-wrap: anywhere; }
`

/** The two prices with their relation, and each thing that was looked at. */
export function RuleAnswer({ answer }: { readonly answer: ShownAnswer }) {
  const { t } = useTranslation('proof')
  const { verdict, expected, stated, credit, checks } = answer
  const isEqual = expected === stated
  return (
    <CaseCard title={t('challenge.rules')} end={<Badge tone={VERDICT_TONES[verdict]}>{t(`challenge.verdict.${verdict}`)}</Badge>}>
      <Prices>
        <div>
          <small>{t('challenge.expected')}</small>
          <b>{expected === '' ? '–' : decimalText(expected)}</b>
        </div>
        <span aria-hidden="true">{isEqual ? '=' : '≠'}</span>
        <div>
          <small>{t('challenge.stated')}</small>
          <b>{decimalText(stated)}</b>
        </div>
      </Prices>
      {verdict === 'different' && credit !== '' ? (
        <p>{t('challenge.difference', { amount: decimalText(credit, { decimals: 2 }) })}</p>
      ) : null}
      <Checks>
        {checks.map(({ name, outcome, found, rule }) => (
          <li key={name} data-outcome={outcome}>
            <Icon name={OUTCOME_ICONS[outcome]} size={18} />
            <div>
              <span className="sr-only">{t(OUTCOME_KEYS[outcome])}: </span>
              {t(`challenge.check.${name}`)}
              {COMPARED.has(name) && found !== '' ? (
                <small>
                  {t('challenge.stated')}: <bdi dir="ltr">{grouped(found)}</bdi> · {t('challenge.expected')}:{' '}
                  <bdi dir="ltr">{grouped(rule)}</bdi>
                </small>
              ) : null}
            </div>
          </li>
        ))}
      </Checks>
    </CaseCard>
  )
}

/** The fill as its receipt states it. */
export function FillFacts({ fill }: { readonly fill: ShownFill }) {
  const { t } = useTranslation('order')
  return (
    <KeyValueList
      dense
      rows={[
        { key: 'instrument', label: t('receipt:fact.instrument'), value: <bdi>{fill.instrument}</bdi> },
        { key: 'side', label: t('receipt:fact.side'), value: t(fill.side === 'buy' ? 'long' : 'short') },
        { key: 'lots', label: t('receipt:fact.lots'), value: decimalText(fill.lots) },
        { key: 'price', label: t(`event.${fill.event}`), value: decimalText(fill.price) },
        ...(fill.stop === '' ? [] : [{ key: 'sl', label: t('receipt:fact.stopLoss'), value: decimalText(fill.stop) }]),
        ...(fill.target === '' ? [] : [{ key: 'tp', label: t('receipt:fact.takeProfit'), value: decimalText(fill.target) }]),
        { key: 'at', label: t('receipt:fact.time'), value: <UtcMoment at={fill.at} /> },
        { key: 'order', label: t('receipt:fact.order'), value: <bdi dir="ltr">{fill.order}</bdi> },
      ]}
    />
  )
}
