/** A session on a socket: its bytes, its time, its end. */
import type { Socket } from 'node:net'
import type { FixMessage } from './fix-message'
import type { FixSession } from './fix-session'
import type { FrameReader } from './frame-reader'
import type { Wire } from './outbound-messages'

const TICK_MS = 200
const LAST_WORDS_MS = 1_000
/** A peer that does not read is let go before it takes the memory of the process. */
const MAX_UNWRITTEN = 16 * 1024 * 1024

export function socketWire(socket: Socket): Wire {
  return {
    write(bytes) {
      if (socket.destroyed || !socket.writable) return false
      if (socket.writableLength > MAX_UNWRITTEN) {
        socket.destroy(new Error('the peer does not read'))
        return false
      }
      socket.write(bytes)
      return true
    },
    end() {
      socket.end()
      setTimeout(() => socket.destroy(), LAST_WORDS_MS).unref()
    },
  }
}

/** Feeds the session until the socket is closed; `early` came before there was one. */
export function carrySession(socket: Socket, reader: FrameReader, session: FixSession, early: readonly FixMessage[] = []): void {
  let failure = 'the connection was closed'
  const timer = setInterval(() => session.tick(), TICK_MS)
  const hear = (messages: readonly FixMessage[]): void => {
    for (const message of messages) session.receive(message)
  }
  socket.on('data', (chunk: Buffer) => hear(reader.push(chunk)))
  socket.on('error', (error) => {
    failure = error.message
  })
  socket.once('close', () => {
    clearInterval(timer)
    session.wireClosed(failure)
  })
  if (socket.destroyed) {
    clearInterval(timer)
    session.wireClosed(failure)
  }
  hear(early)
  socket.resume()
}
