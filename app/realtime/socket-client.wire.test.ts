/** The socket client against a real WebSocket server on this machine: heals from a dropped and from a dead connection. */
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { inspectMessage } from './inspect-message'
import { createSocketClient, type SocketLike } from './socket-client'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

async function createWire() {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' })
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  const logins: string[] = []
  server.on('connection', (socket) => {
    let seq = 0
    socket.on('message', (raw) => {
      const message = JSON.parse(String(raw)) as { event: string; topic?: string; token?: string }
      if (message.event === 'ping') socket.send(JSON.stringify({ event: 'pong', ts: Date.now() }))
      if (message.event === 'login') {
        logins.push(message.token ?? '')
        socket.send(JSON.stringify({ event: 'login', code: 1, msg: '' }))
      }
      if (message.event === 'sub') {
        socket.send(JSON.stringify({ event: 'sub', code: 1, msg: '', topic: message.topic }))
        socket.send(JSON.stringify({ topic: message.topic, seq: ++seq, ts: Date.now(), snapshot: true, data: [] }))
      }
    })
  })
  let tickets = 0
  const client = createSocketClient({
    openSocket: () => new WebSocket(`ws://127.0.0.1:${port}`) as unknown as SocketLike,
    fetchTicket: async () => ({ ticket: `t${++tickets}` }),
    inspect: inspectMessage,
    now: () => performance.now(),
    setTimer: (run, delayMs) => setTimeout(run, delayMs),
    clearTimer: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
    random: () => 0.1,
  })
  closers.push(() => {
    client.stop()
    server.close()
  })
  return { server, client, logins }
}

async function until(check: () => boolean, what: string) {
  const deadline = Date.now() + 5_000
  while (!check()) {
    if (Date.now() > deadline) throw new Error(`waited in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

test('a dropped connection heals: new ticket, topics asked for again, snapshot heard again', async () => {
  const { server, client, logins } = await createWire()
  let snapshots = 0
  client.subscribe('DAY_MARKET', (push) => {
    if (push.snapshot) snapshots += 1
  })
  client.changeTrader('7')
  client.start()
  await until(() => snapshots === 1 && logins.length === 1, 'the first snapshot')
  for (const socket of server.clients) socket.terminate()
  await until(() => snapshots === 2 && logins.length === 2, 'the snapshot after the loss')
  expect(client.status().state).toBe('live')
  expect(logins).toEqual(['t1', 't2'])
  await until(() => client.status().latencyMs !== null, 'a pong')
})

test('signing out while the handshake runs leaves one clean connection', async () => {
  const { server, client, logins } = await createWire()
  client.changeTrader('7')
  client.start()
  client.changeTrader(null)
  await until(() => client.status().state === 'live', 'the connection')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(server.clients.size).toBe(1)
  expect(logins).toEqual([])
})
