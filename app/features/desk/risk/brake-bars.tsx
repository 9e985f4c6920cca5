/** What is held back and what of it waits for a second person: above everything else on the page. */

import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { EVERY_INSTRUMENT } from '../../../../contract/desk/brake-terms'
import { dateTimeFormat } from '../../../language/intl'
import type { Brake, RiskView } from '../../../terms/risk'
import { Button, Icon, media, token } from '../../../ui'
import { useSite } from '../../../visitor/site'
import { limitLevel, showCodeOf } from './risk-data'

const Bar = styled.div`
  display: flex;
  align-items: center;
  gap: 12px;
  padding: 10px ${token.space[4]};
  border-radius: ${token.radius.md};
  background: ${token.status.info.soft};
  line-height: 1.4;
  > svg { color: ${token.status.info.text}; flex: none; }
  &[data-waiting] { background: ${token.status.warn.soft}; > svg { color: ${token.status.warn.text}; } }
  &[data-bad] { background: ${token.status.danger.soft}; > svg { color: ${token.status.danger.text}; } }
  > div { min-width: 0; overflow-wrap: anywhere; }
  b { display: block; font-weight: 600; }
  small { display: block; font-size: ${token.type.xs}; color: ${token.text.secondary}; }
  > span { margin-inline-start: auto; display: flex; flex-wrap: wrap; gap: ${token.space[2]}; flex: none; }
  /* There it is only read. */
  ${media.phone} { > span { display: none; } }
`

/** Always there, so that what comes is announced; while it is empty it takes no room. */
const Alarms = styled.div`
  display: grid;
  gap: ${token.space[4]};
  &:empty { position: absolute; }
`

/** A moment of today by London's clock, of another day with its date. */
function useMoment(now: number): (at: number) => string {
  const { language } = useSite()
  return (at) => {
    const zone = { timeZone: 'Europe/London' } as const
    const day = dateTimeFormat(language, { day: 'numeric', month: 'short', ...zone })
    const isToday = day.format(at) === day.format(now)
    return dateTimeFormat(language, {
      hour: '2-digit',
      minute: '2-digit',
      ...(isToday ? {} : { day: 'numeric', month: 'short' }),
      ...zone,
    }).format(at)
  }
}

interface BrakeBarsProps {
  readonly view: RiskView
  readonly canControl: boolean
  /** Deciding is possible now. */
  readonly isOpen: boolean
  readonly isBusy: boolean
  onDecide(brake: Brake, act: 'approve' | 'refuse'): void
  onAsk(brake: Brake, what: 'keep' | 'lift'): void
}

export function BrakeBars(props: BrakeBarsProps) {
  const { brakes } = props.view
  // What waits comes first, then what holds most.
  const ordered = [...brakes].sort(
    (a, b) =>
      Number(b.ask !== null) - Number(a.ask !== null) || Number(b.target === EVERY_INSTRUMENT) - Number(a.target === EVERY_INSTRUMENT),
  )
  return (
    <>
      {ordered.map((brake) => (
        <BrakeBar key={brake.id} {...props} brake={brake} />
      ))}
    </>
  )
}

function BrakeBar({ brake, view, canControl, isOpen, isBusy, onDecide, onAsk }: BrakeBarsProps & { readonly brake: Brake }) {
  const { t } = useTranslation('desk')
  const moment = useMoment(view.at)
  const { ask, target, mode, until } = brake
  const what = target === EVERY_INSTRUMENT ? t('risk.bar.halt') : t(`risk.bar.${mode}`, { instrument: showCodeOf(view.rows, target) })
  const lasts = (end: number | null) => (end === null ? t('risk.bar.open', { what }) : t('risk.bar.until', { what, time: moment(end) }))
  const said = ask ?? brake
  return (
    <Bar role="status" data-waiting={ask === null ? undefined : ''}>
      <Icon name={ask === null ? 'circle-pause' : 'hourglass'} />
      <div>
        <b>
          {ask === null
            ? lasts(until)
            : t(ask.what === 'lift' ? 'risk.bar.liftAsked' : 'risk.bar.keepAsked', { what: ask.what === 'lift' ? what : lasts(ask.until) })}
        </b>
        <small>
          {t(ask === null ? 'risk.bar.setBy' : 'risk.bar.askedBy', { name: said.by, time: moment(said.at) })} <q>{said.reason}</q>{' '}
          {brake.approvedBy === '' || ask !== null ? null : t('risk.bar.keptBy', { name: brake.approvedBy })}
          {ask === null
            ? null
            : `${ask.isOwn ? t('risk.bar.own') : ''} ${lasts(until)}. ${t('risk.bar.askEnds', { time: moment(ask.endsAt) })}`}
        </small>
      </div>
      {canControl ? (
        <span>
          {ask === null ? (
            <>
              <Button size="sm" disabled={!isOpen} onClick={() => onAsk(brake, 'keep')}>
                {t('risk.keep')}
              </Button>
              <Button size="sm" disabled={!isOpen} onClick={() => onAsk(brake, 'lift')}>
                {t('risk.lift')}
              </Button>
            </>
          ) : (
            <>
              <Button size="sm" disabled={!isOpen || isBusy} onClick={() => onDecide(brake, 'refuse')}>
                {t(ask.isOwn ? 'settings.takeBack' : 'settings.refuse')}
              </Button>
              {ask.isOwn ? null : (
                <Button size="sm" variant="primary" disabled={!isOpen || isBusy} onClick={() => onDecide(brake, 'approve')}>
                  {t('settings.approve')}
                </Button>
              )}
            </>
          )}
        </span>
      ) : null}
    </Bar>
  )
}

/** Said at once to whoever does not see the row turn; only when another instrument goes over its limit, not with every figure. */
export function OverLimits({ view }: { readonly view: RiskView }) {
  const { t } = useTranslation('desk')
  const over = view.rows.filter(({ share }) => limitLevel(share, view.thresholds.warnPercent) === 'over').map((row) => row.showCode)
  return (
    <p className="sr-only" role="alert">
      {over.length === 0 ? null : t('risk.overLimit', { instruments: over.sort().join(', ') })}
    </p>
  )
}

/** Sources that have fallen silent. */
export function SilentSources({ view }: { readonly view: RiskView }) {
  const { t } = useTranslation('desk')
  const silent = view.sources.filter(
    ({ ageMs, state, kind }) => kind === 'feed' && (state === 'down' || (ageMs ?? 0) > view.thresholds.feedAgeMs),
  )
  return (
    <Alarms role="alert">
      {silent.map(({ id, ageMs }) => (
        <Bar key={id} data-bad="">
          <Icon name="wifi-off" />
          <div>
            <b>
              {ageMs === null
                ? t('risk.sourceDown', { source: id })
                : t('risk.sourceSilent', { source: id, seconds: Math.round(ageMs / 1000) })}
            </b>
          </div>
        </Bar>
      ))}
    </Alarms>
  )
}
