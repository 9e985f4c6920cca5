/** The acceptor's side: a port at which peers log on, each of a known name and once at a time. */
import { createServer as createTcp, type Server, type Socket } from 'node:net'
import { createServer as createTls } from 'node:tls'
import type { FixMessage } from './fix-message'
import { type FixSession, openFixSession, type SessionEvents, type SessionOptions } from './fix-session'
import { FrameReader } from './frame-reader'
import { carrySession, socketWire } from './session-socket'
import { MsgType, Tag } from './tags'

/** What is known of one who may log on. */
interface KnownPeer {
  readonly session: SessionOptions
  readonly events: SessionEvents
}

interface ListenerOptions {
  readonly host: string
  /** 0: any that is free. */
  readonly port: number
  /** PEM texts; null for connections in the clear. */
  readonly tls: { readonly cert: string; readonly key: string } | null
  /** Null for a Logon of somebody unknown: the connection ends without a word. `session` is there when the logon was accepted. */
  find(logon: FixMessage, session: () => FixSession): KnownPeer | null
}

export interface FixListener {
  readonly port: number
  /** Cuts every connection at once, as a network does. */
  cut(): void
  /** Logs everybody out. */
  close(): Promise<void>
}

const FIRST_MESSAGE_MS = 10_000

export async function listenFix(options: ListenerOptions): Promise<FixListener> {
  const sockets = new Set<Socket>()
  const sessions = new Map<string, FixSession>()
  /** Names that are logged on or about to be, up to the moment at which what they sent has been kept. */
  const taken = new Set<string>()
  const accept = (socket: Socket): void => {
    sockets.add(socket)
    socket.setNoDelay(true)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    void welcome(socket, options, sessions, taken).catch(() => socket.destroy())
  }
  const server: Server = options.tls === null ? createTcp(accept) : createTls(options.tls, accept)
  server.on('tlsClientError', () => {})
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(options.port, options.host, resolve)
  })
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    cut() {
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const session of sessions.values()) session.logout()
      const timer = setTimeout(() => {
        for (const socket of sockets) socket.destroy()
      }, 2_000)
      await closed
      clearTimeout(timer)
    },
  }
}

async function welcome(socket: Socket, options: ListenerOptions, sessions: Map<string, FixSession>, taken: Set<string>): Promise<void> {
  const reader = new FrameReader()
  const early = await firstMessages(socket, reader)
  const [logon] = early
  const name = `${logon?.text(Tag.SenderCompID)}→${logon?.text(Tag.TargetCompID)}`
  let session: FixSession | null = null
  const peer =
    logon?.type === MsgType.Logon && !taken.has(name)
      ? options.find(logon, () => {
          if (session === null) throw new Error('the session is not open yet')
          return session
        })
      : null
  if (peer === null) {
    socket.destroy()
    return
  }
  taken.add(name)
  const events: SessionEvents = {
    ...peer.events,
    closed(reason) {
      sessions.delete(name)
      void session?.settle().then(() => taken.delete(name))
      peer.events.closed(reason)
    },
  }
  try {
    session = await openFixSession(peer.session, events, socketWire(socket), 0)
  } catch (error) {
    taken.delete(name)
    throw error
  }
  sessions.set(name, session)
  carrySession(socket, reader, session, early)
}

/** What comes up to the end of the first message; the rest waits in the socket. */
function firstMessages(socket: Socket, reader: FrameReader): Promise<FixMessage[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('nobody logged on')), FIRST_MESSAGE_MS)
    const stop = (): void => {
      clearTimeout(timer)
      socket.off('data', hear)
      socket.pause()
    }
    const hear = (chunk: Buffer): void => {
      const messages = reader.push(chunk)
      if (messages.length === 0) return
      stop()
      resolve(messages)
    }
    socket.on('data', hear)
    socket.once('close', () => {
      stop()
      reject(new Error('the connection was closed'))
    })
  })
}
