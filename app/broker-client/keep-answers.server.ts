import { LRUCache } from 'lru-cache'

const MAX_KEPT = 200

/**
 * One question for everybody: an answer that is slow to get is kept for a while, and asked for once at a time. Memory is bounded.
 *
 * @param ask never rejects
 * @param keptMs how long an answer is good, from when it came
 * @param now milliseconds of a monotonic clock
 */
export function keepAnswers<Answer>(
  ask: (key: string) => Promise<Answer>,
  keptMs: (answer: Answer) => number,
  now: () => number = () => performance.now(),
): (key: string) => Promise<Answer> {
  const kept = new LRUCache<string, { readonly answer: Answer }>({
    max: MAX_KEPT,
    perf: { now },
    ttlResolution: 0,
    // One that has to make room is still told to whoever waits for it.
    ignoreFetchAbort: true,
    fetchMethod: async (key, _old, { options }) => {
      const answer = await ask(key)
      options.ttl = keptMs(answer)
      return { answer }
    },
  })
  return async (key) => (await kept.forceFetch(key)).answer
}
