/** Answers an upgrade that is refused, while the connection still speaks HTTP. */
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'

export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.on('error', () => {})
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
  setTimeout(() => socket.destroy(), 1_000).unref()
}
