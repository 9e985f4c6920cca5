/** What the door needs of an embedded broker, and nothing more: it is reached by web requests and by socket upgrades. */
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { BrandFollower } from '../../contract/in-process'

/** How a broker in this process is doing: plain numbers, no trader named. */
export interface BrokerFigures {
  readonly sockets: number
  /** How this node and others hear each other: messages and gaps since the start. */
  readonly bus: {
    readonly isConnected: boolean
    readonly others: readonly { readonly isHeard: boolean }[]
    readonly sent: number
    readonly heard: number
    readonly unsent: number
    readonly dropped: number
    readonly gaps: number
  }
  readonly ticks: { readonly source: string; readonly accepted: number; readonly refused: Readonly<Record<string, number>> }
  /** Of instruments whose market is open; null before the first quote. */
  readonly quotes: readonly { readonly code: string; readonly ageMs: number | null }[]
  readonly orders: readonly { readonly tenantId: string; readonly event: string; readonly count: number }[]
  readonly queues: readonly { readonly queue: string; readonly length: number }[]
  readonly store: { readonly connections: number; readonly transactions: number }
  readonly sealAgeMs: number
  /** Of providers that copy their reports or write statements. */
  readonly books: readonly {
    readonly provider: string
    readonly copies: 'none' | 'down' | 'live'
    readonly lastCopyAt: number | null
    readonly gaps: number
    readonly statement: string | null
  }[]
  /** Of companies whose public log has witnesses. */
  readonly logs: readonly {
    readonly tenantId: string
    readonly witnesses: readonly { readonly isBehind: boolean }[]
    readonly quorumAgeMs: number
  }[]
  /** With an open order whose stops nobody watches. */
  readonly unwatchedAccounts: number
}

export interface BrokerHandle {
  fetch(request: Request, facts?: { clientAddress: string; company?: string | undefined }): Promise<Response>
  handleUpgrade(req: IncomingMessage, socket: Duplex, head: Buffer, facts?: { clientAddress: string }): void
  /** Who may sign in at the desk of a demonstration; the password as long as it was not changed. */
  readonly demoLogins?: readonly { readonly name: string; readonly password: string | null }[]
  /** Hears of brands that come, change and go. */
  readonly brands?: BrandFollower
  ready(): Promise<boolean>
  /** False while another node serves the same store and this one only waits. Left out: it always serves. */
  isServing?(): boolean
  /** Hears each time that it has begun to serve, also if it serves already. */
  whenServing?(listener: () => void): void
  figures?(): Promise<BrokerFigures>
  close(): Promise<void>
}
