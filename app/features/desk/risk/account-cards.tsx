/** The accounts nearest to their stop-out, and the largest. */
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../../addresses/paths'
import type { RiskView } from '../../../terms/risk'
import { compareDecimals, DataTable, decimalText, Link, TableHead } from '../../../ui'
import { Num, TableCard } from '../table-card'
import type { LimitLevel } from './risk-data'

interface AccountCardProps {
  readonly view: RiskView
  readonly company: string
  /** Names lead to the trader. */
  readonly isLinked: boolean
}

type AccountRow = RiskView['largest'][number] | RiskView['stopOuts'][number]

/** As the trader’s own gauge has it: from 50 a warning, above 80 bad. */
function riskLevelOf(rate: string): LimitLevel {
  if (compareDecimals(rate, '80') > 0) return 'over'
  return compareDecimals(rate, '50') >= 0 ? 'near' : 'under'
}

function Who({ row, company, isLinked }: Pick<AccountCardProps, 'company' | 'isLinked'> & { readonly row: AccountRow }) {
  const name = <bdi>{row.name || row.uid}</bdi>
  return (
    <td>
      {isLinked ? <Link href={paths.desk.trader(row.traderId, { company })}>{name}</Link> : name}
      <small>{row.uid}</small>
    </td>
  )
}

interface AccountTableProps<Row extends AccountRow> extends Pick<AccountCardProps, 'company' | 'isLinked'> {
  readonly title: string
  readonly end: string
  readonly rows: readonly Row[]
  /** Of the figures, behind the name. */
  readonly columns: readonly string[]
  readonly figures: (row: Row) => readonly ReactNode[]
}

/** A line an account: whose it is, and figures of it, the last with the instrument that weighs most. */
function AccountTable<Row extends AccountRow>({ title, end, rows, columns, figures, company, isLinked }: AccountTableProps<Row>) {
  const { t } = useTranslation('desk')
  return (
    <TableCard title={title} end={<span>{end}</span>}>
      {rows.length === 0 ? (
        <p>{t('risk.nothingOpen')}</p>
      ) : (
        <DataTable label={title} rowHeight={44}>
          <TableHead columns={[t('risk.column.trader'), ...columns.map((key) => ({ label: t(`risk.column.${key}`), isNumber: true }))]} />
          <tbody>
            {rows.map((row) => (
              <tr key={row.traderId}>
                <Who row={row} company={company} isLinked={isLinked} />
                {figures(row).map((figure, index) => (
                  <td key={columns[index]} data-n="">
                    {figure}
                    {index < columns.length - 1 ? null : (
                      <small>
                        <bdi dir="ltr">{row.showCode}</bdi>
                      </small>
                    )}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </DataTable>
      )}
    </TableCard>
  )
}

const percent = (value: string, decimals: number) => `${decimalText(value, { decimals })}%`

export function StopOutCard(props: AccountCardProps) {
  const { t } = useTranslation('desk')
  const { stopOuts, accounts } = props.view
  return (
    <AccountTable
      company={props.company}
      isLinked={props.isLinked}
      title={t('risk.stopOuts')}
      end={t('risk.ofAccounts', { accounts })}
      rows={stopOuts}
      columns={['riskRate', 'usdtAway', 'priceAway']}
      figures={({ riskRate, usdtAway, priceAway }) => [
        <Num key="rate" data-level={riskLevelOf(riskRate)}>
          {percent(riskRate, 1)}
        </Num>,
        <Num key="usdt">{decimalText(usdtAway, { decimals: 2 })}</Num>,
        <Num key="price">{priceAway === null ? '–' : percent(priceAway, 2)}</Num>,
      ]}
    />
  )
}

export function LargestCard(props: AccountCardProps) {
  const { t } = useTranslation('desk')
  return (
    <AccountTable
      company={props.company}
      isLinked={props.isLinked}
      title={t('risk.largest')}
      end={t('risk.byEquity')}
      rows={props.view.largest}
      columns={['equity', 'riskRate', 'lots']}
      figures={({ equity, margin, riskRate, lots }) => [
        <Fragment key="equity">
          <Num>{decimalText(equity, { decimals: 2 })}</Num>
          <small>{t('risk.margin', { amount: decimalText(margin, { decimals: 2 }) })}</small>
        </Fragment>,
        <Num key="rate">{percent(riskRate, 1)}</Num>,
        <Num key="lots">{decimalText(lots, { decimals: 2, signed: true })}</Num>,
      ]}
    />
  )
}
