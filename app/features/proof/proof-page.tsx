/** `/proof`: what anybody can check about a company, and what nobody can; and one check that fails before the reader's eyes. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Card, CardHead, Icon, List, ListItem, media, Stack, token } from '../../ui'
import { useSite } from '../../visitor/site'
import { BreakIt } from '../receipts/break-it'
import { FraudCard } from './fraud-card'
import { ProofDrawing } from './proof-drawing'
import { shownProofGroups } from './proof-entries'

const First = styled(Card)`
  display: grid;
  gap: ${token.space[5]};
  align-items: center;
  padding: ${token.space[4]};
  ${media.desktop} { grid-template-columns: minmax(0, 1fr) 400px; gap: ${token.space[10]}; padding: ${token.space[8]}; }
  h2 { font-size: ${token.type.xxl}; line-height: 1.2; }
  h2 + p { margin-block-start: ${token.space[2]}; color: ${token.text.secondary}; }
`
const Points = styled.ol`
  display: grid;
  gap: ${token.space[4]};
  margin-block-start: ${token.space[5]};
  counter-reset: point;
  li {
    display: grid;
    grid-template-columns: 24px minmax(0, 1fr);
    gap: 0 12px;
    counter-increment: point;
  }
  li::before {
    content: counter(point);
    display: grid;
    place-items: center;
    width: 24px;
    height: 24px;
    border-radius: 50%;
    background: ${token.surface.inverse};
    color: ${token.text.inverse};
    font-size: ${token.type.xs};
    font-weight: 600;
  }
  h3 { font-size: ${token.type.md}; line-height: 24px; font-weight: 600; }
  p { font-size: ${token.type.sm}; line-height: 1.5; color: ${token.text.secondary}; }
`
const Below = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  align-items: start;
  ${media.desktop} { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: ${token.space[5]}; }
`
const Limits = styled.ul`
  display: grid;
  gap: ${token.space[3]};
  padding: 0 ${token.space[4]} ${token.space[4]};
  font-size: ${token.type.sm};
  line-height: 1.5;
  color: ${token.text.secondary};
  li { display: grid; grid-template-columns: 16px minmax(0, 1fr); gap: 10px; }
  svg { margin-block-start: 2px; color: ${token.text.muted}; }
`

const POINTS = [
  ['point.receiptsTitle', 'point.receipts'],
  ['point.historyTitle', 'point.history'],
  ['point.fillsTitle', 'point.fills'],
  ['point.moneyTitle', 'point.money'],
] as const
const LIMITS = ['outside', 'assets', 'tomorrow'] as const

export function ProofPage() {
  const { t } = useTranslation('proof')
  return (
    <>
      <First>
        <div>
          <h2>{t('lead')}</h2>
          <p>{t('intro')}</p>
          <Points>
            {POINTS.map(([title, text]) => (
              <li key={text}>
                <div>
                  <h3>{t(title)}</h3>
                  <p>{t(text)}</p>
                </div>
              </li>
            ))}
          </Points>
        </div>
        <ProofDrawing />
      </First>
      <Below>
        <BreakIt />
        <Stack $gap={5}>
          <Card>
            <CardHead>
              <h2>{t('notProven')}</h2>
            </CardHead>
            <Limits>
              {LIMITS.map((limit) => (
                <li key={limit}>
                  <Icon name="minus" size={16} />
                  {t(`notProvenList.${limit}`)}
                </li>
              ))}
            </Limits>
          </Card>
          <FraudCard />
        </Stack>
      </Below>
      <SectionPages />
    </>
  )
}

/** Touch layouts have no side navigation: this page is the way to the others. */
function SectionPages() {
  const { t } = useTranslation('proof')
  const { trader } = useSite()
  const [here, ...others] = shownProofGroups(trader !== null).flatMap(({ entries }) => entries)
  if (here === undefined || others.length === 0) return null
  return (
    <Card data-only="touch">
      <List label={t('section')}>
        {others.map(({ href, labelKey, icon }) => (
          <ListItem key={href} icon={icon} title={t(labelKey)} href={href} />
        ))}
      </List>
    </Card>
  )
}
