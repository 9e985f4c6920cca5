/** Hands a picture of a form on to the broker, which looks at its bytes and keeps it. */
import type { InputOf, OutputOf } from '../../contract/endpoint'
import { uploadImage } from '../../contract/identity'
import type { BrokerResult } from '../broker-client/broker.server'
import type { SiteContext } from '../visitor/load-context.server'

export function sendPicture(context: SiteContext, file: File | null): Promise<BrokerResult<OutputOf<typeof uploadImage>>> {
  const body = new FormData()
  // The name on the visitor's disk tells more than anybody needs to know.
  if (file !== null) body.set('file', file, 'picture')
  // The contract's input is the fields beside the file, and there are none; the broker client sends a form as it is.
  return context.broker.call(uploadImage, body as unknown as InputOf<typeof uploadImage>, { initial: true })
}
