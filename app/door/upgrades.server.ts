/** WebSocket upgrades: only `/v1/ws`, only on a host of ours, and only while an embedded broker is there to take them. */
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { takeClientAddress } from './forwarding.server'
import { type HostMap, namesTwoHosts } from './hosts.server'
import { ANOTHER_NODE, mayAskAnother } from './standing-by.server'

export interface UpgradeOptions {
  readonly hosts: HostMap
  readonly handle: ((req: IncomingMessage, socket: Duplex, head: Buffer, clientAddress: string) => void) | null
  readonly isClosing: () => boolean
  /** True while another node serves; left out: never. */
  readonly standsBy?: () => boolean
  /** False where sockets are left to other nodes. */
  readonly takesSockets?: boolean | undefined
  readonly trustedProxies: ReadonlySet<string>
}

function refuse(socket: Duplex, status: string, header = ''): void {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n${header}Content-Length: 0\r\n\r\n`)
}

export function acceptUpgrades(
  server: Server,
  { hosts, handle, isClosing, standsBy, takesSockets = true, trustedProxies }: UpgradeOptions,
): void {
  server.on('upgrade', (req, socket, head) => {
    socket.on('error', () => socket.destroy())
    const clientAddress = takeClientAddress(req, trustedProxies)
    const path = (req.url ?? '').split('?')[0]
    const site = hosts.siteOf(req.headers.host)
    if (namesTwoHosts(req)) return refuse(socket, '400 Bad Request')
    if (site === null) return refuse(socket, '421 Misdirected Request')
    // A company whose broker is elsewhere has its socket there.
    const isElsewhere = 'tenant' in site && site.tenant?.brokerOrigin !== undefined
    if (path !== '/v1/ws' || handle === null || isElsewhere) return refuse(socket, '404 Not Found')
    if (isClosing()) return refuse(socket, '503 Service Unavailable')
    if (standsBy?.() === true || !takesSockets) return refuse(socket, '503 Service Unavailable', anotherNodeHeader(req))
    handle(req, socket, head, clientAddress)
  })
}

function anotherNodeHeader(req: IncomingMessage): string {
  return mayAskAnother(req) ? `${ANOTHER_NODE.name}: ${ANOTHER_NODE.value}\r\n` : ''
}
