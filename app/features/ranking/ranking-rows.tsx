import { Trans, useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { RankingEntry } from '../../terms/ranking'
import { Avatar, Change, media, Percent, token } from '../../ui'
import { Profit } from '../orders/money'
import { rankingInitials } from './ranking-data'

const List = styled.ol`
  display: grid;
  li {
    display: grid;
    grid-template-columns: 28px auto minmax(0, 1fr) auto;
    align-items: center;
    gap: 10px;
    min-height: 68px;
    padding: ${token.space[2]} ${token.space[4]};
    border-block-end: 1px solid ${token.border.hairline};
    ${media.tablet} { padding-inline: ${token.space[6]}; }
  }
`
const Place = styled.span`
  text-align: center;
  font-weight: 600;
  font-variant-numeric: tabular-nums;
  color: ${token.text.secondary};
`
const Who = styled.div`
  min-width: 0;
  display: grid;
  gap: 3px;
  b { font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  > span { font-size: ${token.type.xs}; color: ${token.text.muted}; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
`
const Result = styled.div`
  display: grid;
  justify-items: end;
  gap: 3px;
  font-size: ${token.type.lg};
  > * { font-weight: 600; }
  > :last-child { font-size: ${token.type.xs}; font-weight: 400; color: ${token.text.muted}; }
`

/** The ranking on touch layouts: who, on what the figures rest, and the result of three weeks. */
export function RankingRows({ entries, firstPlace }: { entries: readonly RankingEntry[]; firstPlace: number }) {
  return (
    <List start={firstPlace}>
      {entries.map((entry, index) => (
        <li key={entry.code}>
          <Place>{firstPlace + index}</Place>
          <Avatar initials={rankingInitials(entry.user)} size={36} />
          <Who>
            <b>
              <bdi>{entry.user}</bdi>
            </b>
            <Line entry={entry} />
          </Who>
          <Result>
            <Change value={entry.threeWeekRate} decimals={2} />
            <Profit value={entry.threeWeekProfit} form="glance" tone="plain" />
          </Result>
        </li>
      ))}
    </List>
  )
}

function Line({ entry }: { entry: RankingEntry }) {
  const { t } = useTranslation('documentary')
  return (
    <span>
      <Trans
        t={t}
        i18nKey={entry.multiple === '' ? 'lineNoLeverage' : 'line'}
        components={{
          multiple: <bdi>{t('multiple', { value: entry.multiple })}</bdi>,
          win: <Percent value={entry.threeWeekWin} decimals={0} />,
          trades: <bdi data-num="">{entry.threeWeekTradeNum}</bdi>,
        }}
      />
    </span>
  )
}
