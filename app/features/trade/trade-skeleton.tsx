import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { media, Skeleton, SkeletonGroup, token } from '../../ui'
import { TradeBar, TradeGrid } from './trade-layout'

const Part = styled.div`
  display: grid;
  align-content: start;
  gap: ${token.space[3]};
  min-width: 0;
  min-height: 0;
  overflow: hidden;
  padding: ${token.space[2]} ${token.space[4]};
  ${media.desktop} { background: ${token.surface.surface}; box-shadow: 0 0 0 0.5px ${token.border.hairline}; }
  &[data-row] { display: flex; align-items: center; }
`
const Price = styled(Part)`
  grid-area: price;
  min-height: 82px;
  ${media.desktop} { display: flex; align-items: center; min-height: 56px; }
`
const Periods = styled(Part)`
  grid-area: periods;
  min-height: 46px;
  ${media.desktop} { min-height: 42px; }
`
const Chart = styled(Part)`
  grid-area: chart;
  align-content: stretch;
`
/** Under the chart on phones, beside it on wider screens. */
const Ticket = styled(Part)`
  grid-area: peek;
  ${media.tablet} { grid-area: ticket; }
`
const Wide = styled(Part)`
  display: none;
  ${media.desktop} { display: grid; }
`
const Bar = styled(TradeBar)`
  && { gap: ${token.space[3]}; padding-inline: ${token.space[4]}; }
`
const Rest = styled.div`
  display: none;
  ${media.tablet} { display: grid; gap: ${token.space[4]}; }
`
const PERIODS = ['a', 'b', 'c', 'd', 'e', 'f']
const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']

/** The shape of the trade screen: price, chart and ticket; on desktop the list beside them. */
export function TradeSkeleton() {
  const { t } = useTranslation('public')
  return (
    <SkeletonGroup label={t('loading')}>
      <TradeGrid aria-hidden="true">
        <Bar>
          <Skeleton width={20} height={20} />
          <Skeleton shape="disc" height={28} />
          <Skeleton width={92} height={16} />
        </Bar>
        <Price>
          <Skeleton width={150} height={34} />
          <Skeleton width={110} height={13} />
        </Price>
        <Periods data-row="">
          {PERIODS.map((key) => (
            <Skeleton key={key} width={28} height={16} />
          ))}
        </Periods>
        <Chart>
          <Skeleton height="100%" shape="block" />
        </Chart>
        <Ticket>
          <Skeleton height={44} shape="block" />
          <Skeleton height={56} shape="block" />
          <Rest>
            {PERIODS.map((key) => (
              <Skeleton key={key} height={16} />
            ))}
          </Rest>
        </Ticket>
        <Wide style={{ gridArea: 'list' }}>
          {ROWS.map((key) => (
            <Skeleton key={key} height={28} shape="block" />
          ))}
        </Wide>
        <Wide style={{ gridArea: 'dock' }}>
          <Skeleton height={28} />
          <Skeleton height={28} />
          <Skeleton height={28} />
        </Wide>
        <Wide style={{ gridArea: 'account' }}>
          <Skeleton height={14} />
        </Wide>
      </TradeGrid>
    </SkeletonGroup>
  )
}
