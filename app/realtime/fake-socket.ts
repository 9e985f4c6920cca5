/** A broker's socket for tests: hands out scripted connections and keeps what the page has sent on each. */
import type { SocketLike } from './socket-client'

interface FakeConnection extends SocketLike {
  readonly sent: Record<string, string>[]
  readonly isClosed: boolean
  open(): void
  say(message: unknown): void
  /** The other end goes away. */
  drop(): void
}

export function createFakeBroker() {
  const connections: FakeConnection[] = []
  function openSocket(): SocketLike {
    const sent: Record<string, string>[] = []
    let readyState = 0
    const socket: FakeConnection = {
      get readyState() {
        return readyState
      },
      get isClosed() {
        return readyState === 3
      },
      sent,
      onopen: null,
      onmessage: null,
      onclose: null,
      onerror: null,
      send: (text) => void sent.push(JSON.parse(text) as Record<string, string>),
      close() {
        readyState = 3
      },
      open() {
        readyState = 1
        socket.onopen?.({} as never)
      },
      say: (message) => socket.onmessage?.({ data: typeof message === 'string' ? message : JSON.stringify(message) } as never),
      drop() {
        readyState = 3
        socket.onclose?.({} as never)
      },
    }
    connections.push(socket)
    return socket
  }
  return {
    openSocket,
    connections,
    get last(): FakeConnection {
      const socket = connections.at(-1)
      if (!socket) throw new Error('nothing has connected yet')
      return socket
    },
  }
}
