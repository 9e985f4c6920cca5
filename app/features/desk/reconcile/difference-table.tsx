/** Rows that differ, those that wait first; a row opens beside the table. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Difference, EqualFill } from '../../../terms/reconciliation'
import { Anchor, DataTable, decimalText, media, Segmented, StatusDot, type StatusTone, TableHead, token } from '../../../ui'
import { Num, TableCard, TableScroll } from '../table-card'
import type { ReconcileData } from './reconcile.server'
import { exact, money, reconcileHref, SHOWN, shownRows, sideFigure } from './reconcile-data'
import { useMoment } from './use-moment'

const Scroll = styled(TableScroll)`
  tbody tr { position: relative; }
  tr[data-open] { background: ${token.surface.hover}; }
  && tr[data-open] > :first-child { border-inline-start: 2px solid ${token.text.primary}; padding-inline-start: 14px; }
  td { padding-block: 6px; }
  a { font-weight: 600; }
  /* The whole row leads to what is open beside it. */
  a::after { content: ''; position: absolute; inset: 0; }
  a:focus-visible { outline: none; }
  a:focus-visible::after { outline: 2px solid ${token.focus}; outline-offset: -2px; }
  ${media.phone} { [data-wide] { display: none; } }
  /* Beside the open row there is room for the figures alone; what the status is stands below the name. */
  @media (max-width: 1279.98px) {
    [data-status] { display: none; }
    td, th { padding-inline: 6px; }
    && [data-last] { padding-inline-end: ${token.space[4]}; }
  }
  @media (min-width: 1280px) { [data-below] { display: none; } }
`
const Filter = styled(Segmented)`
  button, a { min-height: 28px; padding-inline: 10px; font-size: ${token.type.xs}; white-space: nowrap; ${media.touch} { min-height: 38px; } }
`

const TONES: Readonly<Record<Difference['status'], StatusTone>> = {
  open: 'wait',
  awaiting_provider: 'off',
  waiting: 'wait',
  resolved: 'open',
}

export function DifferenceTable({ data, openId }: { readonly data: ReconcileData; readonly openId: string | null }) {
  const { t } = useTranslation('desk')
  const { view, shown } = data
  const place = { company: data.company, day: view.day, shown }
  const rows = shownRows(view.rows, shown)
  const count = (of: (typeof SHOWN)[number]) => (of === 'equal' ? view.totals.equal : shownRows(view.rows, of).length)
  return (
    <TableCard
      title={t('reconcile.rows')}
      end={
        <Filter
          label={t('reconcile.rows')}
          kind="tab"
          options={SHOWN.map((value) => ({
            value,
            label: t(`reconcile.show.${value}`, { rows: count(value) }),
            href: reconcileHref(place, { shown: value }),
          }))}
          value={shown}
        />
      }
    >
      {shown === 'equal' && data.equal !== null && data.equal.fills.length > 0 ? (
        <EqualFills data={data} fills={data.equal.fills} isMore={data.equal.isMore} />
      ) : rows.length === 0 ? (
        <Nothing data={data} />
      ) : (
        <Scroll tabIndex={-1}>
          <DataTable label={t('reconcile.rows')} rowHeight={48}>
            <Head />
            <tbody>
              {rows.map((row) => (
                <Row key={row.id} row={row} href={reconcileHref(place, { id: row.id })} isOpen={row.id === openId} />
              ))}
            </tbody>
            {shown === 'open' ? <Total usdt={view.totals.usdt} /> : null}
          </DataTable>
        </Scroll>
      )}
    </TableCard>
  )
}

/** All equal is a quiet line and no table. */
function Nothing({ data: { view, shown } }: { readonly data: ReconcileData }) {
  const { t } = useTranslation('desk')
  const { totals, providers } = view
  const isCompared = providers.some(({ comparedAt }) => comparedAt !== null)
  if (shown === 'resolved') return <p>{t('reconcile.noneResolved')}</p>
  if (!isCompared) return <p>{t('reconcile.notCompared')}</p>
  return (
    <p>
      <StatusDot
        tone={totals.equal === totals.theirs ? 'open' : 'wait'}
        label={t('reconcile.allEqual', { equal: totals.equal, all: totals.theirs })}
      />
    </p>
  )
}

/** How many they are, and each of which both sides have reported. */
function EqualFills({
  data,
  fills,
  isMore,
}: {
  readonly data: ReconcileData
  readonly fills: readonly EqualFill[]
  readonly isMore: boolean
}) {
  const { t } = useTranslation('desk')
  const { time } = useMoment()
  return (
    <>
      <Nothing data={data} />
      <Scroll tabIndex={-1}>
        <DataTable label={t('reconcile.fact.equal')} rowHeight={48}>
          <TableHead
            columns={[
              t('reconcile.column.row'),
              t('reconcile.column.what'),
              { label: t('reconcile.column.ours'), isNumber: true },
              { label: t('reconcile.column.theirs'), isNumber: true },
            ]}
          />
          <tbody>
            {fills.map(({ provider, trade, showCode, side, quantity, price, oursTime, theirsTime }) => (
              <tr key={`${provider} ${trade} ${theirsTime}`}>
                <td>
                  <b>
                    <bdi>{t('reconcile.trade', { id: trade })}</bdi>
                  </b>
                  <small>{provider}</small>
                </td>
                <td>
                  <bdi dir="ltr">{showCode}</bdi>
                  <small>{t(`reconcile.side.${side}`, { quantity: exact(quantity) })}</small>
                </td>
                <Reported price={price} at={time(oursTime)} />
                <Reported price={price} at={time(theirsTime)} />
              </tr>
            ))}
          </tbody>
        </DataTable>
      </Scroll>
      {isMore ? <p>{t('audit.many', { most: decimalText(String(fills.length)) })}</p> : null}
    </>
  )
}

function Reported({ price, at }: { readonly price: string; readonly at: string }) {
  return (
    <td data-n="">
      <Num>{exact(price)}</Num>
      <small>
        <Num>{at}</Num>
      </small>
    </td>
  )
}

function Head() {
  const { t } = useTranslation('desk')
  return (
    <TableHead
      columns={[
        t('reconcile.column.row'),
        t('reconcile.column.what'),
        { label: t('reconcile.column.ours'), isNumber: true, 'data-wide': '' },
        { label: t('reconcile.column.theirs'), isNumber: true, 'data-wide': '' },
        { label: 'USDT', isNumber: true, 'data-last': '' },
        { label: t('reconcile.column.status'), 'data-status': '' },
      ]}
    />
  )
}

/** What a row is called: a trade by the provider's number of it, anything else by its kind. */
export function useRowName(): (row: Difference) => string {
  const { t } = useTranslation('desk')
  return (row) => (row.trade === '' ? t(`reconcile.kind.${row.kind}`) : t('reconcile.trade', { id: row.trade }))
}

function Row({ row, href, isOpen }: { readonly row: Difference; readonly href: string; readonly isOpen: boolean }) {
  const { t } = useTranslation('desk')
  const { shortDay } = useMoment()
  const name = useRowName()
  const status = t(`reconcile.status.${row.status}`)
  const quantity = (row.theirs ?? row.ours)?.quantity
  return (
    <tr data-open={isOpen ? '' : undefined} data-difference={row.id}>
      <td>
        <Anchor href={href} preventScrollReset aria-current={isOpen ? 'true' : undefined}>
          <bdi>{name(row)}</bdi>
        </Anchor>
        <small>
          {row.trade === '' ? shortDay(row.day) : t(`reconcile.kind.${row.kind}`)}
          {row.status === 'open' ? null : <span data-below="">{` · ${status}`}</span>}
        </small>
      </td>
      <td>
        <bdi dir="ltr">{row.showCode}</bdi>
        <small>
          {row.side === null || quantity === undefined ? row.provider : t(`reconcile.side.${row.side}`, { quantity: exact(quantity) })}
        </small>
      </td>
      <td data-n="" data-wide="">
        <Num>{sideFigure(row, 'ours')}</Num>
      </td>
      <td data-n="" data-wide="">
        <Num>{sideFigure(row, 'theirs')}</Num>
      </td>
      <td data-n="" data-last="">
        <Num>
          <b>{money(row.usdt, true)}</b>
        </Num>
      </td>
      <td data-status="">
        <StatusDot tone={TONES[row.status]} label={status} />
      </td>
    </tr>
  )
}

function Total({ usdt }: { readonly usdt: string }) {
  const { t } = useTranslation('desk')
  return (
    <tfoot>
      <tr>
        <th scope="row">{t('reconcile.total')}</th>
        <td />
        <td data-wide="" />
        <td data-wide="" />
        <td data-n="" data-last="">
          <Num>{money(usdt, true)}</Num>
        </td>
        <td data-status="" />
      </tr>
    </tfoot>
  )
}
