import { useSubmit } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { useAccountFigures } from '../../realtime'
import type { AccountFigures } from '../../terms/account'
import { Badge, ButtonLink, ConfirmDialog, IconButton, media, Two, thumbArea, token } from '../../ui'
import { useIsWindingDown } from '../../visitor/site'
import { Balance, Cost, Profit } from '../orders/money'
import { AccountGauge, RiskName, useRisk } from '../orders/risk-reading'

interface AccountStripProps {
  figures: AccountFigures
  isDemo: boolean
  isHidden: boolean
  onToggleHidden: () => void
  /** `strip` on touch layouts, `card` in the side column of the desktop. */
  layout: 'strip' | 'card'
}

const Strip = styled.section`
  padding: 6px ${token.space[4]} ${token.space[4]};
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  &[data-layout='card'] { padding: ${token.space[5]}; }
`
const Top = styled.div`
  display: flex;
  align-items: flex-start;
  justify-content: space-between;
  gap: ${token.space[3]};
  ${media.narrow} { flex-wrap: wrap; }
`
const Label = styled.div`
  display: flex;
  align-items: center;
  gap: 4px;
  min-height: 24px;
  font-size: ${token.type.sm};
  color: ${token.text.secondary};
  button { width: 40px; height: 32px; margin-block: -4px; color: ${token.text.muted}; ${thumbArea} }
`
const Equity = styled.div`
  white-space: nowrap;
  font-size: 32px;
  line-height: 1.15;
  font-weight: 600;
  letter-spacing: -0.028em;
  small { font-size: 15px; font-weight: 500; color: ${token.text.muted}; letter-spacing: 0; margin-inline-start: 6px; }
`
const Open = styled.div`
  margin-block-start: 2px;
  font-size: ${token.type.sm};
  color: ${token.text.muted};
  > :first-child { font-weight: 500; }
`
const Figures = styled.dl`
  display: grid;
  grid-template-columns: repeat(3, auto);
  justify-content: space-between;
  gap: ${token.space[3]};
  margin-block: ${token.space[3]};
  dt { font-size: ${token.type.xs}; color: ${token.text.muted}; min-height: 24px; display: flex; align-items: center; }
  dd { font-weight: 500; font-size: ${token.type.md}; font-variant-numeric: tabular-nums lining-nums; }
  > :last-child { text-align: end; }
  > :last-child dt { justify-content: flex-end; }
  small { font-size: inherit; color: ${token.text.secondary}; }
`

/** Equity, open profit, margin and risk of the signed-in trader, at a glance. */
export function AccountStrip({ figures: loaded, isDemo, isHidden, onToggleHidden, layout }: AccountStripProps) {
  const { t } = useTranslation('order')
  const figures = useAccountFigures(loaded)
  const isCard = layout === 'card'
  return (
    <Strip aria-label={t('figure.equity')} data-layout={layout}>
      <Top>
        <EquityBlock figures={figures} isDemo={isDemo} isHidden={isHidden} onToggleHidden={onToggleHidden} />
        {isCard ? null : <MoneyIn isDemo={isDemo} />}
      </Top>
      <MarginFigures figures={figures} isHidden={isHidden} />
      <AccountGauge figures={figures} />
      {isCard ? (
        <Two style={{ marginBlockStart: 'var(--s-4)' }}>
          <MoneyIn isDemo={isDemo} />
          <MoneyOut isDemo={isDemo} />
        </Two>
      ) : null}
    </Strip>
  )
}

function EquityBlock({ figures, isDemo, isHidden, onToggleHidden }: Omit<AccountStripProps, 'layout'>) {
  const { t } = useTranslation(['product', 'order', 'public'])
  const hidden = { hidden: isHidden, hiddenLabel: t('product:account.hidden') }
  return (
    <div>
      <Label>
        {t('order:figure.equity')}
        {isDemo ? <Badge tone="danger">{t('public:demoBadge')}</Badge> : null}
        <IconButton
          icon={isHidden ? 'eye-off' : 'eye'}
          iconSize={16}
          label={t(isHidden ? 'product:account.show' : 'product:account.hide')}
          aria-pressed={isHidden}
          onClick={onToggleHidden}
        />
      </Label>
      <Equity>
        <Balance value={figures.equity} softFraction {...hidden} />
        <small>USDT</small>
      </Equity>
      <Open>
        <Profit value={figures.floatingProfit} form="glance" {...hidden} /> {t('order:figure.openProfit')}
      </Open>
    </div>
  )
}

function MarginFigures({ figures, isHidden }: { figures: AccountFigures; isHidden: boolean }) {
  const { t } = useTranslation(['order', 'product'])
  const hidden = { hidden: isHidden, hiddenLabel: t('product:account.hidden') }
  const risk = useRisk(figures)
  return (
    <Figures>
      <div>
        <dt>{t('figure.freeMargin')}</dt>
        <dd>
          <Balance value={figures.freeMargin} {...hidden} />
        </dd>
      </div>
      <div>
        <dt>{t('figure.margin')}</dt>
        <dd>
          <Cost value={figures.usedMargin} form="glance" {...hidden} />
        </dd>
      </div>
      <div>
        <dt>
          <RiskName figures={figures} />
        </dt>
        <dd>
          <bdi dir="ltr">{risk.value === null ? '–' : `${risk.value}%`}</bdi> <small>{risk.word}</small>
        </dd>
      </div>
    </Figures>
  )
}

function MoneyIn({ isDemo }: { isDemo: boolean }) {
  const { t } = useTranslation('product')
  if (useIsWindingDown()) return null
  return (
    <ButtonLink variant="primary" href={isDemo ? paths.register() : paths.mine.charge()}>
      {t(isDemo ? 'account.open' : 'account.deposit')}
    </ButtonLink>
  )
}

/** A demo trader has nothing to withdraw; the button puts the account back to its start, after asking. */
function MoneyOut({ isDemo }: { isDemo: boolean }) {
  const { t } = useTranslation('product')
  const submit = useSubmit()
  const [isAsking, setIsAsking] = useState(false)
  const isWindingDown = useIsWindingDown()
  if (isDemo && isWindingDown) return null
  if (!isDemo) return <ButtonLink href={paths.mine.withdraw()}>{t('account.withdraw')}</ButtonLink>
  return (
    <>
      <ButtonLink
        // Without scripts the user centre asks and resets.
        href={paths.user()}
        onClick={(event) => {
          event.preventDefault()
          setIsAsking(true)
        }}
      >
        {t('account.resetDemo')}
      </ButtonLink>
      <ConfirmDialog
        open={isAsking}
        title={t('account.resetTitle')}
        text={t('account.resetText')}
        confirmLabel={t('account.resetConfirm')}
        cancelLabel={t('account.resetCancel')}
        tone="danger"
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          submit({ back: paths.home() }, { method: 'post', action: paths.action.resetDemo() })
        }}
      />
    </>
  )
}
