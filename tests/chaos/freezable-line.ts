/** A line to PostgreSQL that can be frozen: it stays open and nothing gets through, in either direction, as when a network is cut. */
import { connect, createServer, type Server, type Socket } from 'node:net'

export class FreezableLine {
  private readonly sockets = new Set<Socket>()
  private isFrozen = false

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async open(target: string, port: number): Promise<FreezableLine> {
    const { hostname, port: targetPort } = new URL(target)
    const server = createServer()
    const line = new FreezableLine(server, Object.assign(new URL(target), { hostname: '127.0.0.1', port: String(port) }).href)
    server.on('connection', (near) => {
      const far = connect(Number(targetPort || 5432), hostname)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        line.sockets.add(one)
        one.on('error', () => other.destroy())
        one.on('close', () => {
          line.sockets.delete(one)
          // What is closed behind a cut is not seen before it.
          if (!line.isFrozen) other.destroy()
        })
        one.on('data', (data) => line.isFrozen || other.write(data))
      }
      if (line.isFrozen) far.destroy()
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return line
  }

  freeze(): void {
    this.isFrozen = true
  }

  /** What was open during the cut is lost, as when a network comes back. */
  thaw(): void {
    this.isFrozen = false
    for (const socket of this.sockets) socket.destroy()
  }

  close(): void {
    this.thaw()
    this.server.close()
  }
}
