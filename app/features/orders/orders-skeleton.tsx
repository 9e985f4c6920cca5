import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Card, media, Only, Skeleton, SkeletonGroup, token } from '../../ui'

const Cards = styled.div`
  display: grid;
  gap: ${token.space[3]};
  padding: ${token.space[3]} ${token.space[4]};
  ${media.tablet} { grid-template-columns: 1fr 1fr; padding-inline: ${token.space[6]}; }
  > div {
    display: grid;
    gap: 14px;
    padding: 14px;
    border-radius: ${token.radius.md};
    background: ${token.surface.surface};
    box-shadow: ${token.shadow.card};
  }
`
const Rows = styled.div`
  display: grid;
  > div { display: flex; align-items: center; gap: ${token.space[6]}; height: 48px; padding-inline: ${token.space[4]}; border-block-end: 1px solid ${token.border.hairline}; }
`
/** The columns of the page: the list, and what is chosen of it. */
export const OrdersColumns = styled.div`
  ${media.desktop} {
    display: grid;
    grid-template-columns: minmax(0, 1fr) 348px;
    gap: ${token.space[4]};
    align-items: start;
    padding: ${token.space[5]} ${token.space[6]} ${token.space[8]};
  }
`
const Strip = styled.div`
  display: grid;
  gap: ${token.space[2]};
  padding: ${token.space[2]} ${token.space[4]} ${token.space[4]};
  ${media.tablet} { padding-inline: ${token.space[6]}; }
`
const TabLine = styled.div`
  display: flex;
  align-items: center;
  gap: ${token.space[6]};
  height: 44px;
  padding-inline: ${token.space[4]};
  border-block-end: 1px solid ${token.border.hairline};
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  ${media.desktop} { padding-inline: ${token.space[4]}; }
`
const Band = styled(Card)`
  grid-column: 1 / -1;
  display: flex;
  > div { display: grid; gap: ${token.space[3]}; flex: 1; padding: 18px 20px; }
  > div + div { border-inline-start: 1px solid ${token.border.hairline}; }
`
const Side = styled(Card)`
  display: grid;
  gap: ${token.space[4]};
  padding: ${token.space[5]};
`
const CARDS = ['a', 'b', 'c']
const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

/** Three cards on touch layouts, six rows on desktop: of a tab that is on its way. */
export function OrdersSkeleton() {
  const { t } = useTranslation('order')
  return (
    <SkeletonGroup label={t('loading')}>
      <OrderShapes />
    </SkeletonGroup>
  )
}

const Tabs = () => (
  <TabLine>
    {CARDS.map((key) => (
      <Skeleton key={key} width={64} />
    ))}
  </TabLine>
)

/** Of the whole screen: the account's figures, the tabs, and what is below them. */
export function OrdersScreenSkeleton() {
  const { t } = useTranslation('order')
  return (
    <SkeletonGroup label={t('loading')}>
      <OrdersColumns>
        <Only on="touch">
          <Strip>
            <Skeleton width={90} />
            <Skeleton width={180} height={36} />
            <Skeleton height={6} />
          </Strip>
          <Tabs />
          <OrderShapes />
        </Only>
        <Only on="desktop">
          <Band>
            {ROWS.map((key) => (
              <div key={key}>
                <Skeleton width={72} />
                <Skeleton width={110} height={20} />
              </div>
            ))}
          </Band>
          <Card>
            <Tabs />
            <OrderShapes />
          </Card>
          <Side>
            <Skeleton width={140} height={24} />
            {ROWS.map((key) => (
              <Skeleton key={key} />
            ))}
          </Side>
        </Only>
      </OrdersColumns>
    </SkeletonGroup>
  )
}

function OrderShapes() {
  return (
    <>
      <Only on="touch">
        <Cards>
          {CARDS.map((key) => (
            <div key={key}>
              <Skeleton width={140} height={36} />
              <Skeleton height={34} />
              <Skeleton height={14} />
              <Skeleton height={44} shape="block" />
            </div>
          ))}
        </Cards>
      </Only>
      <Only on="desktop">
        <Rows>
          {ROWS.map((key) => (
            <div key={key}>
              <Skeleton width={120} />
              <Skeleton width={70} />
              <Skeleton />
              <Skeleton width={90} />
            </div>
          ))}
        </Rows>
      </Only>
    </>
  )
}
