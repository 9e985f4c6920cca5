/** What the door needs of an embedded broker, and nothing more: it is reached by web requests and by socket upgrades. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

export interface BrokerHandle {
  fetch(request: Request, facts?: { clientAddress: string }): Promise<Response>
  handleUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer, facts?: { clientAddress: string }): void
  /** Who may sign in at the desk of a demonstration; the password as long as it was not changed. */
  readonly demoLogins?: readonly { readonly name: string; readonly password: string | null }[]
  ready(): Promise<boolean>
  close(): Promise<void>
}
