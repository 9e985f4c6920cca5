import type { ReactNode } from 'react'
import styled from 'styled-components'
import { Card, media, Only, Skeleton, token } from '../../ui'
import { HomeColumns } from './home-columns'
import { MarketListSkeleton } from './market-list-skeleton'

const Strip = styled.div`
  display: grid;
  gap: 7px;
  padding: 6px ${token.space[4]} 15px;
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  ${media.desktop} { padding: ${token.space[5]}; }
`
/** Two or three beside each other. */
const Row = styled.div`
  display: flex;
  justify-content: space-between;
  gap: ${token.space[3]};
  margin-block-start: ${token.space[3]};
`
const Risk = styled(Skeleton)`
  margin-block-start: ${token.space[2]};
`
/** Of the line that leads to the announcement. */
const Notice = styled.div`
  display: grid;
  align-items: center;
  height: 47px;
  padding-inline: ${token.space[4]};
  border-block: 1px solid ${token.border.hairline};
  ${media.tablet} { padding-inline: ${token.space[6]}; }
`
const Panel = styled.div`
  min-width: 0;
  ${media.desktop} { overflow: hidden; background: ${token.surface.surface}; border-radius: ${token.radius.md}; box-shadow: ${token.shadow.card}; }
`
const Tools = styled.div`
  display: grid;
  gap: ${token.space[3]};
  padding: ${token.space[3]} ${token.space[4]} 0;
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  ${media.desktop} { padding: ${token.space[4]} ${token.space[5]} ${token.space[2]}; }
  > div { display: flex; gap: ${token.space[2]}; overflow: hidden; }
`
const Chip = styled(Skeleton)`
  flex: none;
  && { border-radius: ${token.radius.full}; }
`
const CHIPS = [46, 70, 74, 76, 76] as const

function AccountShape({ buttons }: { buttons?: ReactNode }) {
  return (
    <Strip aria-hidden="true">
      <Skeleton width={64} height={16} />
      <Skeleton width={208} height={34} />
      <Skeleton width={120} height={14} />
      <Row>
        <Skeleton width={84} height={40} />
        <Skeleton width={84} height={40} />
        <Skeleton width={84} height={40} />
      </Row>
      <Risk height={6} />
      {buttons}
    </Strip>
  )
}

/** The home screen's own shape, for the time until its data is there. */
export function HomeSkeleton() {
  return (
    <HomeColumns>
      <Only on="touch">
        <AccountShape />
        <Notice aria-hidden="true">
          <Skeleton width="70%" height={12} />
        </Notice>
      </Only>
      <Panel>
        <Tools aria-hidden="true">
          <Only on="desktop">
            <Skeleton width={92} height={28} />
          </Only>
          <div>
            {CHIPS.map((width, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the chips never move.
              <Chip key={index} width={width} height={token.size.controlSm} />
            ))}
          </div>
        </Tools>
        <MarketListSkeleton />
      </Panel>
      <Only on="desktop">
        <Card as="div">
          <AccountShape
            buttons={
              <Row>
                <Skeleton height={36} />
                <Skeleton height={36} />
              </Row>
            }
          />
        </Card>
      </Only>
    </HomeColumns>
  )
}
