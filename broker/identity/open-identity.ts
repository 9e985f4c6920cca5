/** Pictures and real-name verification, put together: the calls, the look at a picture, the sweep, the operator's commands. */

import type { Handlers } from '../calls/handler'
import type { Tx } from '../db/open-database'
import type { OperatorCommands } from '../operator-door/operator-socket'
import { forgetImages } from './forget-images'
import { type IdentityCommandServices, identityCommands } from './identity-commands'
import type { IdentityServices, IdentityTools } from './identity-services'
import { imageKeys } from './image-keys'
import { centerHandler, submitHandler } from './real-name'
import { uploadHandler } from './upload-image'
import { type Look, viewOwnImage } from './view-image'

export interface Identity {
  /** What the desk looks at people's papers with. */
  readonly tools: IdentityTools
  readonly handlers: Pick<Handlers, 'uploadImage' | 'submitRealName' | 'getRealName'>
  /** The picture's bytes for its owner, null for everybody else. In the transaction that checked the session. */
  viewImage(tx: Tx, look: Look): Promise<Buffer | null>
  /** Deletes what may be kept no longer. */
  forgetOld(now: number): Promise<void>
  operatorCommands(services: IdentityCommandServices): OperatorCommands
}

export function openIdentity(services: IdentityServices): Identity {
  const tools: IdentityTools = { ...services, keys: imageKeys(services) }
  return {
    tools,
    handlers: { uploadImage: uploadHandler(tools), submitRealName: submitHandler(tools), getRealName: centerHandler(tools) },
    viewImage: (tx, look) => viewOwnImage(tools, tx, look),
    forgetOld: (now) => forgetImages(services.database, services.files, now),
    operatorCommands: (commandServices) => identityCommands(tools, commandServices),
  }
}
