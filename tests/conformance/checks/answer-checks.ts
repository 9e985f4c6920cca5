/** Every call of the contract, asked with well-formed parameters: an envelope, and data or a refusal as the contract says. */
import { commonErrorsOf } from '../../../contract/documents/openapi'
import type { Endpoint } from '../../../contract/endpoint'
import { ERRORS } from '../../../contract/errors'
import { ENDPOINTS, type EndpointName } from '../../../contract/index'
import { sampleInputs } from '../../fixtures/sample-inputs'
import { type Check, holds, same } from '../check'
import { nobody } from '../nobody'
import type { Answer, CallOptions, Subject, Trader } from '../subject'

const CALLS = Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]

/** The calls for which a demo account is not enough, and that leave a real one as it is. */
const READS_OF_REAL_ACCOUNTS = CALLS.filter(([, { actor, changesState }]) => actor === 'real' && !changesState)

/** The smallest PNG: one grey point. */
const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='

const sampleOf = async (subject: Subject, name: EndpointName): Promise<unknown> => {
  const [instrument] = await subject.instruments()
  const samples = sampleInputs({ orderId: '999999999', instrumentId: instrument?.Id ?? '1' })
  // Nobody is sent anything by an examination.
  if (name === 'sendEmailCode') return { to: 'no address at all', type: '1' }
  const sample = samples[name] as Readonly<Record<string, string>>
  return 'account' in sample ? { ...sample, account: nobody() } : sample
}

async function ask(subject: Subject, name: EndpointName, options: CallOptions): Promise<Answer<unknown>> {
  const endpoint: Endpoint = ENDPOINTS[name]
  if (!endpoint.multipart) return subject.call(endpoint, (await sampleOf(subject, name)) as never, options)
  const boundary = 'candor-conformance'
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`
  const body = Buffer.concat([Buffer.from(head), Buffer.from(PICTURE, 'base64'), Buffer.from(`\r\n--${boundary}--\r\n`)])
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  return subject.send({ method: 'POST', path: endpoint.path, body, headers }, options)
}

/** Errors that fit the call; those of the transport that depend on load are the caller's to meet with patience. */
function checkOutcome(name: EndpointName, answer: Answer<unknown>): void {
  const endpoint: Endpoint = ENDPOINTS[name]
  const allowed = new Set<string>(['ok', 'NOT_AVAILABLE_YET', ...commonErrorsOf(endpoint), ...endpoint.errors])
  holds(`outcome of ${name}`, allowed.has(answer.outcome), `one of ${[...allowed].join(', ')}`, `${answer.code} ${answer.outcome}`)
  same(`HTTP status of ${name}`, answer.status, 200)
  const type = answer.headers.get('content-type') ?? ''
  holds(`content-type of ${name}`, /^application\/json\b/i.test(type), 'application/json', type)
}

const answerCheck = ([name, endpoint]: (typeof CALLS)[number]): Check => ({
  name: `answer.${name}`,
  section: `§1 Envelope, §2 ${endpoint.path}`,
  async run(subject) {
    // What ends sessions or changes the account is asked in the name of one that nobody else uses.
    const trader = endpoint.actor === 'anonymous' ? null : await (endpoint.changesState ? subject.newTrader() : subject.trader())
    const answer = await ask(subject, name, trader === null ? {} : { token: trader.token })
    if (endpoint.actor === 'real') return same(`${name} with a demo account`, answer.outcome, 'DEMO_RESTRICTED')
    checkOutcome(name, answer)
  },
})

const noSession = async (subject: Subject, name: EndpointName, what: string, options: CallOptions): Promise<void> => {
  const answer = await ask(subject, name, options)
  same(`${name} ${what}: [status, code, data]`, [answer.status, answer.code, answer.data], [200, ERRORS.SESSION_INVALID.code, null])
}

const sessionCheck = ([name, endpoint]: (typeof CALLS)[number]): Check => ({
  name: `session.${name}`,
  section: `§1 Envelope (999), §2 ${endpoint.path}`,
  async run(subject) {
    await noSession(subject, name, 'without a token', {})
    await noSession(subject, name, 'with a token that nobody was given', { token: 'x'.repeat(43) })
  },
})

const realCheck = ([name, endpoint]: (typeof CALLS)[number]): Check => ({
  name: `answer.${name}-of-a-real-account`,
  section: `§2 ${endpoint.path}`,
  async run(subject) {
    const trader: Trader = await subject.realTrader()
    const answer = await ask(subject, name, { token: trader.token })
    checkOutcome(name, answer)
    same(`outcome of ${name} with a real account`, answer.outcome, 'ok')
  },
})

export const ANSWER_CHECKS: readonly Check[] = [
  ...CALLS.map(answerCheck),
  ...CALLS.filter(([, { actor }]) => actor !== 'anonymous').map(sessionCheck),
  ...READS_OF_REAL_ACCOUNTS.map(realCheck),
  {
    name: 'answer.demo-only-for-a-real-account',
    section: '§2 /v1/api/main/user/resetForexDemoAccount',
    async run(subject) {
      const trader = await subject.realTrader()
      same('resetDemoAccount with a real account', (await trader.call(ENDPOINTS.resetDemoAccount, {})).outcome, 'DEMO_ONLY')
    },
  },
]
