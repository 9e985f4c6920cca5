/** The desktop's last line: connection, London clock, the account's figures, risk. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { DAY_TIME_ZONE } from '../../../../rules/candles'
import { dateTimeFormat } from '../../../language/intl'
import { useAccountFigures, useBrokerNow, useConnection } from '../../../realtime'
import type { AccountFigures } from '../../../terms/account'
import { media, RiskGauge, StatusDot, type StatusTone, token } from '../../../ui'
import { accountFigures } from '../../orders/account-figures'
import { useRisk, useRiskGaugeTexts } from '../../orders/risk-reading'
import { useTrade } from '../scene/trade-context'

const Bar = styled.footer`
  display: none;
  grid-area: account;
  align-items: center;
  gap: 22px;
  min-width: 0;
  overflow: hidden;
  padding-inline: ${token.space[4]};
  background: ${token.surface.canvas};
  border-block-start: 1px solid ${token.border.hairline};
  font-size: ${token.type.xs};
  color: ${token.text.muted};
  white-space: nowrap;
  ${media.desktop} { display: flex; }
  dl { display: flex; gap: 22px; margin-inline-start: auto; }
  dl > div { display: flex; gap: 6px; }
  dd { color: ${token.text.primary}; font-weight: 500; }
`
const Risk = styled.div`
  width: 250px;
  flex: none;
`

export function AccountBar() {
  const { t } = useTranslation('trade')
  const { data } = useTrade()
  const { isLost } = useConnection()
  const figures = useAccountFigures() ?? data.orders?.figures ?? null
  return (
    <Bar aria-label={t('account.label')} data-stale={isLost ? 'true' : undefined}>
      <ConnectionStatus />
      <LondonClock />
      {figures === null ? null : <Figures figures={figures} isStale={isLost} />}
    </Bar>
  )
}

const TONES = { live: 'open', connecting: 'wait', reconnecting: 'wait', offline: 'bad' } as const satisfies Record<string, StatusTone>

function ConnectionStatus() {
  const { t } = useTranslation('trade')
  const { state, latencyMs } = useConnection()
  return (
    <StatusDot
      tone={TONES[state]}
      label={
        <>
          {t(`account.${state}`)}{' '}
          {state === 'live' && latencyMs !== null ? (
            <bdi dir="ltr" data-num="">
              {t('account.ms', { count: latencyMs })}
            </bdi>
          ) : null}
        </>
      }
    />
  )
}

const Clock = styled.span`
  min-width: 96px;
`

const CLOCK_OPTIONS = {
  timeZone: DAY_TIME_ZONE,
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
} as const satisfies Intl.DateTimeFormatOptions

/** The broker's clock. On the server and until the broker was heard there is none. */
function LondonClock() {
  const { t } = useTranslation('trade')
  const now = useBrokerNow()
  const text = now === null ? '––:––:––' : dateTimeFormat('en', CLOCK_OPTIONS).format(now)
  return (
    <Clock>
      <bdi dir="ltr" data-num="">
        {text}
      </bdi>{' '}
      {t('account.london')}
    </Clock>
  )
}

function Figures({ figures, isStale }: { figures: AccountFigures; isStale: boolean }) {
  const risk = useRisk(figures)
  return (
    <>
      <dl>
        {accountFigures(figures).map((figure) => (
          <Figure key={figure.name} {...figure} />
        ))}
      </dl>
      <Risk>
        <RiskGauge layout="line" value={risk.value} stale={isStale} {...useRiskGaugeTexts()} />
      </Risk>
    </>
  )
}

function Figure({ name, value }: { name: 'balance' | 'equity' | 'margin' | 'freeMargin' | 'openProfit'; value: ReactNode }) {
  const { t } = useTranslation('trade')
  return (
    <div>
      <dt>{t(`account.${name}`)}</dt>
      <dd>{value}</dd>
    </div>
  )
}
