import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { formatFixed, parseFixed } from '../../../rules/decimal'
import { useQuotesEvery } from '../../realtime'
import type { KeptOrder, Order, Positions } from '../../terms/order'
import { Button, EmptyState, KeyValueList, Note, Sheet, Skeleton, SkeletonGroup, Stack, Text, Two, token, useToast } from '../../ui'
import { LineRows } from './line-rows'
import { Profit } from './money'
import { closingPriceOf, profitAt } from './order-facts'
import { SideText } from './side-text'
import { useOrderAction } from './use-order-action'
import { usePositions } from './use-positions'

const Rows = styled(LineRows)`
  li { gap: ${token.space[3]}; padding-block: ${token.space[1]}; }
  li:last-child { border: 0; }
  li > span:first-child { display: grid; gap: 2px; min-width: 0; }
  b { font-weight: 600; }
  small { font-size: ${token.type.xs}; color: ${token.text.muted}; }
`

/** Opens the question before every position is closed. */
export function CloseAllButton({ size = 'sm' }: { size?: 'sm' | 'md' }) {
  const { t } = useTranslation('order')
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button size={size} data-tool="close-all" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t('closeAll.action')}
      </Button>
      <CloseAllSheet isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  )
}

interface Kept extends KeptOrder {
  readonly order: Order | undefined
}

/** Lists what will be closed with what it would bring, and what cannot be closed now and why; afterwards what was kept. */
export function CloseAllSheet({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation('order')
  const toast = useToast()
  const { positions, failedWith, again } = usePositions(isOpen)
  const [kept, setKept] = useState<readonly Kept[] | null>(null)
  const close = () => {
    setKept(null)
    onClose()
  }
  const { run, isBusy } = useOrderAction((answer) => {
    if (!answer.done || answer.intent !== 'closeAll') {
      toast.show({ tone: 'err', title: answer.message === '' ? t('failed') : answer.message })
      return
    }
    toast.show({
      tone: answer.kept.length === 0 ? 'ok' : 'info',
      title: t('closeAll.closed', { count: answer.closed.length }),
      ...(answer.kept.length === 0 ? {} : { text: t('closeAll.kept', { count: answer.kept.length }) }),
    })
    if (answer.kept.length === 0) close()
    else setKept(answer.kept.map((one) => ({ ...one, order: positions?.orders.find(({ id }) => id === one.id) })))
  })
  const { open, shut } = split(positions)
  return (
    <Sheet
      open={isOpen}
      onClose={() => {
        if (!isBusy) close()
      }}
      title={t(kept === null ? 'closeAll.title' : 'closeAll.keptTitle')}
      closeLabel={t('closeLayer')}
      footer={
        kept === null ? (
          <Two>
            <Button size="lg" onClick={close} disabled={isBusy}>
              {t('ask.keepOpen')}
            </Button>
            <Button
              size="lg"
              variant="danger"
              busy={isBusy}
              disabled={open.length === 0}
              onClick={() => run({ intent: 'closeAll', ends: open.map(({ id }) => id) })}
            >
              {t('closeAll.confirm', { count: open.length })}
            </Button>
          </Two>
        ) : null
      }
    >
      {kept !== null ? (
        <KeptList kept={kept} />
      ) : positions !== null ? (
        <Question open={open} shut={shut} />
      ) : failedWith === null ? (
        <SkeletonGroup label={t('loading')}>
          <Skeleton height={44} />
          <Skeleton height={44} />
        </SkeletonGroup>
      ) : (
        <EmptyState
          art="broken"
          title={t('error.title')}
          action={<Button onClick={again}>{t('error.retry')}</Button>}
          code={t('error.code', { code: failedWith })}
        />
      )}
    </Sheet>
  )
}

function split(positions: Positions | null): { open: readonly Order[]; shut: readonly Order[] } {
  const closed = new Set(positions?.quotes.filter(({ isOpen }) => !isOpen).map(({ id }) => id))
  const orders = positions?.orders ?? []
  return {
    open: orders.filter(({ instrument }) => !closed.has(instrument.id)),
    shut: orders.filter(({ instrument }) => closed.has(instrument.id)),
  }
}

/** What each open one would bring and all of them together, from the same prices, once a second: the sum is that of its rows. */
function useProfits(orders: readonly Order[]): { of(order: Order): string; readonly total: string } {
  const quotes = useQuotesEvery([...new Set(orders.map(({ instrument }) => instrument.id))], 1_000)
  const of = (order: Order) => {
    const quote = quotes.get(order.instrument.id)
    return (quote === undefined ? null : profitAt(order, closingPriceOf(order, quote), quote.quoteToUsdt)) ?? order.profit
  }
  return { of, total: formatFixed(orders.reduce((sum, order) => sum + parseFixed(of(order)), 0n)) }
}

function Question({ open, shut }: { open: readonly Order[]; shut: readonly Order[] }) {
  const { t } = useTranslation('order')
  const profits = useProfits(open)
  if (open.length + shut.length === 0) return <Text $tone="secondary">{t('empty.holding.title')}</Text>
  return (
    <Stack>
      <Rows aria-label={t('closeAll.title')}>
        {open.map((order) => (
          <PositionRow key={order.id} order={order}>
            <Profit value={profits.of(order)} form="own" />
          </PositionRow>
        ))}
      </Rows>
      {open.length === 0 ? null : (
        <KeyValueList
          rows={[
            {
              key: 'total',
              label: t('ask.profitAbout'),
              value: <Profit value={profits.total} form="glance" currency="USDT" />,
              total: true,
            },
          ]}
        />
      )}
      {shut.length === 0 ? null : (
        <>
          <Note tone="warn">{t('closeAll.cannot', { count: shut.length })}</Note>
          <Rows aria-label={t('closeAll.cannot', { count: shut.length })}>
            {shut.map((order) => (
              <PositionRow key={order.id} order={order} reason={t('locked.closed')} />
            ))}
          </Rows>
        </>
      )}
      <Text $size="sm" $tone="secondary">
        {t('ask.closeText')}
      </Text>
    </Stack>
  )
}

function PositionRow({ order, reason, children }: { order: Order; reason?: string; children?: ReactNode }) {
  return (
    <li>
      <span>
        <b>
          <bdi dir="ltr">{order.instrument.symbol}</bdi>
        </b>
        <SideText order={order} withLots />
        {reason === undefined ? null : <small>{reason}</small>}
      </span>
      {children}
    </li>
  )
}

function KeptList({ kept }: { kept: readonly Kept[] }) {
  const { t } = useTranslation('order')
  return (
    <Stack>
      <Note tone="warn" role="alert">
        {t('closeAll.kept', { count: kept.length })}
      </Note>
      <Rows>
        {kept.map(({ id, msg, order }) => (
          <li key={id}>
            <span>
              <b>
                <bdi dir="ltr">{order?.instrument.symbol ?? id}</bdi>
              </b>
              {order === undefined ? null : <SideText order={order} withLots />}
            </span>
            <span>{msg}</span>
          </li>
        ))}
      </Rows>
    </Stack>
  )
}
