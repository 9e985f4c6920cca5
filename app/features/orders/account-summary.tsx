import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { AccountFigures } from '../../../contract/orders'
import { formatBalance, parseAmount } from '../../../rules/money'
import { useAccountFigures, useConnection } from '../../realtime'
import { Amount, Card, media, RiskGauge, token } from '../../ui'
import { RiskName, useRisk, useRiskGaugeTexts } from './risk-reading'

const Strip = styled.section`
  padding: ${token.space[2]} ${token.space[4]} ${token.space[4]};
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  ${media.desktop} { display: none; }
`
const Top = styled.div`
  display: flex;
  align-items: flex-end;
  justify-content: space-between;
  gap: ${token.space[3]};
  > div > span { font-size: ${token.type.sm}; color: ${token.text.secondary}; }
`
const Large = styled.div`
  font-size: 32px;
  font-weight: 600;
  letter-spacing: -0.028em;
  line-height: 1.15;
  [data-tail] { font-size: 18px; letter-spacing: 0; }
`
const Small = styled.dl`
  text-align: end;
  font-size: ${token.type.xs};
  dt { color: ${token.text.muted}; }
  dd { font-weight: 500; font-size: ${token.type.md}; }
`
const RiskRow = styled.div`
  display: flex;
  align-items: center;
  gap: ${token.space[2]};
  margin-block-start: 12px;
  font-size: ${token.type.xs};
  color: ${token.text.secondary};
  white-space: nowrap;
  > div { flex: 1; }
  b { font-weight: 500; color: ${token.text.primary}; }
`
const Band = styled(Card)`
  display: none;
  ${media.desktop} { display: block; && { grid-column: 1 / -1; } }
  dl { display: flex; align-items: stretch; }
  dl > div { padding: 14px 20px; flex: 1; min-width: 0; }
  dl > div + div { border-inline-start: 1px solid ${token.border.hairline}; }
  dl > div:last-child { flex: 1.4; }
  dt { font-size: ${token.type.xs}; color: ${token.text.muted}; min-height: 24px; display: flex; align-items: center; justify-content: space-between; gap: ${token.space[2]}; }
  dt span { color: ${token.text.secondary}; }
  dd { font-size: ${token.type.xl}; font-weight: 600; letter-spacing: -0.015em; display: flex; align-items: center; gap: 12px; }
  dd > div { flex: 1; }
`

const balance = (amount: string) => formatBalance(parseAmount(amount))

export interface AccountSummaryProps {
  figures: AccountFigures
  /** The history tab tells what all completed orders have brought. */
  realised?: string | null
}

/** Touch: the one figure that matters, balance and risk. Desktop: the band of six. */
export function AccountSummary({ figures: loaded, realised = null }: AccountSummaryProps) {
  const { t } = useTranslation('order')
  const figures = useAccountFigures(loaded)
  const risk = useRisk(figures)
  const texts = useRiskGaugeTexts()
  const { isLost } = useConnection()
  const reading = risk.value === null ? '–' : `${risk.value}%`
  const profit = realised ?? figures.all_fact_profits
  return (
    <>
      <Strip aria-label={t('figure.account')} data-stale={isLost ? 'true' : undefined}>
        <Top>
          <div>
            <span>{t(realised === null ? 'figure.openProfit' : 'figure.realised')}</span>
            <Large>
              <Amount value={profit} decimals={6} signed tone="direction" />
            </Large>
          </div>
          <Small>
            <dt>{t('figure.balance')}</dt>
            <dd>
              <Amount value={balance(figures.balance)} />
            </dd>
          </Small>
        </Top>
        {realised === null ? (
          <RiskRow>
            <RiskName figures={figures} />
            <RiskGauge layout="bar" value={risk.value} stale={isLost} {...texts} />
            <span>
              <b data-num="">{reading}</b> {risk.word}
            </span>
          </RiskRow>
        ) : null}
      </Strip>
      <Band aria-label={t('figure.account')} data-stale={isLost ? 'true' : undefined}>
        <dl>
          <Figure name={t('figure.balance')} amount={figures.balance} />
          <Figure name={t('figure.equity')} amount={figures.net_value} />
          <Figure name={t('figure.margin')} amount={figures.total_margin} />
          <Figure name={t('figure.freeMargin')} amount={figures.free_margin} />
          <div>
            <dt>{t('figure.openProfit')}</dt>
            <dd>
              <Amount value={figures.all_fact_profits} decimals={2} rounding="half-up" signed tone="direction" />
            </dd>
          </div>
          <div>
            <dt>
              <RiskName figures={figures} /> <span>{risk.word}</span>
            </dt>
            <dd>
              <bdi dir="ltr">{reading}</bdi>
              <RiskGauge layout="bar" value={risk.value} stale={isLost} {...texts} />
            </dd>
          </div>
        </dl>
      </Band>
    </>
  )
}

function Figure({ name, amount }: { name: string; amount: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Amount value={balance(amount)} />
      </dd>
    </div>
  )
}
