import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { SideNavigation } from '../../frame/side-navigation'
import { Card, Skeleton, SkeletonGroup, token } from '../../ui'
import { UserColumn, UserColumns, UserLayout } from './user-layout'

const SkeletonHead = styled.div`
  display: flex;
  align-items: center;
  gap: ${token.space[3]};
  min-height: 64px;
  > div { display: grid; gap: ${token.space[2]}; }
`
const Balance = styled.div`
  display: grid;
  gap: ${token.space[3]};
  > div { display: flex; justify-content: space-around; }
`
const Rows = styled.div`
  > div { display: flex; align-items: center; gap: ${token.space[4]}; min-height: 56px; padding-inline: ${token.space[4]}; }
  > div + div { border-block-start: 1px solid ${token.border.hairline}; }
`
const DISCS = ['a', 'b', 'c', 'd']

function ListShape({ rows }: { rows: number }) {
  return (
    <Card as="div">
      <Rows>
        {Array.from({ length: rows }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all alike and never move.
          <div key={index}>
            <Skeleton shape="disc" height={20} />
            <Skeleton width={120 + ((index * 23) % 60)} />
          </div>
        ))}
      </Rows>
    </Card>
  )
}

/** The shape of the user centre: who it is, the balance, and the lists. The navigation beside it needs no data. */
export function UserSkeleton() {
  const { t } = useTranslation('public')
  return (
    <SkeletonGroup label={t('loading')}>
      <UserLayout>
        <div data-only="desktop">
          <SideNavigation />
        </div>
        <UserColumns aria-hidden="true">
          <UserColumn>
            <SkeletonHead>
              <Skeleton shape="disc" height={56} />
              <div>
                <Skeleton width={160} height={20} />
                <Skeleton width={110} height={13} />
              </div>
            </SkeletonHead>
            <Card as="div" $pad>
              <Balance>
                <Skeleton width={64} height={13} />
                <Skeleton width={190} height={32} />
                <div>
                  {DISCS.map((key) => (
                    <Skeleton key={key} shape="disc" height={44} />
                  ))}
                </div>
              </Balance>
            </Card>
            <ListShape rows={6} />
          </UserColumn>
          <UserColumn>
            <ListShape rows={4} />
            <ListShape rows={5} />
          </UserColumn>
        </UserColumns>
      </UserLayout>
    </SkeletonGroup>
  )
}
