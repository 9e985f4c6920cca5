/** The acceptor's rows of the session table: who may log on, and what is sent again. */
import { afterEach, beforeEach, expect, test } from 'vitest'
import { dialFixPort, type FixPeer, pause } from '../../tests/fixtures/fix-peer'
import { type FixListener, listenFix } from './fix-listener'
import type { FixSession } from './fix-session'
import { type FixStore, memoryFixStore } from './session-store'
import { MsgType, Tag } from './tags'

const clock = { now: () => Date.now(), monotonic: () => performance.now() }

let listener: FixListener
let store: FixStore
let session: FixSession | null
let received: string[]
let peers: FixPeer[]

beforeEach(async () => {
  store = memoryFixStore()
  session = null
  received = []
  peers = []
  listener = await listenFix({
    host: '127.0.0.1',
    port: 0,
    tls: null,
    find(logon, own) {
      if (logon.text(Tag.SenderCompID) !== 'PEER') return null
      const judge = (): string | null => (logon.text(Tag.Password) === 'open' ? null : 'wrong password')
      const parties = { us: 'CANDOR', them: 'PEER' }
      return {
        session: { parties, store, clock, hears: new Set(['D']), resends: new Set(['8']), logon: { role: 'acceptor', judge } },
        events: {
          opened() {
            session = own()
          },
          received: (message) => void received.push(`${message.type}${message.text(Tag.MsgSeqNum)}`),
          heard() {},
          holed() {},
          mended() {},
          closed() {
            session = null
          },
        },
      }
    },
  })
})
afterEach(async () => {
  for (const peer of peers) peer.cut()
  await listener.close()
})

async function dial(seq = 1): Promise<FixPeer> {
  const peer = await dialFixPort(listener.port)
  peer.nextSeq = seq
  peers.push(peer)
  return peer
}

test('1S: a valid Logon is answered with the heartbeat it asks for', async () => {
  const peer = await dial()
  peer.say('A', '98=0|108=7|554=open')
  expect(await peer.hear('A')).toMatchObject({ '34': '1', '108': '7', '49': 'CANDOR', '56': 'PEER' })
})

test('1S: what follows the Logon in the same breath is heard', async () => {
  const peer = await dial()
  peer.say('A', '98=0|108=7|554=open')
  peer.say('D', '11=1')
  await expect.poll(() => received).toEqual(['D2'])
})

test('1S: a Logon with a number too high is answered, and what is missing asked for', async () => {
  const peer = await dial(5)
  peer.say('A', '98=0|108=7|554=open')
  await peer.hear('A')
  expect(await peer.hear('2')).toMatchObject({ '7': '1', '16': '0' })
})

test('1S: somebody unknown, and whoever begins with anything else, is left without a word', async () => {
  const stranger = await dial()
  stranger.say('A', '98=0|108=7|554=open', { from: 'OTHER' })
  await stranger.hearsEnd()
  const early = await dial()
  early.say('0')
  await early.hearsEnd()
  expect([...stranger.heard, ...early.heard]).toEqual([])
})

test('1S: a second connection in the same name is refused, and the first stays', async () => {
  const first = await dial()
  first.say('A', '98=0|108=7|554=open')
  await first.hear('A')
  const second = await dial()
  second.say('A', '98=0|108=7|554=open')
  await second.hearsEnd()
  expect(second.heard).toEqual([])
  first.say('1', '112=there?')
  expect((await first.hear('0'))['112']).toBe('there?')
})

test('1S: a wrong password is told', async () => {
  const peer = await dial()
  peer.say('A', '98=0|108=7|554=shut')
  expect((await peer.hear('5'))['58']).toBe('wrong password')
  await peer.hearsEnd()
})

test('1S: a Logon that resets begins with 1 on both sides', async () => {
  await store.restart({ nextIn: 9, nextOut: 12, startedAt: Date.now() })
  const peer = await dial()
  peer.say('A', '98=0|108=7|554=open|141=Y')
  expect(await peer.hear('A')).toMatchObject({ '34': '1', '141': 'Y' })
  expect(await store.load()).toMatchObject({ nextOut: 2 })
})

test('8: what was sent into a lost line is sent again at the next logon, marked, between gap fills', async () => {
  const peer = await dial()
  peer.say('A', '98=0|108=7|554=open')
  await peer.hear('A')
  const send = (id: string) =>
    session?.send([
      [Tag.MsgType, MsgType.ExecutionReport],
      [Tag.ExecID, id],
    ])
  await send('E1')
  await send('E2')
  const first = await peer.hear('8')
  peer.cut()
  await expect.poll(() => store.load()).toMatchObject({ nextIn: 2, nextOut: 4 })
  await pause(20)
  const again = await dial(2)
  again.say('A', '98=0|108=7|554=open')
  expect((await again.hear('A'))['34']).toBe('4')
  again.say('2', '7=1|16=0')
  expect(await again.hear('4')).toMatchObject({ '34': '1', '36': '2' })
  expect(await again.hear('8')).toMatchObject({ '34': '2', '17': 'E1', '43': 'Y', '122': first['52'] })
  expect(await again.hear('8')).toMatchObject({ '34': '3', '17': 'E2', '43': 'Y' })
  expect(await again.hear('4')).toMatchObject({ '34': '4', '36': '5' })
})
