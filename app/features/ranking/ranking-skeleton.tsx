import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { media, Skeleton, SkeletonGroup, token } from '../../ui'

const Rows = styled.div`
  display: grid;
  gap: ${token.space[3]};
  padding: ${token.space[4]};
  ${media.desktop} { max-width: 1080px; margin-inline: auto; padding: ${token.space[6]}; }
  > div { display: grid; grid-template-columns: 36px minmax(0, 1fr) 80px; align-items: center; gap: ${token.space[3]}; min-height: 56px; border-block-end: 1px solid ${token.border.hairline}; }
`
const ROWS = ['a', 'b', 'c', 'd', 'e', 'f', 'g']

/** Seven traders on their way. */
export function RankingSkeleton() {
  const { t } = useTranslation('documentary')
  return (
    <SkeletonGroup label={t('loading')}>
      <Rows>
        <Skeleton width={180} height={24} />
        {ROWS.map((key) => (
          <div key={key}>
            <Skeleton width={36} height={36} shape="disc" />
            <Skeleton width={160} />
            <Skeleton width={80} />
          </div>
        ))}
      </Rows>
    </SkeletonGroup>
  )
}
