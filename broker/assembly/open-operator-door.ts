/** What the command on the machine can do, put together: who may sign in at the desk, people's papers, how providers and witnesses stand, and filling a demonstration. */

import { type OperatorCommandServices, operatorCommands } from '../desk/operator-commands'
import type { Logger } from '../ground/logger'
import type { Identity } from '../identity/open-identity'
import type { Logs } from '../log/open-logs'
import { witnessCommands } from '../log/witness-command'
import { openOperatorSocket } from '../operator-door/operator-socket'
import { healthCommands } from '../reconciliation/health-command'
import type { Reconciliation } from '../reconciliation/open-reconciliation'
import { type SeedServices, seedCommands } from '../seed/seed-command'

interface OperatorDoorParts extends OperatorCommandServices, SeedServices {
  /** Path of the socket; null: nowhere. */
  readonly path: string | null
  /** Takes the socket's place even if somebody still answers there. */
  readonly replacesOperatorSocket?: boolean | undefined
  readonly identity: Identity
  readonly reconciliation: Pick<Reconciliation, 'health'>
  readonly logs: Pick<Logs, 'cosignatures'>
  readonly logger: Logger
}

/** Opens the socket and gives the way to close it. */
export async function openOperatorDoor(parts: OperatorDoorParts): Promise<() => Promise<void>> {
  const { path, logger, identity } = parts
  if (path === null) return async () => {}
  const commands = {
    ...identity.operatorCommands(parts),
    ...operatorCommands(parts),
    ...seedCommands(parts),
    ...healthCommands(parts.reconciliation),
    ...witnessCommands(parts.logs.cosignatures),
  }
  return openOperatorSocket({ path, replaces: parts.replacesOperatorSocket ?? false, logger, commands })
}
