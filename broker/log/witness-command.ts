/** What the command on the machine is told of how the witnesses of the companies' logs stand. */
import type { Cosignatures } from './gather-cosignatures'

export function witnessCommands(cosignatures: Pick<Cosignatures, 'health'>) {
  return { 'witnesses.health': async () => cosignatures.health() }
}
