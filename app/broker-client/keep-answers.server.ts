/** One question for everybody: an answer that is slow to get is kept for a while, and asked for once at a time. Memory is bounded. */
const MAX_KEPT = 200

interface Kept<Answer> {
  readonly answer: Promise<Answer>
  until: number
}

/**
 * @param ask never rejects
 * @param keptMs how long an answer is good
 * @param now milliseconds of a monotonic clock
 */
export function keepAnswers<Answer>(
  ask: (key: string) => Promise<Answer>,
  keptMs: (answer: Answer) => number,
  now: () => number = () => performance.now(),
): (key: string) => Promise<Answer> {
  const kept = new Map<string, Kept<Answer>>()
  return (key) => {
    const known = kept.get(key)
    if (known !== undefined && known.until > now()) return known.answer
    const asked: Kept<Answer> = { answer: ask(key), until: Number.POSITIVE_INFINITY }
    kept.delete(key)
    kept.set(key, asked)
    if (kept.size > MAX_KEPT) kept.delete(kept.keys().next().value ?? key)
    void asked.answer.then((answer) => {
      asked.until = now() + keptMs(answer)
    })
    return asked.answer
  }
}
