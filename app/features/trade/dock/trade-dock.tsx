/** What is under the chart (768 px and up): a trader's orders, for a visitor what the instrument is. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { traderPart } from '../../../page/trader-part'
import { useConnection } from '../../../realtime'
import { media, token } from '../../../ui'
import { useTrade } from '../scene/trade-context'
import { Nothing } from './dock-nothing'
import { VisitorDock } from './visitor-dock'

const DockOrders = traderPart(() => import('./dock-orders').then((dock) => dock.DockOrders))

const Dock = styled.section`
  grid-area: dock;
  display: none;
  min-height: 0;
  min-width: 0;
  flex-direction: column;
  background: ${token.surface.surface};
  border-block-start: 1px solid ${token.border.hairline};
  --mark-ring: ${token.surface.surface};
  ${media.tablet} { display: flex; }
`

export function TradeDock({ newOrderId }: { newOrderId: string | null }) {
  const { t } = useTranslation('trade')
  const { data, isSignedIn } = useTrade()
  const { isLost } = useConnection()
  const { orders } = data
  return (
    <Dock aria-label={isSignedIn ? t('dock.label') : t('info.label')} data-stale={isLost ? 'true' : undefined} data-testid="trade-dock">
      {orders !== null ? (
        <DockOrders orders={orders} newOrderId={newOrderId} />
      ) : isSignedIn ? (
        <Nothing>{t('dock.unavailable')}</Nothing>
      ) : (
        <VisitorDock />
      )}
    </Dock>
  )
}
