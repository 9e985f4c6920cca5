import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { useAccountFigures, useConnection } from '../../realtime'
import type { AccountFigures } from '../../terms/account'
import { Card, Icon, media, Percent, RiskGauge, token } from '../../ui'
import { accountFigures } from './account-figures'
import { Balance, Cost, Profit } from './money'
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
const All = styled.details`
  margin-block-start: ${token.space[2]};
  summary {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${token.space[2]};
    min-height: 44px;
    font-size: ${token.type.sm};
    color: ${token.text.secondary};
    cursor: pointer;
    list-style: none;
    &::-webkit-details-marker { display: none; }
  }
  &[open] > summary svg { transform: rotate(180deg); }
  dl { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: ${token.space[2]} ${token.space[4]}; }
  ${media.tablet} { dl { grid-template-columns: repeat(4, minmax(0, 1fr)); } }
  dt { font-size: ${token.type.xs}; color: ${token.text.muted}; }
  dd { font-size: ${token.type.md}; font-weight: 500; }
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

interface AccountSummaryProps {
  figures: AccountFigures
  /** The history tab tells what all completed orders have brought. */
  realised?: string | null
}

/** Touch: the one figure that matters, balance and risk, and the others at one tap. Desktop: the band of all. */
export function AccountSummary({ figures: loaded, realised = null }: AccountSummaryProps) {
  const { t } = useTranslation('order')
  const figures = useAccountFigures(loaded)
  const risk = useRisk(figures)
  const texts = useRiskGaugeTexts()
  const { isLost } = useConnection()
  const reading = risk.value === null ? '–' : `${risk.value}%`
  const profit = realised ?? figures.floatingProfit
  return (
    <>
      <Strip aria-label={t('figure.account')} data-stale={isLost ? 'true' : undefined}>
        <Top>
          <div>
            <span>{t(realised === null ? 'figure.openProfit' : 'figure.realised')}</span>
            <Large>
              <Profit value={profit} form="glance" />
            </Large>
          </div>
          <Small>
            <dt>{t('figure.balance')}</dt>
            <dd>
              <Balance value={figures.balance} />
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
        <AllFigures figures={figures} isRealised={realised !== null} />
      </Strip>
      <Band aria-label={t('figure.account')} data-stale={isLost ? 'true' : undefined}>
        <dl>
          {accountFigures(figures).map((figure) => (
            <Figure key={figure.name} {...figure} />
          ))}
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

/** What has no place beside the one large figure. Without scripts it opens as well. */
function AllFigures({ figures, isRealised }: { figures: AccountFigures; isRealised: boolean }) {
  const { t } = useTranslation('order')
  const risk = useRisk(figures)
  return (
    <All>
      <summary>
        {t('figure.all')} <Icon name="chevron-down" size={16} />
      </summary>
      <dl>
        <Figure name="equity" value={<Balance value={figures.equity} />} />
        <Figure name="margin" value={<Cost value={figures.usedMargin} form="glance" />} />
        <Figure name="freeMargin" value={<Balance value={figures.freeMargin} />} />
        <Figure name="marginLevel" value={<Percent value={figures.marginLevel === '' ? null : figures.marginLevel} />} />
        {isRealised ? (
          <>
            <Figure name="openProfit" value={<Profit value={figures.floatingProfit} form="glance" />} />
            <Figure name="risk" value={<Percent value={risk.value} />} />
          </>
        ) : null}
      </dl>
    </All>
  )
}

function Figure({
  name,
  value,
}: {
  name: 'balance' | 'equity' | 'margin' | 'freeMargin' | 'openProfit' | 'marginLevel' | 'risk'
  value: ReactNode
}) {
  const { t } = useTranslation('order')
  return (
    <div>
      <dt>{t(`figure.${name}`)}</dt>
      <dd>{value}</dd>
    </div>
  )
}
