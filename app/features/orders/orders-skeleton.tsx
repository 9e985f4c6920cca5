import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { media, Only, Skeleton, SkeletonGroup, token } from '../../ui'

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
const CARDS = ['a', 'b', 'c']
const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

/** Three cards on touch layouts, six rows on desktop. */
export function OrdersSkeleton() {
  const { t } = useTranslation('order')
  return (
    <SkeletonGroup label={t('loading')}>
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
    </SkeletonGroup>
  )
}
