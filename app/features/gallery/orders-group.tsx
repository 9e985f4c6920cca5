import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Order } from '../../terms/order'
import { token } from '../../ui'
import { AccountStrip } from '../market/account-strip'
import { instrumentExample } from '../market/instrument-examples'
import { MarketRow } from '../market/market-row'
import { AccountSummary } from '../orders/account-summary'
import { OrderCard } from '../orders/order-card'
import { FIGURES, orderExample } from '../orders/order-examples'
import type { OrderTabId } from '../orders/orders-data'
import { RankingRows } from '../ranking/ranking-rows'
import { FixedMarket } from './fixed-market'
import { RANKING } from './ranking-example'
import { Group, Specimen } from './specimen'

const OPEN = instrumentExample()
const FALLING = instrumentExample({
  id: '102',
  code: 'BTCUSDT',
  symbol: 'BTC/USDT',
  logo: 'BTC',
  pricePrecision: 2,
  quote: {
    ...OPEN.quote,
    last: '91284.50',
    bid: '91284.00',
    ask: '91285.00',
    open: '93071.40',
    high: '93100.00',
    low: '91000.00',
    change: '-1.92',
  },
})
const CLOSED = instrumentExample({ id: '103', code: 'XAUUSD', symbol: 'XAU/USD', logo: 'XAU', pricePrecision: 2, isOpen: false })
const NEVER_STALE = Number.MAX_SAFE_INTEGER

const ORDERS: readonly (readonly [string, OrderTabId, Order, boolean])[] = [
  ['OrderCard: live', '1', orderExample(), false],
  ['OrderCard: closing', '1', orderExample({ side: 'sell' }), true],
  ['OrderCard: pending', '0', orderExample({ status: 'pending', stopLoss: '0', takeProfit: '0' }), false],
  [
    'OrderCard: ended',
    '3',
    orderExample({ status: 'closed', closeReason: 'stop_loss', profit: '-17.60000000', closedTime: '18 Nov 14:02' }),
    false,
  ],
]

const Rows = styled.table`
  display: block;
  thead, tbody { display: block; }
  background: ${token.surface.surface};
  th { text-align: start; }
`
const nothing = () => undefined

export function OrdersGroup() {
  const { t } = useTranslation('product')
  return (
    <FixedMarket instruments={[OPEN, FALLING, CLOSED]}>
      <Group name="orders">
        <Specimen of="MarketRow: up, down, closed" width="full">
          <Rows aria-label={t('title')}>
            <tbody>
              {[OPEN, FALLING, CLOSED].map((instrument) => (
                <MarketRow key={instrument.id} instrument={instrument} staleAfterMs={NEVER_STALE} />
              ))}
            </tbody>
          </Rows>
        </Specimen>
        {ORDERS.map(([name, tab, order, isBusy]) => (
          <Specimen key={name} of={name} width="half">
            <OrderCard order={order} tab={tab} times={undefined} isBusy={isBusy} onOpen={nothing} onEnd={nothing} />
          </Specimen>
        ))}
        <Specimen of="AccountStrip: demo" width="half">
          <AccountStrip figures={FIGURES} isDemo isHidden={false} onToggleHidden={nothing} layout="strip" />
        </Specimen>
        <Specimen of="AccountStrip: real, amounts hidden" width="half">
          <AccountStrip figures={FIGURES} isDemo={false} isHidden onToggleHidden={nothing} layout="card" />
        </Specimen>
        <Specimen of="AccountSummary" width="full">
          <AccountSummary figures={FIGURES} />
        </Specimen>
        <Specimen of="RankRow" width="half">
          <RankingRows entries={RANKING} firstPlace={1} />
        </Specimen>
      </Group>
    </FixedMarket>
  )
}
