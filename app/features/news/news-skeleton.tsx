import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { media, Only, Skeleton, SkeletonGroup, token } from '../../ui'
import { NewsColumn } from './news-column'

const Row = styled.div`
  display: flex;
  gap: ${token.space[4]};
  justify-content: space-between;
  padding-block: ${token.space[4]};
  & + & { border-block-start: 1px solid ${token.border.hairline}; }
  ${media.desktop} { padding-block: ${token.space[5]}; }
  > div { display: grid; gap: ${token.space[2]}; align-content: start; flex: 1; min-width: 0; }
`
const Tile = styled.span`
  flex: none;
  width: 92px;
  aspect-ratio: 4 / 3;
  ${media.desktop} { width: 152px; }
`
const ROWS = ['a', 'b', 'c', 'd', 'e', 'f']

/** The shape of the list of news: words, and a picture at their end. */
export function NewsSkeleton() {
  const { t } = useTranslation('public')
  return (
    <SkeletonGroup label={t('loading')}>
      <NewsColumn aria-hidden="true">
        <Only on="desktop">
          <Skeleton width={160} height={34} />
        </Only>
        <div>
          {ROWS.map((key) => (
            <Row key={key}>
              <div>
                <Skeleton width="80%" height={18} />
                <Skeleton height={13} />
                <Skeleton width={72} height={12} />
              </div>
              <Tile>
                <Skeleton height="100%" shape="block" />
              </Tile>
            </Row>
          ))}
        </div>
      </NewsColumn>
    </SkeletonGroup>
  )
}
