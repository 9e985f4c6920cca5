import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { media, Skeleton, SkeletonGroup, token } from '../../ui'
import { marketRow } from './market-columns'
import { MarketHead, MarketTable } from './market-list'

const SkeletonRow = styled.div`
  ${marketRow}
`
const SkeletonName = styled.div`
  display: flex;
  align-items: center;
  gap: ${token.space[3]};
  div { display: grid; gap: 7px; }
`
/** On a phone the change stands under the price. */
const PhoneChange = styled(Skeleton)`
  display: none;
  ${media.phone} { display: block; margin-block-start: 7px; margin-inline-start: auto; }
`

const SKELETON_ROWS = 14

/** The list's own layout without data: same heights, so nothing shifts when the data comes. */
export function MarketListSkeleton() {
  const { t } = useTranslation('product')
  return (
    <SkeletonGroup label={t('loading')}>
      <MarketTable aria-hidden="true">
        <thead>
          <MarketHead />
        </thead>
      </MarketTable>
      {Array.from({ length: SKELETON_ROWS }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
        <SkeletonRow key={index}>
          <SkeletonName data-column="name">
            <Skeleton shape="disc" height={36} />
            <div>
              <Skeleton width={60 + ((index * 7) % 30)} height={13} />
              <Skeleton width={84 + ((index * 13) % 18)} height={10} />
            </div>
          </SkeletonName>
          <div data-column="spark">
            <Skeleton width={64} height={18} />
          </div>
          <div data-column="change" style={{ justifySelf: 'end' }}>
            <Skeleton width={52} height={12} />
          </div>
          <div data-column="price" style={{ justifySelf: 'end' }}>
            <Skeleton width={76} height={14} />
            <PhoneChange width={52} height={10} />
          </div>
          <div data-column="range">
            <Skeleton height={8} />
          </div>
          <div data-column="star" />
        </SkeletonRow>
      ))}
    </SkeletonGroup>
  )
}
