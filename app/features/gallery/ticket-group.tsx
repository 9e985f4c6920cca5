import { AccountBar } from '../trade/header/account-bar'
import { PriceBlock } from '../trade/header/price-block'
import { TradeProvider } from '../trade/scene/trade-context'
import { TicketProvider } from '../trade/ticket/ticket-context'
import { eurUsd } from '../trade/ticket/ticket-fixtures'
import { TicketColumn } from '../trade/ticket/ticket-panels'
import { FixedMarket } from './fixed-market'
import { CLOSED, GALLERY_TRADE, NO_LEVERAGE } from './gallery-trade'
import { Group, Specimen } from './specimen'

const STATES = [
  ['market', eurUsd],
  ['closed', CLOSED],
  ['no leverage', NO_LEVERAGE],
] as const
/** The ticket as the trade screen puts it together; nothing that is pressed here reaches a broker. */
export function TicketGroup() {
  return (
    <FixedMarket instruments={GALLERY_TRADE.instruments}>
      <Group name="ticket">
        {STATES.map(([state, instrument]) => (
          <TradeProvider key={state} data={GALLERY_TRADE} instrument={instrument} period="15min">
            <TicketProvider onPlaced={() => undefined}>
              <Specimen of={`PriceBlock: ${state}`} width="full">
                <PriceBlock onInfo={() => {}} />
              </Specimen>
              <Specimen of={`OrderTicket: ${state}`} width="half">
                <TicketColumn />
              </Specimen>
            </TicketProvider>
          </TradeProvider>
        ))}
        <TradeProvider data={GALLERY_TRADE} instrument={eurUsd} period="15min">
          <Specimen of="AccountBar" width="full">
            <AccountBar />
          </Specimen>
        </TradeProvider>
      </Group>
    </FixedMarket>
  )
}
