/** Pictures and real-name verification, put together: the calls, the look at a picture, the sweep, the operator's commands. */
import type { Tx } from '../db/open-database'
import type { Handlers } from '../http/handler'
import { forgetImages } from './forget-images'
import { type IdentityCommandServices, identityCommands } from './identity-commands'
import type { IdentityServices } from './identity-services'
import { type ImageKeys, imageKeys } from './image-keys'
import { folderImageStore, type ImageStore } from './image-store'
import type { OperatorCommands } from './operator-socket'
import { centerHandler, submitHandler } from './real-name'
import { uploadHandler } from './upload-image'
import { type Look, viewOwnImage } from './view-image'

/** What the parts of this folder share. */
export interface IdentityTools extends IdentityServices {
  readonly store: ImageStore
  readonly keys: ImageKeys
}

export interface Identity {
  /** What the desk looks at people's papers with. */
  readonly tools: IdentityTools
  readonly handlers: Handlers
  /** The picture's bytes for its owner, null for everybody else. In the transaction that checked the session. */
  viewImage(tx: Tx, look: Look): Promise<Buffer | null>
  /** Deletes what may be kept no longer. */
  forgetOld(now: number): Promise<void>
  operatorCommands(services: IdentityCommandServices): OperatorCommands
}

export function openIdentity(services: IdentityServices): Identity {
  const tools: IdentityTools = { ...services, store: folderImageStore(services.imagesDir), keys: imageKeys(services) }
  return {
    tools,
    handlers: { uploadImage: uploadHandler(tools), submitRealName: submitHandler(tools), getRealName: centerHandler(tools) },
    viewImage: (tx, look) => viewOwnImage(tools, tx, look),
    forgetOld: (now) => forgetImages(services.database, tools.store, now),
    operatorCommands: (commandServices) => identityCommands(tools, commandServices),
  }
}
