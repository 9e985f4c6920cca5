/** Five of the frauds that are planted in tests, each with the page that names it; the count comes from their list. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { FRAUD_COUNTS, type FraudPage, fraudOf, SHOWN_FRAUDS, type ShownFraud } from '../../../contract/frauds'
import { paths } from '../../addresses/paths'
import { Card, CardHead, Icon, Link, Text, token } from '../../ui'

const Rows = styled.ul`
  li {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 2px ${token.space[4]};
    min-height: 48px;
    padding: ${token.space[2]} ${token.space[4]};
    border-block-start: 1px solid ${token.border.hairline};
    font-size: ${token.type.sm};
  }
  a { display: inline-flex; align-items: center; gap: 4px; min-height: 28px; }
`
const PAGES: Readonly<Record<FraudPage, () => string>> = {
  verify: paths.verify,
  execution: () => paths.execution(),
  solvency: paths.mine.solvency,
  statements: paths.mine.statements,
}
/** The check or page that catches each, by its own name. */
const CAUGHT_BY: Readonly<Record<ShownFraud, string>> = {
  priceShifted: 'receipt:title',
  historyRewritten: 'proof:step.name.history',
  feeChanged: 'proof:step.name.signature',
  accountLeftOut: 'proof:solvency.title',
  withdrawalClockShortened: 'execution:clock.title',
}

export function FraudCard() {
  const { t } = useTranslation('proof')
  return (
    <Card>
      <CardHead>
        <h2>{t('fraud.title')}</h2>
        <Text $size="xs" $tone="muted" $weight={400}>
          {t('fraud.counts', { ...FRAUD_COUNTS })}
        </Text>
      </CardHead>
      <Rows>
        {SHOWN_FRAUDS.map((id) => {
          const { page } = fraudOf(id)
          return (
            <li key={id}>
              <span>{t(`fraud.${id}`)}</span>
              {page === null ? null : (
                <Link href={PAGES[page]()}>
                  {t(CAUGHT_BY[id])}
                  <Icon name="chevron-right" size={14} flip />
                </Link>
              )}
            </li>
          )
        })}
      </Rows>
    </Card>
  )
}
