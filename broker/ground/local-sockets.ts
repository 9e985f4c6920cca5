/** Sockets of this machine: whether somebody listens, and where nobody does. */
import { type AddressInfo, connect, createServer } from 'node:net'

/** True when a living server stands behind the socket file. */
export function isAnswered(file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = connect(file)
    probe.once('connect', () => {
      probe.destroy()
      resolve(true)
    })
    probe.once('error', () => resolve(false))
  })
}

/** A port of loopback that was free a moment ago. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as AddressInfo
      probe.close(() => resolve(port))
    })
  })
}
