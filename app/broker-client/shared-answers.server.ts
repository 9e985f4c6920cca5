/**
 * What every reader of a page is told in the same words (the market, the company, its news) is asked for once in half a second and
 * not for each of them (decision 051).
 *
 * Invariants: it is asked for in nobody's name: without a token and without an address, so it holds nothing of a trader and is drawn
 * from nobody's budget. A refusal is nobody's but the caller's own: each asks in their own name. What an operator changes is forgotten
 * at once. Memory is bounded: only calls with fixed parameters are marked `shared`.
 */
import { LRUCache } from 'lru-cache'
import type { BoundBroker, BrokerClient, BrokerResult, CallScope } from './broker.server'

const KEPT_MS = 500
const KEPT_MOST = 1_000

interface SharedAnswers {
  readonly broker: BrokerClient
  /** What was kept is not told any more: something may have changed. */
  readonly forget: () => void
}

/** @param now milliseconds that never run backwards */
export function shareAnswers(broker: BrokerClient, now: () => number = () => performance.now()): SharedAnswers {
  // Promises and no `fetchMethod`: that one fails whoever waits for what is forgotten meanwhile.
  const kept = new LRUCache<string, Promise<BrokerResult<unknown>>>({ max: KEPT_MOST, ttl: KEPT_MS, ttlResolution: 0, perf: { now } })
  const keep = <Answer>(key: string, ask: () => Promise<BrokerResult<Answer>>): Promise<BrokerResult<Answer>> => {
    // Under a key there are answers to one question only.
    const known = kept.get(key) as Promise<BrokerResult<Answer>> | undefined
    if (known !== undefined) return known
    const answer = ask()
    kept.set(key, answer)
    return answer
  }
  const shared = (bound: BoundBroker): BoundBroker => {
    const { scope } = bound
    const question = (...what: readonly string[]) => [scope.tenantId, scope.language, scope.siteOrigin, ...what].join(' ')
    return {
      ...bound,
      as: (...name) => shared(bound.as(...name)),
      call: async (endpoint, input, options = {}) => {
        if (!options.shared) return bound.call(endpoint, input, options)
        const asked = () => broker.bind(nobody(scope)).call(endpoint, input, { initial: true })
        const answer = await keep(question(endpoint.path, JSON.stringify(input)), asked)
        return answer.ok ? answer : bound.call(endpoint, input, options)
      },
      statement: async () => {
        const answer = await keep(question('statement'), () => broker.bind(nobody(scope)).statement())
        return answer.ok ? answer : bound.statement()
      },
    }
  }
  return { broker: { bind: (scope) => shared(broker.bind(scope)) }, forget: () => kept.clear() }
}

/** Whether this call to the broker is one of the desk that changes what readers are told. */
export const isDeskChange = ({ method, url }: Request): boolean => method !== 'GET' && new URL(url).pathname.startsWith('/api/desk/')

const nobody = ({ language, tenantId, siteOrigin, requestId }: CallScope): CallScope => ({
  token: null,
  language,
  tenantId,
  siteOrigin,
  requestId,
  clientAddress: '',
})
