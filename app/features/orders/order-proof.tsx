import { useFetcher } from '@remix-run/react'
import { useCallback, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Receipt } from '../../../contract/orders'
import { paths } from '../../addresses/paths'
import { type LoggedReceipt, type Order, termsAddress } from '../../terms/order'
import { Button, Link, Note, Skeleton, SkeletonGroup, Stack, Text, Two, token } from '../../ui'
import { AwaitsScripts } from '../../ui/awaits-scripts'
import { downloadJson } from '../../ui/download-json'
import { useSite } from '../../visitor/site'
import { eventText } from './event-text'
import { LineRows } from './line-rows'
import { OrderTicksTable } from './order-ticks-table'
import type { ProofAnswer } from './orders-data'
import { receiptFile, receiptFileName } from './receipt-file'

const Section = styled.section`
  display: grid;
  gap: ${token.space[3]};
  padding-block-start: ${token.space[3]};
  border-block-start: 1px solid ${token.border.hairline};
  h3 { font-size: ${token.type.sm}; font-weight: 600; }
`
const Rows = styled(LineRows)`
  small { display: block; font-size: ${token.type.xs}; color: ${token.text.muted}; overflow-wrap: anywhere; }
`

/** Events whose receipt states a price that something was filled at. */
const FILLS: ReadonlySet<string> = new Set(['order_opened', 'order_closed'])

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
    <Receipts order={order} receipts={data.receipts ?? []} proofs={data.proofs ?? []} />
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

interface ReceiptsProps {
  readonly order: Order
  readonly receipts: readonly Receipt[]
  readonly proofs: readonly LoggedReceipt[]
}

function Receipts({ order, receipts, proofs }: ReceiptsProps) {
  const { t } = useTranslation('order')
  const broker = useSite().tenant?.id ?? 'broker'
  if (receipts.length === 0)
    return (
      <Text $size="sm" $tone="secondary">
        {t('proof.noReceipts')}
      </Text>
    )
  const save = (name: string, saved: readonly Receipt[], isList: boolean) => downloadJson(name, receiptFile(saved, proofs, isList))
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
              <LogLine proof={proofs.find(({ hash }) => hash === receipt.hash)} />
              <TermsLine receipt={receipt} proof={proofs.find(({ hash }) => hash === receipt.hash)} />
            </span>
            {FILLS.has(String(receipt.body.event)) ? (
              <Link href={paths.mine.challenge(order.id, receipt.hash)}>{t('proof.challenge')}</Link>
            ) : null}
            <Button
              size="sm"
              icon="download"
              aria-label={t('proof.downloadOne', { event: eventText(t, receipt.body.event) })}
              onClick={() => save(receiptFileName(broker, order.id, index + 1), [receipt], false)}
            >
              {t('proof.download')}
            </Button>
          </li>
        ))}
      </Rows>
      <Button block icon="download" onClick={() => save(receiptFileName(broker, order.id), receipts, true)}>
        {t('proof.downloadAll', { count: receipts.length })}
      </Button>
      <Text $size="sm" $tone="secondary">
        {t('proof.help')} <Link href={paths.verify()}>{t('proof.verify')}</Link>
      </Text>
    </Stack>
  )
}

function LogLine({ proof }: { proof: LoggedReceipt | undefined }) {
  const { t } = useTranslation('order')
  if (proof === undefined) return null
  return <small>{proof.place === null ? t('proof.notInLog') : t('proof.inLog', { index: proof.place.index })}</small>
}

/** The terms that an opening names, as they are published. */
function TermsLine({ receipt, proof }: { receipt: Receipt; proof: LoggedReceipt | undefined }) {
  const { t } = useTranslation('order')
  const address = termsAddress(receipt.body)
  const index = proof?.termsIndex ?? null
  if (address === null || index === null) return null
  return (
    <small>
      <a href={address}>{t('proof.terms', { index })}</a>
    </small>
  )
}
