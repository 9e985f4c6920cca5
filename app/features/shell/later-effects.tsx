/** The effects beside the screens that no page begins with: what is said of the line, and the brand's worker. */
import { useSite } from '../../visitor/site'
import { useLineMessages } from './line-messages'
import { SiteWorker } from './site-worker'

export function LaterEffects() {
  const { tenant } = useSite()
  useLineMessages()
  return tenant === null ? null : <SiteWorker />
}
