/** What the command on the machine is told of how providers' copies and statements stand. */
import type { Reconciliation } from './open-reconciliation'

export function healthCommands(reconciliation: Pick<Reconciliation, 'health'>) {
  return { 'providers.health': async () => reconciliation.health() }
}
