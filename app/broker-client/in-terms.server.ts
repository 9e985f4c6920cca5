/** An answer of the broker in the site's own terms. One answer is translated once: what is made of it for all its readers is made once too. */
import type { BrokerResult } from './broker.server'

export function inTerms<Wire extends object, Own>(read: (wire: Wire) => Own): (answer: BrokerResult<Wire>) => BrokerResult<Own> {
  const known = new WeakMap<Wire, BrokerResult<Own>>()
  return (answer) => {
    if (!answer.ok) return answer
    const translated = known.get(answer.data) ?? { ...answer, data: read(answer.data) }
    known.set(answer.data, translated)
    return translated
  }
}
