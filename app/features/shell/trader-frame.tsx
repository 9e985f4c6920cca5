/** What the frame of the site has for a signed-in trader: one file of code. */
import { NoticeMessages } from '../notices/notice-messages'
import { OrderMessages } from '../orders/order-messages'
import { MarginCallMessages } from './margin-call'

export { MarginCallStrip } from './margin-call'

/** What the broker tells this trader, on any screen. */
export function TraderMessages() {
  return (
    <>
      <MarginCallMessages />
      <OrderMessages />
      <NoticeMessages />
    </>
  )
}
