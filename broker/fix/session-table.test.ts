/**
 * The session table of FIX 4.4, volume 2 ("test cases and expected behaviours"), row by row, against our initiator over TCP. The peer
 * is written here as text.
 */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type FixPeer, type FixPort, fixText, fixTime, openFixPort, pause, type SaidOptions } from '../../tests/fixtures/fix-peer'
import { silent } from '../ground/logger'
import { FixLine, type FixPeer as PeerLetter } from './fix-line'
import type { FixMessage } from './fix-message'
import { type FixStore, memoryFixStore } from './session-store'
import { MsgType, Tag } from './tags'

const clock = { now: () => Date.now(), monotonic: () => performance.now() }
const DUP = `43=Y|122=${fixTime(Date.now() - 60_000)}`

let port: FixPort
let store: FixStore
let line: FixLine | undefined
let received: string[]
let told: string[]
let take: (message: FixMessage) => void | Promise<void>

beforeEach(async () => {
  port = await openFixPort()
  store = memoryFixStore()
  received = []
  told = []
  take = (message) => {
    received.push(`${message.type}${message.text(Tag.MsgSeqNum)}`)
  }
})
afterEach(async () => {
  await Promise.all([line?.close(), port.close()])
  line = undefined
})

function openLine(changes: Partial<PeerLetter> = {}): FixLine {
  const letter: PeerLetter = {
    host: '127.0.0.1',
    port: port.port,
    tls: null,
    parties: { us: 'CANDOR', them: 'PEER' },
    username: 'someone',
    password: 'secret',
    heartbeatSeconds: 30,
    resetsAtLogon: false,
    times: null,
    ...changes,
  }
  line = new FixLine('test', letter, { store, clock, random: () => 0, logger: silent }, [MsgType.MarketDataSnapshot], {
    opened: () => told.push('opened'),
    received: (message) => take(message),
    heard: () => {},
    holed: () => told.push('holed'),
    mended: () => told.push('mended'),
    closed: (reason) => told.push(`closed: ${reason}`),
  })
  line.start()
  return line
}

/** Logged on; the peer's next number is 2. */
async function logOn(changes: Partial<PeerLetter> = {}): Promise<FixPeer> {
  openLine(changes)
  const peer = await port.meet()
  await peer.hear('A')
  peer.say('A', '98=0|108=30')
  await expect.poll(() => line?.isOpen).toBe(true)
  return peer
}

/** It is still there and expects this number. */
async function expectsNext(peer: FixPeer, seq: number): Promise<void> {
  peer.say('1', '112=there?', { seq })
  expect((await peer.hear('0'))['112']).toBe('there?')
  await peer.hearsNo('2', 30)
}

describe('1. logon', () => {
  test('1B a, b: the first message is a Logon with number, name and heartbeat', async () => {
    openLine()
    const peer = await port.meet()
    expect(await peer.hear('A')).toMatchObject({ '8': 'FIX.4.4', '34': '1', '98': '0', '108': '30', '553': 'someone', '554': 'secret' })
  })

  test('1B c: a valid answer opens the session', async () => {
    const peer = await logOn()
    expect(told).toEqual(['opened'])
    await expectsNext(peer, 2)
  })

  test('1B c: an answer with a number too high opens it, and what is missing is asked for', async () => {
    openLine()
    const peer = await port.meet()
    await peer.hear('A')
    peer.say('A', '98=0|108=30', { seq: 5 })
    expect(await peer.hear('2')).toMatchObject({ '7': '1', '16': '0' })
    expect(told).toEqual(['opened', 'holed'])
    peer.say('4', '123=Y|36=6', { seq: 1, head: DUP })
    await expectsNext(peer, 6)
    expect(told).toEqual(['opened', 'holed', 'mended'])
  })

  test('an answer with a number too low ends it with a reason', async () => {
    await store.restart({ nextIn: 10, nextOut: 4, startedAt: Date.now() })
    openLine()
    const peer = await port.meet()
    expect((await peer.hear('A'))['34']).toBe('4')
    peer.say('A', '98=0|108=30', { seq: 3 })
    expect((await peer.hear('5'))['58']).toBe('MsgSeqNum too low, expecting 10 but received 3')
    await peer.hearsEnd()
  })

  test.each<[string, string, SaidOptions]>([
    ['without HeartBtInt', '98=0', {}],
    ['of another party', '98=0|108=30', { from: 'OTHER' }],
    ['of another version', '98=0|108=30', { version: 'FIX.4.2' }],
    ['from long ago', '98=0|108=30', { time: '20200101-00:00:00' }],
  ])('1B d: an answer %s ends it with a Logout', async (_, fields, options) => {
    openLine()
    const peer = await port.meet()
    await peer.hear('A')
    peer.say('A', fields, options)
    await peer.hear('5')
    await peer.hearsEnd()
    expect(told).not.toContain('opened')
  })

  test('1B e: any other message before the Logon ends it with a Logout', async () => {
    openLine()
    const peer = await port.meet()
    await peer.hear('A')
    peer.say('0')
    expect((await peer.hear('5'))['58']).toBe('the first message is not a Logon')
    await peer.hearsEnd()
  })

  test('a refusal is told with its words, and the next attempt goes on with the numbers', async () => {
    openLine()
    const peer = await port.meet()
    await peer.hear('A')
    peer.say('5', '58=wrong password')
    await peer.hearsEnd()
    expect(told).toEqual(['closed: the logon was refused: wrong password'])
    const again = await port.meet()
    expect((await again.hear('A'))['34']).toBe('2')
    again.say('A', '98=0|108=30', { seq: 2 })
    await expectsNext(again, 3)
  })

  test('a peer that waits for a higher number, because our store is an older copy, gets it', async () => {
    openLine()
    const peer = await port.meet()
    await peer.hear('A')
    peer.say('5', '58=MsgSeqNum too low, expecting 40 but received 1')
    await peer.hearsEnd()
    expect((await (await port.meet()).hear('A'))['34']).toBe('40')
  })

  test('a session that resets begins with 1 on both sides at each logon', async () => {
    await store.restart({ nextIn: 10, nextOut: 4, startedAt: Date.now() })
    openLine({ resetsAtLogon: true })
    const peer = await port.meet()
    expect(await peer.hear('A')).toMatchObject({ '34': '1', '141': 'Y' })
    peer.say('A', '98=0|108=30|141=Y')
    await expectsNext(peer, 2)
  })

  test('a reset that only the peer wants is followed', async () => {
    await store.restart({ nextIn: 10, nextOut: 4, startedAt: Date.now() })
    openLine()
    const peer = await port.meet()
    await peer.hear('A')
    peer.say('A', '98=0|108=30|141=Y', { seq: 1 })
    peer.say('1', '112=x', { seq: 2 })
    expect((await peer.hear('0'))['34']).toBe('2')
  })
})

describe('2. header', () => {
  test('a: the expected number is taken', async () => {
    const peer = await logOn()
    peer.say('W', '55=EURUSD')
    await expect.poll(() => received).toEqual(['W2'])
  })

  test('b: a number too high asks for what is missing, once, and hands on in order, each once', async () => {
    const peer = await logOn()
    peer.say('W', '55=EURUSD', { seq: 4 })
    peer.say('W', '55=EURUSD', { seq: 5 })
    expect(await peer.hear('2')).toMatchObject({ '7': '2', '16': '0' })
    await peer.hearsNo('2')
    expect(received).toEqual([])
    for (const seq of [2, 3, 4, 5]) peer.say('W', '55=EURUSD', { seq, head: DUP })
    peer.say('W', '55=EURUSD', { seq: 6 })
    await expect.poll(() => received).toEqual(['W2', 'W3', 'W4', 'W5', 'W6'])
    expect(told).toEqual(['opened', 'holed', 'mended'])
  })

  test('c: a number too low without PossDup ends it with the numbers', async () => {
    const peer = await logOn()
    peer.say('0')
    peer.say('W', '55=EURUSD', { seq: 2 })
    expect((await peer.hear('5'))['58']).toBe('MsgSeqNum too low, expecting 3 but received 2')
    await peer.hearsEnd()
    expect(received).toEqual([])
  })

  test('e: a number too low with PossDup was there already', async () => {
    const peer = await logOn()
    peer.say('W', '55=EURUSD')
    peer.say('W', '55=EURUSD', { seq: 2, head: DUP })
    await expectsNext(peer, 3)
    expect(received).toEqual(['W2'])
  })

  test('f: OrigSendingTime after SendingTime is rejected', async () => {
    const peer = await logOn()
    peer.say('W', '55=EURUSD', { head: `43=Y|122=${fixTime(Date.now() + 60_000)}` })
    expect(await peer.hear('3')).toMatchObject({ '45': '2', '373': '10' })
    await expectsNext(peer, 3)
    expect(received).toEqual([])
  })

  test('g: PossDup without OrigSendingTime is rejected', async () => {
    const peer = await logOn()
    peer.say('W', '55=EURUSD', { head: '43=Y' })
    expect(await peer.hear('3')).toMatchObject({ '45': '2', '371': '122', '373': '1' })
    await expectsNext(peer, 3)
  })

  test('i: another BeginString ends it', async () => {
    const peer = await logOn()
    peer.say('0', '', { version: 'FIX.4.2' })
    expect((await peer.hear('5'))['58']).toContain('BeginString')
    await peer.hearsEnd()
  })

  test.each<[string, SaidOptions]>([
    ['sender', { from: 'OTHER' }],
    ['target', { to: 'OTHER' }],
  ])('k: another %s is rejected and ends it', async (_, options) => {
    const peer = await logOn()
    peer.say('W', '55=EURUSD', options)
    expect(await peer.hear('3')).toMatchObject({ '45': '2', '373': '9' })
    await peer.hear('5')
    await peer.hearsEnd()
    expect(received).toEqual([])
  })

  test('o: SendingTime far from now is rejected and ends it', async () => {
    const peer = await logOn()
    peer.say('W', '55=EURUSD', { time: fixTime(Date.now() - 600_000) })
    expect(await peer.hear('3')).toMatchObject({ '45': '2', '371': '52', '373': '10' })
    await peer.hear('5')
    await peer.hearsEnd()
    expect(received).toEqual([])
  })

  test('q: a type that is none is rejected', async () => {
    const peer = await logOn()
    peer.say('ZZ')
    expect(await peer.hear('3')).toMatchObject({ '45': '2', '372': 'ZZ', '373': '11' })
    await expectsNext(peer, 3)
  })

  test('r: a type that we do not support is refused as business', async () => {
    const peer = await logOn()
    peer.say('D', '11=1')
    expect(await peer.hear('j')).toMatchObject({ '45': '2', '372': 'D', '380': '3' })
    await expectsNext(peer, 3)
  })

  test('a message without a number ends it', async () => {
    const peer = await logOn()
    peer.say('0', '', { seq: -1 })
    expect((await peer.hear('5'))['58']).toContain('MsgSeqNum')
    await peer.hearsEnd()
  })

  test('a message without SendingTime is rejected', async () => {
    const peer = await logOn()
    peer.say('0', '', { time: '' })
    expect(await peer.hear('3')).toMatchObject({ '371': '52', '373': '1' })
    await expectsNext(peer, 3)
  })
})

describe('2. and 3. what is garbled is left out, and its number brings it again', () => {
  test.each<[string, SaidOptions]>([
    ['m: the length too small', { lengthOff: -3 }],
    ['m: the length too large', { lengthOff: 5 }],
    ['3b: the checksum', { checksumOff: 1 }],
  ])('%s', async (_, options) => {
    const peer = await logOn()
    peer.say('W', '55=EURUSD', { seq: 2, ...options })
    peer.say('W', '55=EURUSD', { seq: 2 })
    await expect.poll(() => received).toEqual(['W2'])
    await expectsNext(peer, 3)
  })

  test.each([
    ['t: the third field is not the type', '8=FIX.4.4|9=5|34=2|10=147|'],
    ['no length', '8=FIX.4.4|35=0|34=2|10=001|'],
    ['a field without a number', '8=FIX.4.4|9=10|35=0|34=2||10=000|'],
    ['noise', 'GET / HTTP/1.1|8=FI|'],
  ])('%s', async (_, text) => {
    const peer = await logOn()
    peer.sayRaw(text)
    await expectsNext(peer, 2)
  })

  test('a message in pieces of one byte is whole', async () => {
    const peer = await logOn()
    for (const letter of fixText('W', '55=EURUSD', { seq: 2 })) peer.sayRaw(letter)
    await expect.poll(() => received).toEqual(['W2'])
  })
})

describe('4. to 6. heartbeats', () => {
  test('4a, 6: a silent peer hears heartbeats, is asked, and is given up when it does not answer', async () => {
    const peer = await logOn({ heartbeatSeconds: 1 })
    await peer.hear('0')
    expect((await peer.hear('1'))['112']).toMatch(/\S/)
    await peer.hearsEnd()
    expect(told.at(-1)).toBe('closed: no answer to a test request')
  })

  test('5: an answered test request keeps the session', async () => {
    const peer = await logOn({ heartbeatSeconds: 1 })
    for (let asked = 0; asked < 3; asked++) peer.say('0', `112=${(await peer.hear('1'))['112']}`)
    expect(peer.isClosed).toBe(false)
  })

  test('4b: a test request is answered with its words, and one without words is rejected', async () => {
    const peer = await logOn()
    peer.say('1', '112=hello')
    expect((await peer.hear('0'))['112']).toBe('hello')
    peer.say('1')
    expect(await peer.hear('3')).toMatchObject({ '45': '3', '371': '112', '373': '1' })
    await expectsNext(peer, 4)
  })
})

describe('8. resend requests', () => {
  test('administrative messages and all that is stale are gap-filled, up to the newest', async () => {
    const peer = await logOn()
    await line?.send([[Tag.MsgType, MsgType.NewOrderSingle]])
    peer.say('2', '7=1|16=0')
    expect(await peer.hear('4')).toMatchObject({ '34': '1', '36': '3', '43': 'Y', '123': 'Y' })
    await peer.hearsNo('D')
    expect(peer.heard.filter((message) => message['35'] === 'D')).toHaveLength(1)
  })

  test('what may be sent again is sent with its number, marked, between gap fills', async () => {
    const peer = await logOn()
    peer.say('D', '11=1')
    const refused = await peer.hear('j')
    peer.say('1', '112=x')
    await peer.hear('0')
    peer.say('2', '7=1|16=0')
    expect(await peer.hear('4')).toMatchObject({ '34': '1', '36': '2' })
    expect(await peer.hear('j')).toMatchObject({ '34': '2', '43': 'Y', '122': refused['52'], '45': '2', '380': '3' })
    expect(await peer.hear('4')).toMatchObject({ '34': '3', '36': '4' })
  })

  test('a part is sent for a part', async () => {
    const peer = await logOn()
    for (const word of ['a', 'b', 'c']) peer.say('1', `112=${word}`)
    await expect.poll(() => peer.heard.length).toBe(4)
    peer.say('2', '7=2|16=3')
    expect(await peer.hear('4')).toMatchObject({ '34': '2', '36': '4' })
    peer.say('2', '7=2|16=999999')
    expect(await peer.hear('4')).toMatchObject({ '34': '2', '36': '5' })
  })

  test.each(['7=9|16=0', '7=1', '7=0|16=0', '7=2|16=1', '7=x|16=0'])('%s is rejected', async (fields) => {
    const peer = await logOn()
    peer.say('2', fields)
    expect((await peer.hear('3'))['45']).toBe('2')
    await expectsNext(peer, 3)
  })

  test('20: both sides ask at once: each is answered, nobody asks again', async () => {
    const peer = await logOn()
    peer.say('W', '55=EURUSD', { seq: 4 })
    await peer.hear('2')
    peer.say('2', '7=1|16=0', { seq: 5 })
    expect(await peer.hear('4')).toMatchObject({ '34': '1', '36': '3' })
    await peer.hearsNo('2')
    for (const seq of [2, 3, 4]) peer.say('W', '55=EURUSD', { seq, head: DUP })
    peer.say('4', '123=Y|36=6', { seq: 5, head: DUP })
    await expectsNext(peer, 6)
    expect(received).toEqual(['W2', 'W3', 'W4'])
  })
})

describe('10. gap fills', () => {
  test('a: the expected number leads on', async () => {
    const peer = await logOn()
    peer.say('4', '123=Y|36=9')
    await expectsNext(peer, 9)
  })

  test('b: a number too high asks for what is missing', async () => {
    const peer = await logOn()
    peer.say('4', '123=Y|36=9', { seq: 5 })
    expect(await peer.hear('2')).toMatchObject({ '7': '2', '16': '0' })
    peer.say('4', '123=Y|36=9', { seq: 2, head: DUP })
    await expectsNext(peer, 9)
  })

  test('c: below the expected number with PossDup was there already', async () => {
    const peer = await logOn()
    peer.say('0')
    peer.say('4', '123=Y|36=7', { seq: 2, head: DUP })
    await expectsNext(peer, 3)
  })

  test('d: below the expected number without PossDup ends it', async () => {
    const peer = await logOn()
    peer.say('0')
    peer.say('4', '123=Y|36=7', { seq: 2 })
    expect((await peer.hear('5'))['58']).toContain('too low')
    await peer.hearsEnd()
  })

  test.each(['123=Y|36=2', '123=Y|36=1', '123=Y'])('e: one that leads nowhere (%s) is rejected', async (fields) => {
    const peer = await logOn()
    peer.say('4', fields)
    expect(await peer.hear('3')).toMatchObject({ '45': '2', '371': '36' })
    await expectsNext(peer, 3)
  })
})

describe('11. resets', () => {
  test('a: to a higher number, whatever its own number says', async () => {
    const peer = await logOn()
    peer.say('4', '36=20', { seq: 1 })
    await expectsNext(peer, 20)
    expect(told).toEqual(['opened', 'holed', 'mended'])
  })

  test('b: to the expected number changes nothing', async () => {
    const peer = await logOn()
    peer.say('4', '36=2|123=N', { seq: 7 })
    await expectsNext(peer, 2)
    expect(told).toEqual(['opened'])
  })

  test('c: to a lower number is rejected and takes no number', async () => {
    const peer = await logOn()
    peer.say('0')
    peer.say('4', '36=2', { seq: 3 })
    expect(await peer.hear('3')).toMatchObject({ '373': '5', '371': '36' })
    await expectsNext(peer, 3)
  })

  test('a hole that the peer gives up is closed', async () => {
    const peer = await logOn()
    peer.say('W', '55=EURUSD', { seq: 6 })
    await peer.hear('2')
    peer.say('4', '36=7', { seq: 7 })
    await expectsNext(peer, 7)
    expect(told).toEqual(['opened', 'holed', 'mended'])
  })

  test('a Logon that resets in the middle is answered and both begin with 1', async () => {
    const peer = await logOn()
    peer.say('0')
    peer.say('A', '98=0|108=30|141=Y', { seq: 1 })
    expect(await peer.hear('A')).toMatchObject({ '34': '1', '141': 'Y' })
    await expectsNext(peer, 2)
  })

  test('a second Logon without a reset ends it', async () => {
    const peer = await logOn()
    peer.say('A', '98=0|108=30')
    await peer.hear('5')
    await peer.hearsEnd()
  })
})

describe('12. and 13. logout', () => {
  test('12: ours is answered and the connection ends', async () => {
    const peer = await logOn()
    const closing = line?.close()
    await peer.hear('5')
    peer.say('5')
    await closing
    await peer.hearsEnd()
  })

  test('12: ours that is not answered ends all the same, within five seconds', async () => {
    const peer = await logOn()
    const startedAt = performance.now()
    await line?.close()
    expect(performance.now() - startedAt).toBeLessThan(5_500)
    await peer.hear('5')
  })

  test('13: that of the peer is answered, and its words are told', async () => {
    const peer = await logOn()
    peer.say('5', '58=end of day')
    await peer.hear('5')
    await peer.hearsEnd()
    expect(told.at(-1)).toBe('closed: end of day')
  })

  test('messages that come while we leave are still taken', async () => {
    const peer = await logOn()
    const closing = line?.close()
    await peer.hear('5')
    peer.say('W', '55=EURUSD')
    peer.say('5')
    await closing
    expect(received).toEqual(['W2'])
  })

  test('a Logout while messages are missing is answered when they have come', async () => {
    const peer = await logOn()
    peer.say('5', '', { seq: 4 })
    await peer.hear('2')
    await peer.hearsNo('5')
    for (const seq of [2, 3]) peer.say('W', '55=EURUSD', { seq, head: DUP })
    peer.say('4', '123=Y|36=5', { seq: 4, head: DUP })
    await peer.hear('5')
    await peer.hearsEnd()
    expect(received).toEqual(['W2', 'W3'])
  })

  test('and after two seconds when they never come', async () => {
    const peer = await logOn()
    peer.say('5', '', { seq: 4 })
    await peer.hear('5')
    await peer.hearsEnd()
  })
})

describe('14. fields', () => {
  test('a field without a value is rejected', async () => {
    const peer = await logOn()
    peer.say('W', '55=')
    expect(await peer.hear('3')).toMatchObject({ '45': '2', '371': '55', '373': '4' })
    await expectsNext(peer, 3)
    expect(received).toEqual([])
  })

  test('what the application misses is rejected by name', async () => {
    take = (message) => void message.needText(Tag.Symbol)
    const peer = await logOn()
    peer.say('W', '262=1')
    expect(await peer.hear('3')).toMatchObject({ '45': '2', '371': '55', '372': 'W', '373': '1' })
    await expectsNext(peer, 3)
  })

  test('a group with another count than it says is rejected', async () => {
    take = (message) => void message.group(Tag.NoMDEntries)
    const peer = await logOn()
    peer.say('W', '55=EURUSD|268=2|269=0|270=1')
    expect(await peer.hear('3')).toMatchObject({ '371': '268', '373': '16' })
  })
})

describe('numbers outlive the connection', () => {
  test('after a cut both sides go on', async () => {
    const peer = await logOn()
    peer.say('W', '55=EURUSD')
    await expect.poll(() => received).toEqual(['W2'])
    peer.cut()
    const again = await port.meet()
    expect((await again.hear('A'))['34']).toBe('2')
    again.say('A', '98=0|108=30', { seq: 3 })
    await expectsNext(again, 4)
    expect(told.filter((line) => line === 'holed')).toEqual([])
  })

  test('what was not taken in when the connection ended comes again', async () => {
    take = () => Promise.reject(new Error('the store does not answer'))
    const peer = await logOn()
    peer.say('W', '55=EURUSD')
    await peer.hearsEnd()
    take = (message) => void received.push(`again ${message.text(Tag.MsgSeqNum)}`)
    const again = await port.meet()
    await again.hear('A')
    again.say('A', '98=0|108=30', { seq: 3 })
    expect(await again.hear('2')).toMatchObject({ '7': '2' })
    again.say('W', '55=EURUSD', { seq: 2, head: DUP })
    await expect.poll(() => received).toEqual(['again 2'])
  })

  test('a number is kept before its message is written: a store that fails writes nothing', async () => {
    const peer = await logOn()
    store.keepOut = () => Promise.reject(new Error('no store'))
    await expect(line?.send([[Tag.MsgType, MsgType.NewOrderSingle]])).rejects.toThrow('no store')
    await peer.hearsEnd()
    expect(peer.heard.map((message) => message['35'])).not.toContain('D')
  })

  test('what cannot be written is refused, and not sent later', async () => {
    const peer = await logOn()
    peer.cut()
    await expect.poll(() => line?.isOpen).toBe(false)
    await expect(line?.send([[Tag.MsgType, MsgType.NewOrderSingle]])).rejects.toThrow()
    const again = await port.meet()
    await again.hear('A')
    again.say('A', '98=0|108=30', { seq: 2 })
    await again.hearsNo('D')
  })
})

test('outside its session times it rests and does not knock', async () => {
  const hour = (offset: number) => new Date(Date.now() + offset * 3_600_000).toISOString().slice(11, 16)
  openLine({ times: { timeZone: 'UTC', start: hour(2), end: hour(3) } })
  await expect.poll(() => line?.health.state).toBe('resting')
  await pause(300)
  expect(line?.health.connects).toBe(0)
})
