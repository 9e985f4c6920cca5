/** What the door needs of an embedded broker, and nothing more: it is reached by web requests and by socket upgrades. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

export interface BrokerHandle {
  fetch(request: Request, facts?: { clientAddress: string }): Promise<Response>
  handleUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer, facts?: { clientAddress: string }): void
  ready(): Promise<boolean>
  close(): Promise<void>
}
