import styled from 'styled-components'
import { media, Only, Skeleton, token } from '../../ui'
import { MarketListSkeleton } from './market-list'

const Layout = styled.div`
  ${media.desktop} { max-width: ${token.size.content}; margin-inline: auto; padding: ${token.space[6]}; }
`
const Strip = styled.div`
  display: grid;
  gap: 10px;
  padding: 6px ${token.space[4]} ${token.space[4]};
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  > div { display: flex; justify-content: space-between; gap: ${token.space[3]}; }
`

/** The home screen's own shape, for the time until its data is there. */
export function HomeSkeleton() {
  return (
    <Layout>
      <Only on="touch">
        <Strip aria-hidden="true">
          <Skeleton width={64} height={12} />
          <Skeleton width={208} height={30} />
          <Skeleton width={120} height={12} />
          <div>
            <Skeleton width={84} height={34} />
            <Skeleton width={84} height={34} />
            <Skeleton width={84} height={34} />
          </div>
          <Skeleton height={6} />
        </Strip>
      </Only>
      <MarketListSkeleton />
    </Layout>
  )
}
