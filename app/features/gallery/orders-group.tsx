import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Order } from '../../../contract/orders'
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
  Id: '102',
  Code: 'BTCUSDT',
  ShowCode: 'BTC/USDT',
  Logo: 'BTC',
  PricePrecision: 2,
  ForexQuotations: {
    ...OPEN.ForexQuotations,
    Close: '91284.50',
    Bid: '91284.00',
    Ask: '91285.00',
    Open: '93071.40',
    High: '93100.00',
    Low: '91000.00',
    Change: '-1.92',
  },
})
const CLOSED = instrumentExample({ Id: '103', Code: 'XAUUSD', ShowCode: 'XAU/USD', Logo: 'XAU', PricePrecision: 2, MarketStatus: 0 })
const NEVER_STALE = Number.MAX_SAFE_INTEGER

const ORDERS: readonly (readonly [string, OrderTabId, Order, boolean])[] = [
  ['OrderCard: live', '1', orderExample(), false],
  ['OrderCard: closing', '1', orderExample({ OrderType: 2 }), true],
  ['OrderCard: pending', '0', orderExample({ Status: 0, TargetLossPrice: '0', TargetProfitPrice: '0' }), false],
  [
    'OrderCard: ended',
    '3',
    orderExample({ Status: 3, CloseReason: 'stop_loss', FactProfits: '-17.60000000', CompleteTimeHandler: '18 Nov 14:02' }),
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
                <MarketRow key={instrument.Id} instrument={instrument} staleAfterMs={NEVER_STALE} />
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
