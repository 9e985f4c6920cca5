/**
 * Which topics are wanted, by how many listeners, and how far each has been read on the present connection.
 *
 * Invariant: listeners hear a snapshot first and then every push without a hole. A hole in `seq` gives the topic back and
 * asks for it again, which brings a new snapshot; what arrives in between is thrown away.
 */
export interface WirePush {
  readonly topic: string
  readonly seq: number
  /** The broker's clock, Unix milliseconds. */
  readonly ts: number
  readonly snapshot?: boolean
  readonly data: unknown
}
export type PushListener = (push: WirePush) => void

interface TopicState {
  readonly listeners: Set<PushListener>
  /** Sequence number of the last push taken; null while the snapshot is awaited. */
  seq: number | null
  isAsked: boolean
  resyncTimer: unknown
  resyncedAt: number
}

interface TopicRegisterOptions {
  send(message: Record<string, string>): void
  /** True when this topic can be asked for now: connected, and logged in for the private ones. */
  maySend(topic: string): boolean
  now(): number
  setTimer(run: () => void, delayMs: number): unknown
  clearTimer(timer: unknown): void
}

/** A server that skips numbers all the time must not be asked more often than this. */
const RESYNC_PAUSE_MS = 1_000
/** A screen that is left and another that is entered want the same topic: it is not given back in between. */
const LEAVE_PAUSE_MS = 250

export function createTopicRegister(options: TopicRegisterOptions) {
  const topics = new Map<string, TopicState>()

  function ask(topic: string, state: TopicState) {
    if (state.isAsked || !options.maySend(topic)) return
    state.isAsked = true
    state.seq = null
    options.send({ event: 'sub', topic })
  }

  function resync(topic: string, state: TopicState) {
    state.seq = null
    if (state.resyncTimer !== null) return
    const run = () => {
      state.resyncTimer = null
      if (topics.get(topic) !== state || !state.isAsked) return
      state.resyncedAt = options.now()
      state.seq = null
      options.send({ event: 'unsub', topic })
      options.send({ event: 'sub', topic })
    }
    const waitMs = state.resyncedAt + RESYNC_PAUSE_MS - options.now()
    if (waitMs <= 0) run()
    else state.resyncTimer = options.setTimer(run, waitMs)
  }

  function drop(topic: string, state: TopicState) {
    if (state.listeners.size > 0 || topics.get(topic) !== state) return
    if (state.resyncTimer !== null) options.clearTimer(state.resyncTimer)
    topics.delete(topic)
    if (state.isAsked && options.maySend(topic)) options.send({ event: 'unsub', topic })
  }

  return {
    subscribe(topic: string, listener: PushListener): () => void {
      let state = topics.get(topic)
      if (!state) {
        state = { listeners: new Set(), seq: null, isAsked: false, resyncTimer: null, resyncedAt: Number.NEGATIVE_INFINITY }
        topics.set(topic, state)
      }
      const mine = state
      // Each call is its own membership, also when the same function listens twice.
      const member: PushListener = (push) => listener(push)
      mine.listeners.add(member)
      // Back before the topic was given back: the pushes missed in between are made good by a new snapshot.
      if (mine.seq !== null && mine.listeners.size === 1) resync(topic, mine)
      ask(topic, mine)
      return () => {
        if (!mine.listeners.delete(member) || mine.listeners.size > 0) return
        options.setTimer(() => drop(topic, mine), LEAVE_PAUSE_MS)
      }
    },

    received(push: WirePush) {
      const state = topics.get(push.topic)
      if (!state?.isAsked) return
      if (push.snapshot === true) {
        state.seq = push.seq
      } else {
        // A broker that has nothing to say at first may open a topic without a snapshot, with number 1.
        const last = state.seq ?? (push.seq === 1 ? 0 : null)
        // Before the snapshot: a late push of the subscription that was given back.
        if (last === null || push.seq <= last) return
        if (push.seq > last + 1) {
          resync(push.topic, state)
          return
        }
        state.seq = push.seq
      }
      for (const listener of [...state.listeners]) listener(push)
    },

    /** The broker said no: the topic is asked for again with the next connection or login. */
    refused(topic: string) {
      const state = topics.get(topic)
      if (state) state.isAsked = false
    },

    connectionReady() {
      for (const [topic, state] of topics) {
        if (state.listeners.size > 0) ask(topic, state)
      }
    },

    connectionLost() {
      for (const state of topics.values()) {
        if (state.resyncTimer !== null) options.clearTimer(state.resyncTimer)
        state.resyncTimer = null
        state.isAsked = false
        state.seq = null
      }
    },
  }
}
