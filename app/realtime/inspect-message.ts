/** Development and tests only: checks every frame against the contract. Kept apart because it brings zod along. */
import { z } from 'zod'
import { ClosedPush, DayMarketPush, KlinePush, NoticePush, ServerMessage, TradePush } from '../../contract/socket'

function dataSchema(topic: string): z.ZodType {
  if (topic === 'DAY_MARKET') return DayMarketPush
  if (topic === 'FOREX_TRADE') return TradePush
  if (topic === 'FOREX_CLOSED') return z.union([ClosedPush, z.array(ClosedPush), z.null()])
  if (topic === 'ACCOUNT_NOTICE') return z.union([NoticePush, z.array(NoticePush), z.null()])
  return z.union([KlinePush, z.array(KlinePush)])
}

/** @throws ZodError when the frame does not fit. */
export function inspectMessage(message: unknown): void {
  const checked = ServerMessage.parse(message)
  if ('seq' in checked) dataSchema(checked.topic).parse(checked.data)
}
