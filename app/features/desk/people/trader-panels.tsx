/** What a trader has and had, a panel for each tab of the page. */
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { Amount, Badge, Link, token } from '../../../ui'
import { Cost, Profit } from '../../orders/money'
import type { TraderData } from './people.server'
import { type RecordColumn, RecordTable } from './record-table'
import type { ShownOrder } from './trader-records.server'

const Part = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[2]};
  h2 { display: flex; justify-content: space-between; gap: ${token.space[3]}; font-size: ${token.type.md}; font-weight: 600; }
  h2 a { font-size: ${token.type.sm}; font-weight: 500; }
  > p { color: ${token.text.muted}; }
`
const Hash = styled.code`
  font-family: ${token.font.mono};
  font-size: ${token.type.xs};
`

export function TraderPanel({ data }: { readonly data: TraderData }) {
  switch (data.tab) {
    case 'positions':
      return <Positions records={data.records} />
    case 'orders':
      return <Orders records={data.records} />
    case 'ledger':
      return <Ledger records={data.records} />
    case 'receipts':
      return <Receipts records={data.records} />
    case 'documents':
      return <Documents records={data.records} />
    case 'money':
      return (
        <>
          <Moves kind="deposits" company={data.company} moves={data.deposits} />
          <Moves kind="withdrawals" company={data.company} moves={data.withdrawals} />
        </>
      )
    case 'sessions':
      return <Sessions sessions={data.sessions} />
    case 'history':
      return <History history={data.history} href={data.auditHref} />
  }
}

type Records = Pick<TraderData, 'records'>

const profit = (value: string) => <Profit value={value} form="own" />

function useOrderColumns(prices: readonly string[], ends: readonly RecordColumn[]): readonly RecordColumn[] {
  const { t } = useTranslation(['desk', 'order'])
  return [
    { label: t('order:fact.number') },
    { label: t('order:column.instrument') },
    { label: t('order:column.side') },
    { label: t('order:column.lots'), isNumber: true },
    ...prices.map((key) => ({ label: t(`order:column.${key}`), isNumber: true })),
    ...ends,
  ]
}

function useOrderCells(): (order: ShownOrder) => ReactNode[] {
  const { t } = useTranslation(['desk', 'order'])
  return ({ id, code, isLong, lots }) => [id, code, t(isLong ? 'order:long' : 'order:short'), lots]
}

function Positions({ records: { positions } }: Records) {
  const { t } = useTranslation(['desk', 'order'])
  const cells = useOrderCells()
  const columns = useOrderColumns(['openPrice', 'current', 'margin', 'profit'], [{ label: t('order:column.opened') }])
  return (
    <RecordTable
      label={t('desk:people.tab.positions')}
      columns={columns}
      rows={positions.map((order) => ({
        key: order.id,
        cells: [
          ...cells(order),
          order.entry,
          order.price,
          <Cost key="margin" value={order.margin} form="own" />,
          profit(order.profit),
          order.opened,
        ],
      }))}
    />
  )
}

function Orders({ records: { pending, closed, closedTotal } }: Records) {
  const { t } = useTranslation(['desk', 'order'])
  const cells = useOrderCells()
  const pendingColumns = useOrderColumns(['target', 'current'], [{ label: t('order:column.placed') }])
  const closedColumns = useOrderColumns(
    ['openPrice', 'closePrice', 'profit'],
    [{ label: t('order:column.closed') }, { label: t('order:column.reason'), isWide: true }],
  )
  return (
    <>
      <Part>
        <h2>{t('order:tab.pending')}</h2>
        <RecordTable
          label={t('order:tab.pending')}
          columns={pendingColumns}
          rows={pending.map((order) => ({ key: order.id, cells: [...cells(order), order.target, order.price, order.opened] }))}
        />
      </Part>
      <Part>
        <h2>{t('order:tab.history')}</h2>
        <RecordTable
          label={t('order:tab.history')}
          columns={closedColumns}
          rows={closed.map((order) => ({
            key: order.id,
            cells: order.wasFilled
              ? [...cells(order), order.entry, order.price, profit(order.profit), order.closed, order.reason]
              : [...cells(order), '', '', '', order.closed, order.reason],
          }))}
        />
        {closedTotal > closed.length ? <p>{t('order:showing', { shown: closed.length, total: closedTotal })}</p> : null}
      </Part>
    </>
  )
}

function Ledger({ records: { ledger } }: Records) {
  const { t } = useTranslation(['desk', 'order'])
  return (
    <RecordTable
      label={t('desk:people.tab.ledger')}
      columns={[
        { label: t('desk:people.when') },
        { label: t('desk:audit.what') },
        { label: t('desk:people.amount'), isNumber: true },
        { label: t('order:fact.number') },
      ]}
      rows={ledger.map(({ id, time, what, amount, orderId }) => ({
        key: id,
        cells: [time, what, <Amount key="amount" value={amount} currency="USDT" signed />, orderId],
      }))}
    />
  )
}

function Receipts({ records: { receipts } }: Records) {
  const { t } = useTranslation(['desk', 'order'])
  return (
    <RecordTable
      label={t('desk:people.tab.receipts')}
      columns={[
        { label: t('desk:people.when') },
        { label: t('desk:audit.what') },
        { label: t('order:fact.number') },
        { label: t('desk:people.hash') },
      ]}
      rows={receipts.map(({ id, time, what, orderId, hash }) => ({
        key: id,
        cells: [
          time,
          what,
          orderId,
          <Hash key="hash" title={hash} dir="ltr">
            {hash.slice(0, 16)}
          </Hash>,
        ],
      }))}
    />
  )
}

function Documents({ records: { documents } }: Records) {
  const { t } = useTranslation('desk')
  return (
    <RecordTable
      label={t('people.tab.documents')}
      columns={[
        { label: t('review.column.created_at') },
        { label: t('people.state') },
        { label: t('settings.column.decidedAt') },
        { label: t('review.column.decided_by') },
        { label: t('people.reason'), isWide: true },
      ]}
      rows={documents.map(({ id, href, submitted, status, decided, by, reason }) => ({
        key: id,
        cells: [
          href === null ? (
            submitted
          ) : (
            <Link key="open" href={href}>
              {submitted}
            </Link>
          ),
          status,
          decided,
          by,
          reason,
        ],
      }))}
    />
  )
}

interface MovesProps {
  readonly kind: 'deposits' | 'withdrawals'
  readonly company: string
  readonly moves: TraderData['deposits']
}

function Moves({ kind, company, moves }: MovesProps) {
  const { t } = useTranslation('desk')
  const title = t(`shell.${kind}`)
  return (
    <Part>
      <h2>
        {title}
        {moves.some(({ href }) => href !== null) ? <Link href={paths.desk[kind]({ company })}>{t('people.queue')}</Link> : null}
      </h2>
      <RecordTable
        label={title}
        columns={[{ label: t('people.when') }, { label: t('people.amount'), isNumber: true }, { label: t('people.state') }]}
        rows={moves.map((one) => ({
          key: one.id,
          cells: [
            one.href === null ? (
              one.time
            ) : (
              <Link key="open" href={one.href}>
                {one.time}
              </Link>
            ),
            <Amount key="amount" value={one.amount} currency={one.currency} />,
            <Badge key="state" tone={one.isOpen ? 'info' : 'neutral'}>
              {one.status}
            </Badge>,
          ],
        }))}
      />
    </Part>
  )
}

function Sessions({ sessions }: Pick<TraderData, 'sessions'>) {
  const { t } = useTranslation('desk')
  return (
    <RecordTable
      label={t('people.sessions')}
      columns={[{ label: t('people.device') }, { label: t('people.address') }, { label: t('people.since') }, { label: t('people.seen') }]}
      rows={sessions.map(({ device, address, since, seen }, index) => ({ key: String(index), cells: [device, address, since, seen] }))}
    />
  )
}

function History({ history, href }: { readonly history: TraderData['history']; readonly href: string | null }) {
  const { t } = useTranslation('desk')
  return (
    <Part>
      {href === null ? null : (
        <h2>
          {t('people.history')}
          <Link href={href}>{t('shell.audit')}</Link>
        </h2>
      )}
      <RecordTable
        label={t('people.history')}
        columns={[
          { label: t('people.when') },
          { label: t('audit.who') },
          { label: t('audit.what') },
          { label: t('audit.object') },
          { label: t('people.reason'), isWide: true },
        ]}
        rows={history.map(({ time, who, action, object, reason }, index) => ({
          key: String(index),
          cells: [time, who, action, object, reason],
        }))}
      />
    </Part>
  )
}
