/** One connection of the realtime socket: every frame is held against the contract as it comes in, and waited for by what it says. */
import { TOPICS } from '../../contract/documents/asyncapi'
import { type ClientMessage, ServerMessage, ServerPush, SOCKET_PATH } from '../../contract/socket'
import { fits, holds, Mismatch, same, shown } from './check'
import type { WireSocket } from './line'

type Frame = ServerMessage
export type Push = Extract<ServerMessage, { seq: number }>
export type Reply = Extract<ServerMessage, { event: 'login' | 'sub' | 'unsub' | 'logout' | 'error' }>

export interface Listener {
  send(message: ClientMessage): void
  sendText(text: string): void
  /** The next frame that fits and was not handed out before; waits up to `withinMs`. @throws Mismatch where none comes */
  next(what: string, isMeant: (frame: Frame) => boolean, withinMs?: number): Promise<Frame>
  reply(event: Reply['event'], topic?: string): Promise<Reply>
  push(topic: string, isMeant?: (push: Push) => boolean): Promise<Push>
  /** Pushes of a topic so far, in the order in which they came. */
  pushes(topic: string): Push[]
  /** Signs in and waits for the answer. */
  login(token: string): Promise<Reply>
  /** Subscribes and gives the snapshot. @throws Mismatch where it is refused or no snapshot comes first */
  subscribe(topic: string): Promise<Push>
  /** Frames that broke the contract; a check must not pass over them. @throws Mismatch */
  sound(): void
  /** With the close code. */
  readonly closed: Promise<number>
  close(): void
}

const WAIT_MS = 8_000

export function listen(socket: WireSocket): Listener {
  const heard: Frame[] = []
  const taken = new Set<Frame>()
  const waiting = new Set<() => void>()
  const sequence = new Map<string, number>()
  let broken: Error | undefined
  let closedWith: number | undefined

  socket.onMessage((text) => {
    try {
      heard.push(readFrame(text, sequence))
    } catch (error) {
      broken ??= error as Error
    }
    for (const look of [...waiting]) look()
  })
  const closed = new Promise<number>((resolve) =>
    socket.onClose((code) => {
      closedWith = code
      resolve(code)
      for (const look of [...waiting]) look()
    }),
  )
  const next: Listener['next'] = (what, isMeant, withinMs = WAIT_MS) =>
    new Promise((resolve, reject) => {
      const give = (error: Error) => {
        waiting.delete(look)
        clearTimeout(timer)
        reject(error)
      }
      const timer = setTimeout(
        () => give(new Mismatch(`${SOCKET_PATH}: ${what}`, `within ${withinMs / 1000} s`, shown(heard.slice(-3)))),
        withinMs,
      )
      function look() {
        if (broken !== undefined) return give(broken)
        const found = heard.find((frame) => !taken.has(frame) && isMeant(frame))
        if (found === undefined) {
          if (closedWith !== undefined) give(new Mismatch(`${SOCKET_PATH}: ${what}`, 'an open connection', `closed with ${closedWith}`))
          return
        }
        taken.add(found)
        waiting.delete(look)
        clearTimeout(timer)
        resolve(found)
      }
      waiting.add(look)
      look()
    })

  const listener: Listener = {
    send: (message) => socket.send(JSON.stringify(message)),
    sendText: (text) => socket.send(text),
    next,
    reply: async (event, topic) =>
      (await next(`answer to ${event}${topic === undefined ? '' : ` ${topic}`}`, (frame) => {
        return isReply(frame) && frame.event === event && (topic === undefined || frame.topic === topic)
      })) as Reply,
    push: async (topic, isMeant = () => true) =>
      (await next(`push of ${topic}`, (frame) => isPush(frame) && frame.topic === topic && isMeant(frame))) as Push,
    pushes: (topic) => heard.filter((frame): frame is Push => isPush(frame) && frame.topic === topic),
    async login(token) {
      listener.send({ event: 'login', token })
      return listener.reply('login')
    },
    async subscribe(topic) {
      listener.send({ event: 'sub', topic })
      same(`${SOCKET_PATH}: subscribing to ${topic}`, (await listener.reply('sub', topic)).code, 1)
      const first = await listener.push(topic)
      same(`${SOCKET_PATH}: the first push of ${topic} is a snapshot`, [first.snapshot, first.seq], [true, 1])
      return first
    },
    sound() {
      if (broken !== undefined) throw broken
    },
    closed,
    close: () => socket.close(),
  }
  return listener
}

const isPush = (frame: Frame): frame is Push => 'seq' in frame
const isReply = (frame: Frame): frame is Reply => 'event' in frame && frame.event !== 'pong'

function readFrame(text: string, sequence: Map<string, number>): Frame {
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    throw new Mismatch(`${SOCKET_PATH}: a frame`, 'JSON', shown(text))
  }
  if (typeof parsed !== 'object' || parsed === null || !('topic' in parsed) || 'event' in parsed)
    return fits(`${SOCKET_PATH}: a frame`, ServerMessage, parsed)
  const push = fits(`${SOCKET_PATH}: a push`, ServerPush, parsed)
  checkData(push)
  const before = sequence.get(push.topic) ?? 0
  // A new subscription begins a new count with its snapshot.
  holds(
    `${SOCKET_PATH}: seq of ${push.topic}`,
    push.seq === before + 1 || (push.seq === 1 && push.snapshot === true),
    String(before + 1),
    push.seq,
  )
  sequence.set(push.topic, push.seq)
  return push as Push
}

function checkData(push: Push): void {
  const topic = push.topic.startsWith('KLINE.') ? 'KLINE.{code}' : push.topic
  const entry = TOPICS[topic]
  if (entry === undefined) throw new Mismatch(`${SOCKET_PATH}: topic of a push`, Object.keys(TOPICS).join(', '), push.topic)
  const isEvents = topic === 'FOREX_CLOSED' || topic === 'ACCOUNT_NOTICE'
  const events = isEvents && Array.isArray(push.data) ? push.data : [push.data]
  for (const data of events) fits(`${SOCKET_PATH}: data of ${push.topic}`, entry.data, data)
}
