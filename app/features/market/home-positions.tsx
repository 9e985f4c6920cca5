/** Open positions in the side column of the desktop. */
import { useTranslation } from 'react-i18next'
import { paths } from '../../addresses/paths'
import { useHoldingCount } from '../../realtime'
import type { Order } from '../../terms/order'
import { Badge, InstrumentMark, Link } from '../../ui'
import { LiveProfit } from '../orders/live-figures'
import { lotsText } from '../orders/order-facts'
import { useIsMuted } from '../orders/use-locked-reason'
import { Head, Line, Panel } from './home-aside'
import type { HomeAccount } from './home-data'

const POSITIONS_SHOWN = 5

function PositionLine({ order }: { order: Order }) {
  const side = order.side
  const { t } = useTranslation('order')
  return (
    <Line href={paths.orders({ type: '1' })} data-stale={useIsMuted(order) ? 'true' : undefined}>
      <InstrumentMark code={order.instrument.symbol} logo={order.instrument.logo} size={22} />
      <b>
        <bdi dir="ltr">{order.instrument.symbol}</bdi>
      </b>
      <Badge tone={side === 'buy' ? 'up' : 'down'} icon={side === 'buy' ? 'arrow-up' : 'arrow-down'}>
        <span className="sr-only">{t(side === 'buy' ? 'long' : 'short')}</span>
        <span data-num="">{lotsText(order.lots)}</span>
      </Badge>
      <span>
        <LiveProfit order={order} />
      </span>
    </Line>
  )
}

export function PositionsCard({ account }: { account: HomeAccount }) {
  const { t } = useTranslation('product')
  const count = useHoldingCount(account.total) ?? account.total
  if (account.positions.length === 0) return null
  return (
    <Panel>
      <Head>
        <h2>
          {t('positions.title')} <span data-num="">{count}</span>
        </h2>
        <Link href={paths.orders({ type: '1' })}>{t('viewAll')}</Link>
      </Head>
      {account.positions.slice(0, POSITIONS_SHOWN).map((order) => (
        <PositionLine key={order.id} order={order} />
      ))}
    </Panel>
  )
}
