/**
 * A phone line in a bad place: what the site sends comes late and slowly, over all connections together. A port of its own before
 * the site's, because Chromium's own slow network now and then stops for good in the middle of a page.
 */
import { createServer, connect as open, type Socket } from 'node:net'

interface Line {
  readonly latencyMs: number
  readonly bytesPerSecond: number
}

/** Several answers on their way at once share the line piece by piece. */
const PIECE_BYTES = 4_096

/** Runs what is told to it in the order in which it was told, each when its bytes have come through. */
function pieceByPiece({ latencyMs, bytesPerSecond }: Line): (bytes: number, run: () => void) => void {
  const waiting: { readonly at: number; readonly run: () => void }[] = []
  let freeAt = 0
  const deliver = () => {
    for (let next = waiting[0]; next !== undefined; next = waiting[0]) {
      const early = next.at - performance.now()
      if (early > 0) {
        setTimeout(deliver, early)
        return
      }
      waiting.shift()
      next.run()
    }
  }
  return (bytes, run) => {
    freeAt = Math.max(freeAt, performance.now()) + (bytes / bytesPerSecond) * 1_000
    waiting.push({ at: freeAt + latencyMs, run })
    if (waiting.length === 1) deliver()
  }
}

/** Listens on a port of its choice until it is closed; passes everything on to `sitePort`. */
export async function openSlowLine(sitePort: number, { latencyMs, bytesPerSecond }: Line): Promise<{ port: number; close(): void }> {
  const sockets = new Set<Socket>()
  const after = pieceByPiece({ latencyMs, bytesPerSecond })
  const server = createServer((browser) => {
    const site = open(sitePort, '127.0.0.1')
    for (const socket of [browser, site]) {
      sockets.add(socket)
      // The other end may leave in the middle of a page.
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    browser.pipe(site)
    site.on('data', (chunk: Buffer) => {
      for (let start = 0; start < chunk.byteLength; start += PIECE_BYTES) {
        const piece = chunk.subarray(start, start + PIECE_BYTES)
        after(piece.byteLength, () => browser.write(piece))
      }
    })
    site.on('end', () => after(0, () => browser.end()))
    browser.on('close', () => site.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the line has no port')
  return {
    port: address.port,
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
