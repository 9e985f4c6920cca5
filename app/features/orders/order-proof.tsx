import { useFetcher } from '@remix-run/react'
import { useCallback, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Receipt } from '../../../contract/orders'
import { paths } from '../../addresses/paths'
import type { Order } from '../../terms/order'
import { Button, Link, Note, Skeleton, SkeletonGroup, Stack, Text, Two, token } from '../../ui'
import { useSite } from '../../visitor/site'
import { AwaitsScripts } from './awaits-scripts'
import { eventText } from './event-text'
import { OrderTicksTable } from './order-ticks-table'
import type { ProofAnswer } from './orders-data'
import { downloadJson, receiptFileName } from './receipt-file'

const Section = styled.section`
  display: grid;
  gap: ${token.space[3]};
  padding-block-start: ${token.space[3]};
  border-block-start: 1px solid ${token.border.hairline};
  h3 { font-size: ${token.type.sm}; font-weight: 600; }
`
const Rows = styled.ul`
  display: grid;
  li {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: ${token.space[2]};
    min-height: 44px;
    border-block-end: 1px solid ${token.border.hairline};
    font-size: ${token.type.sm};
  }
  small { display: block; font-size: ${token.type.xs}; color: ${token.text.muted}; overflow-wrap: anywhere; }
`

type Shown = 'receipts' | 'ticks'

/** The order's signed receipts and the ticks around its events, each read only when it is asked for. */
export function OrderProof({ order }: { order: Order }) {
  const { t } = useTranslation('order')
  const [shown, setShown] = useState<Shown | null>(null)
  const place = useId()
  const toggle = (what: Shown, icon: 'receipt-text' | 'table-2') => (
    <Button
      icon={icon}
      aria-expanded={shown === what}
      aria-controls={place}
      onClick={() => setShown((before) => (before === what ? null : what))}
    >
      {t(`proof.${what}`)}
    </Button>
  )
  return (
    <AwaitsScripts>
      <Section aria-label={t('proof.title')}>
        <Two>
          {toggle('receipts', 'receipt-text')}
          {toggle('ticks', 'table-2')}
        </Two>
        <div id={place}>{shown === null ? null : <Proof key={shown} order={order} what={shown} />}</div>
      </Section>
    </AwaitsScripts>
  )
}

function Proof({ order, what }: { order: Order; what: Shown }) {
  const { t } = useTranslation('order')
  const { data, load, state } = useProof(order.id, what)
  if (data === undefined || (data.code !== undefined && state !== 'idle')) {
    return (
      <SkeletonGroup label={t('proof.loading')}>
        <Skeleton height={44} />
      </SkeletonGroup>
    )
  }
  if (data.code !== undefined) {
    return (
      <Note tone="danger" role="alert">
        {t('proof.failed', { code: data.code })}{' '}
        <Button size="sm" onClick={load}>
          {t('error.retry')}
        </Button>
      </Note>
    )
  }
  return what === 'receipts' ? (
    <Receipts order={order} receipts={data.receipts ?? []} />
  ) : (
    <OrderTicksTable order={order} events={data.ticks ?? []} />
  )
}

function useProof(id: string, what: Shown) {
  const { load, data, state } = useFetcher<ProofAnswer>()
  const read = useCallback(() => load(paths.action.orderProof(id, what)), [load, id, what])
  useEffect(read, [read])
  return { data, state, load: read }
}

function Receipts({ order, receipts }: { order: Order; receipts: readonly Receipt[] }) {
  const { t } = useTranslation('order')
  const broker = useSite().tenant?.id ?? 'broker'
  if (receipts.length === 0)
    return (
      <Text $size="sm" $tone="secondary">
        {t('proof.noReceipts')}
      </Text>
    )
  const save = (name: string, value: unknown) => downloadJson(name, value)
  return (
    <Stack>
      <Rows>
        {receipts.map((receipt, index) => (
          <li key={receipt.hash}>
            <span>
              {eventText(t, receipt.body.event)}
              <small>
                <bdi dir="ltr" data-num="">
                  {receipt.hash.slice(0, 16)}…
                </bdi>
              </small>
            </span>
            <Button
              size="sm"
              icon="download"
              aria-label={t('proof.downloadOne', { event: eventText(t, receipt.body.event) })}
              onClick={() => save(receiptFileName(broker, order.id, index + 1), receipt)}
            >
              {t('proof.download')}
            </Button>
          </li>
        ))}
      </Rows>
      <Button block icon="download" onClick={() => save(receiptFileName(broker, order.id), receipts)}>
        {t('proof.downloadAll', { count: receipts.length })}
      </Button>
      <Text $size="sm" $tone="secondary">
        {t('proof.help')} <Link href={paths.verify()}>{t('proof.verify')}</Link>
      </Text>
    </Stack>
  )
}
