/** The account at a provider over the day, each line with the rows that it differs by; and what is held there at the close. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Difference, ProviderState } from '../../../terms/reconciliation'
import { compareDecimals, DataTable, Link, TableHead, token } from '../../../ui'
import { Num, TableCard, TableScroll } from '../table-card'
import { useRowName } from './difference-table'
import { exact, money } from './reconcile-data'

const Scroll = styled(TableScroll)`
  [data-differs] { font-weight: 600; }
  tr[data-sum] > * { font-weight: 600; border-block-start: 1px solid ${token.border.soft}; }
  [data-because] { white-space: normal; }
  /* The rows above say the same. */
  @media (max-width: 1279.98px) { [data-because] { display: none; } td, th { padding-inline: 6px; } }
`

const LINE_NAMES = {
  opening: 'reconcile.money.opening',
  result: 'reconcile.money.result',
  swap: 'reconcile.kind.swap',
  commission: 'reconcile.kind.commission',
  transfers: 'reconcile.kind.transfer',
  closing: 'reconcile.money.closing',
} as const

interface MoneyCardProps {
  readonly state: ProviderState
  /** Several providers: each card names its own. */
  readonly isNamed: boolean
  readonly rows: readonly Difference[]
  readonly hrefOf: (id: string) => string
}

export function MoneyCard({ state, isNamed, rows, hrefOf }: MoneyCardProps) {
  const { t } = useTranslation('desk')
  const name = useRowName()
  if (state.money.length === 0) return null
  return (
    <TableCard
      title={isNamed ? `${t('reconcile.money.title')}: ${state.provider}` : t('reconcile.money.title')}
      end={<span>{t('reconcile.money.note')}</span>}
    >
      <Scroll>
        <DataTable label={t('reconcile.money.title')} rowHeight={40}>
          <TableHead
            columns={[
              t('reconcile.column.line'),
              { label: t('reconcile.column.ours'), isNumber: true },
              { label: t('reconcile.column.theirs'), isNumber: true },
              { label: t('risk.column.difference'), isNumber: true },
              { label: t('reconcile.column.because'), 'data-because': '' },
            ]}
          />
          <tbody>
            {state.money.map(({ line, ours, theirs, difference, because }) => (
              <tr key={line} data-sum={line === 'closing' ? '' : undefined}>
                <td>{t(LINE_NAMES[line])}</td>
                <td data-n="">
                  <Num>{money(ours)}</Num>
                </td>
                <td data-n="">
                  <Num>{money(theirs)}</Num>
                </td>
                <td data-n="" data-differs={difference !== null && compareDecimals(difference, '0') !== 0 ? '' : undefined}>
                  <Num>{money(difference, true)}</Num>
                </td>
                <td data-because="">
                  {rows
                    .filter(({ id }) => because.includes(id))
                    .map((row, index) => (
                      <span key={row.id}>
                        {index === 0 ? null : ', '}
                        <Link href={hrefOf(row.id)}>
                          <bdi>{[name(row), row.showCode].filter(Boolean).join(' ')}</bdi>
                        </Link>
                      </span>
                    ))}
                </td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      </Scroll>
    </TableCard>
  )
}

/** Those that differ; of the others only how many they are. */
export function HeldCard({ state }: { readonly state: ProviderState }) {
  const { t } = useTranslation('desk')
  const differing = state.held.filter(({ ours, theirs }) => compareDecimals(ours, theirs) !== 0)
  if (state.held.length === 0) return null
  const shown = differing.length === 0 ? state.held : differing
  return (
    <TableCard
      title={t('reconcile.held.title')}
      end={<span>{t('reconcile.held.equal', { equal: state.held.length - differing.length })}</span>}
    >
      <Scroll>
        <DataTable label={t('reconcile.held.title')} rowHeight={40}>
          <TableHead
            columns={[
              t('settings.field.instrument'),
              { label: t('reconcile.column.ours'), isNumber: true },
              { label: t('reconcile.column.theirs'), isNumber: true },
            ]}
          />
          <tbody>
            {shown.map(({ code, showCode, ours, theirs }) => (
              <tr key={code}>
                <td>
                  <bdi dir="ltr">{showCode}</bdi>
                </td>
                <td data-n="">
                  <Num>{exact(ours)}</Num>
                </td>
                <td data-n="" data-differs={compareDecimals(ours, theirs) === 0 ? undefined : ''}>
                  <Num>{exact(theirs)}</Num>
                </td>
              </tr>
            ))}
          </tbody>
        </DataTable>
      </Scroll>
    </TableCard>
  )
}
