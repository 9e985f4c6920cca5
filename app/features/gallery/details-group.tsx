import styled from 'styled-components'
import type { Side } from '../../pictures/picture-side'
import { PictureTile } from '../../pictures/picture-tile'
import { ProofTile } from '../../pictures/proof-tile'
import type { PictureControl, PictureState } from '../../pictures/use-picture'
import type { Order } from '../../terms/order'
import { NewsRow } from '../news/news-row'
import { OrderDetail } from '../orders/order-detail'
import { orderExample } from '../orders/order-examples'
import { OrderTable } from '../orders/order-table'
import type { OrderTabId } from '../orders/orders-data'
import { CopyCards } from '../ranking/copy-cards'
import { InstrumentRow } from '../trade/header/instrument-row'
import { btcUsdt, eurUsd, usdJpy } from '../trade/ticket/ticket-fixtures'
import { CoinSteps } from '../wallet/deposit/coin-steps'
import { FixedMarket } from './fixed-market'
import { GALLERY_TRADE } from './gallery-trade'
import { RANKING } from './ranking-example'
import { Group, Specimen } from './specimen'

const nothing = () => undefined
const Wide = styled.div`
  overflow-x: auto;
  position: relative;
`
const LAYOUTS = [
  ['InstrumentDrawer: its rows', 'drawer'],
  ['The list beside the chart', 'list'],
] as const
const HOLDING = orderExample()
const PENDING = orderExample({ id: '2', status: 'pending', stopLoss: '0', takeProfit: '0' })
const ENDED = orderExample({
  id: '3',
  status: 'closed',
  closeReason: 'take_profit',
  profit: '17.60000000',
  closedTime: '18 Nov 14:02',
})
const TABLES: readonly (readonly [string, OrderTabId, readonly Order[]])[] = [
  ['OrderTable: holding, one chosen', '1', [HOLDING, orderExample({ id: '4', side: 'sell', stopLoss: '0', takeProfit: '0' })]],
  ['OrderTable: pending', '0', [PENDING]],
  ['OrderTable: history', '3', [ENDED]],
]
const DETAILS: readonly (readonly [string, OrderTabId, Order])[] = [
  ['OrderDetail: holding', '1', HOLDING],
  ['OrderDetail: pending', '0', PENDING],
]
const SELECTION = { selectedId: HOLDING.id, onSelect: nothing, onOpen: nothing }

const NETWORK = {
  id: '1',
  currency: 'USDT',
  protocol: 'TRC20',
  address: 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb',
  qr: { size: 21, path: 'M0 0h7v7h-7zM14 0h7v7h-7zM0 14h7v7h-7zM9 9h3v3h-3z' },
}
const WRITTEN = { iso: '2026-11-16T09:00:00.000Z', text: 'Nov 16, 09:00' }
const NEWS = [
  {
    id: '1',
    title: 'How the stop-out works',
    desc: 'When positions are closed without asking, and in which order.',
    logo: '',
    at: WRITTEN,
  },
  { id: '2', title: 'When markets are open', desc: '', logo: '', at: WRITTEN },
]

const control = (state: PictureState): PictureControl => ({
  state,
  choose: async () => {},
  retry: async () => {},
  remove: nothing,
  markLost: nothing,
  keep: nothing,
})
const PREVIEW = '/flags/gb.svg'
const PICTURES: readonly (readonly [string, Side, PictureState])[] = [
  ['empty', 'front', { kind: 'empty' }],
  ['sending', 'reverse', { kind: 'sending', preview: PREVIEW, part: 0.4 }],
  ['failed', 'front', { kind: 'failed', preview: PREVIEW, message: '', canRetry: true }],
  ['done', 'reverse', { kind: 'ready', preview: PREVIEW, url: PREVIEW }],
]

/** The larger parts of the screens, which hold what the other groups show. What has a width of its own is looked at on its screen. */
export function DetailsGroup() {
  return (
    <FixedMarket instruments={[eurUsd, usdJpy, btcUsdt]}>
      <Group name="details">
        {TABLES.map(([name, tab, orders]) => (
          <Specimen key={name} of={name} width="full">
            <Wide tabIndex={0} role="region" aria-label={name}>
              <OrderTable
                orders={orders}
                tab={tab}
                times={{}}
                busyId={null}
                onEnd={nothing}
                onEdit={nothing}
                {...(tab === '1' ? { selection: SELECTION } : {})}
              />
            </Wide>
          </Specimen>
        ))}
        {DETAILS.map(([name, tab, order]) => (
          <Specimen key={name} of={name} width="half">
            <OrderDetail order={order} tab={tab} formKey="gallery" isBusy={false} onEnd={nothing} onSaveStops={nothing} />
          </Specimen>
        ))}
        {LAYOUTS.map(([name, layout]) => (
          <Specimen key={layout} of={name} width="half">
            {GALLERY_TRADE.instruments.map((instrument) => (
              <InstrumentRow
                key={instrument.id}
                instrument={instrument}
                period="15min"
                isCurrent={instrument.id === eurUsd.id}
                staleAfterMs={Number.MAX_SAFE_INTEGER}
                layout={layout}
              />
            ))}
          </Specimen>
        ))}
        <Specimen of="NumberedSteps, AddressBox" width="half">
          <ol>
            <CoinSteps networks={[NETWORK]} network={NETWORK} onChoose={nothing} />
          </ol>
        </Specimen>
        <Specimen of="NewsRow: image missing" width="half">
          <ul>
            {NEWS.map((line) => (
              <NewsRow key={line.id} line={line} />
            ))}
          </ul>
        </Specimen>
        <Specimen of="TraderCard" width="full">
          <CopyCards entries={RANKING} />
        </Specimen>
        {PICTURES.map(([state, side, picture]) => (
          <Specimen key={state} of={`IdTile, ImageUpload: ${state}`} width="half">
            <PictureTile side={side} control={control(picture)} error={undefined} />
            <ProofTile control={control(picture)} error={undefined} />
          </Specimen>
        ))}
      </Group>
    </FixedMarket>
  )
}
