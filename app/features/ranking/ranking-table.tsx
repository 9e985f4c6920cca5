import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { RankingSort } from '../../../contract/users'
import type { RankingEntry } from '../../terms/ranking'
import { Anchor, Avatar, Change, DataTable, Icon, Percent, token } from '../../ui'
import { Profit } from '../orders/money'
import { type RankingView, rankingAddress, rankingInitials } from './ranking-data'

const Table = styled(DataTable)`
  th, td, tbody th { padding-inline: 8px; }
  thead a { display: inline-flex; align-items: center; gap: 2px; min-height: 32px; color: inherit; text-decoration: none; }
  thead a:hover { color: ${token.text.primary}; }
  tbody td:first-child { font-weight: 600; text-align: center; }
  td [data-direction] { vertical-align: middle; }
  [data-rate] > * { font-weight: 600; }
`
const Who = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 10px;
  max-width: 200px;
  bdi { overflow: hidden; text-overflow: ellipsis; }
`
const Code = styled.span`
  font-family: ${token.font.mono};
  font-size: ${token.type.xs};
  font-weight: 400;
  direction: ltr;
  unicode-bidi: isolate;
`

const COLUMNS: readonly RankingSort[] = [
  'multiple',
  'three_week_rate',
  'three_week_profit',
  'three_week_win',
  'drawdown',
  'three_week_trade_num',
  'total_rate',
  'total_trade_num',
]

interface RankingTableProps {
  entries: readonly RankingEntry[]
  firstPlace: number
  view: RankingView
}

/** The ranking on desktop with every column; a head orders the whole list by its column, largest first, then the other way. */
export function RankingTable({ entries, firstPlace, view }: RankingTableProps) {
  const { t } = useTranslation('documentary')
  return (
    <Table label={t('title')} rowHeight={48}>
      <thead>
        <tr>
          <th scope="col">{t('column.place')}</th>
          <th scope="col">{t('column.trader')}</th>
          {COLUMNS.map((column) => (
            <SortHead key={column} column={column} view={view} />
          ))}
          <th scope="col" data-n="">
            {t('column.code')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry, index) => (
          <tr key={entry.code}>
            <td>{firstPlace + index}</td>
            <th scope="row">
              <Who>
                <Avatar initials={rankingInitials(entry.user)} />
                <bdi>{entry.user}</bdi>
              </Who>
            </th>
            {COLUMNS.map((column) => (
              <td key={column} data-n="">
                <Figure entry={entry} column={column} />
              </td>
            ))}
            <td data-n="">
              <Code>{entry.code}</Code>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function SortHead({ column, view }: { column: RankingSort; view: RankingView }) {
  const { t } = useTranslation('documentary')
  const isSorted = column === view.sort
  const isAscending = view.direction === 'asc'
  const direction = isSorted && !isAscending ? 'asc' : 'desc'
  return (
    <th scope="col" data-n="" aria-sort={isSorted ? (isAscending ? 'ascending' : 'descending') : undefined}>
      <Anchor href={rankingAddress({ ...view, sort: column, direction })} replace preventScrollReset>
        {t(`column.${column}`)}
        {isSorted ? <Icon name={isAscending ? 'arrow-up' : 'arrow-down'} size={14} /> : null}
      </Anchor>
    </th>
  )
}

function Figure({ entry, column }: { entry: RankingEntry; column: RankingSort }) {
  const { t } = useTranslation('documentary')
  switch (column) {
    case 'multiple':
      return entry.multiple === '' ? '–' : <bdi>{t('multiple', { value: entry.multiple })}</bdi>
    case 'three_week_rate':
      return (
        <span data-rate="">
          <Change value={entry.threeWeekRate} decimals={2} />
        </span>
      )
    case 'three_week_profit':
      return <Profit value={entry.threeWeekProfit} form="glance" tone="plain" />
    case 'three_week_win':
      return <Percent value={entry.threeWeekWin} decimals={0} />
    case 'drawdown':
      return <Percent value={entry.drawdown} decimals={2} />
    case 'total_rate':
      return <Change value={entry.totalRate} decimals={2} />
    case 'three_week_trade_num':
      return <bdi data-num="">{entry.threeWeekTradeNum}</bdi>
    case 'total_trade_num':
      return <bdi data-num="">{entry.totalTradeNum}</bdi>
  }
}
