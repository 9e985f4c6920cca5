/** Ground rules of §1 that no single call owns: methods, bodies, parameters, languages, tokens, limits. */
import type { z } from 'zod'
import type { Endpoint } from '../../../contract/endpoint'
import { ERRORS, type ErrorName } from '../../../contract/errors'
import { ENDPOINTS, type EndpointName } from '../../../contract/index'
import { sampleInputs } from '../../fixtures/sample-inputs'
import { type Check, holds, same } from '../check'
import { nobody } from '../nobody'
import { pickInstrument } from '../pick-instrument'
import type { Answer, CallOptions, Subject } from '../subject'

const CALLS = Object.entries(ENDPOINTS) as [EndpointName, Endpoint][]
const READS = CALLS.filter(([, { changesState, actor }]) => !changesState && (actor === 'anonymous' || actor === 'session'))

async function sampled(subject: Subject): Promise<Record<EndpointName, Record<string, string>>> {
  const [instrument] = await subject.instruments()
  return sampleInputs({ orderId: '999999999', instrumentId: instrument?.Id ?? '1' }) as never
}

const tokenFor = async (subject: Subject, { actor }: Endpoint): Promise<CallOptions> =>
  actor === 'anonymous' ? {} : { token: (await subject.trader()).token }

function transportError(what: string, answer: Answer<unknown>, error: ErrorName): void {
  same(`${what}: [status, code]`, [answer.status, answer.code], [ERRORS[error].status, ERRORS[error].code])
}

/** Texts that are not numbers of the wire (§1), each as lots of an order. */
const NOT_LOTS = ['', '-1', '+1', '1e3', '0x10', ' 1', '1 ', '.5', '5.', '１', 'NaN', 'Infinity', '1,5', '1.123456789', '1234567890123']

async function orderCount(subject: Subject, token: string): Promise<number> {
  const answers = await Promise.all((['0', '1', '3'] as const).map((status) => subject.call(ENDPOINTS.listOrders, { status }, { token })))
  return answers.reduce((sum, { data }) => sum + data.total, 0)
}

const methods: Check = {
  name: 'transport.methods',
  section: '§1 Envelope (405)',
  async run(subject) {
    for (const [name, endpoint] of CALLS) {
      const wrong = endpoint.method === 'GET' && !endpoint.postTwin ? 'POST' : 'PUT'
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      transportError(
        `${wrong} ${name}`,
        await subject.send({ method: wrong, path: endpoint.path, body: '', headers }),
        'METHOD_NOT_ALLOWED',
      )
    }
  },
}

const bodies: Check = {
  name: 'transport.bodies',
  section: '§1 Envelope (400, 413, 415)',
  async run(subject) {
    const { path } = ENDPOINTS.login
    const post = (body: string, type: string) =>
      // What is refused may be left unread: the connection is not used again.
      subject.send({ method: 'POST', path, body, headers: { 'content-type': type, connection: 'close' } })
    transportError('a JSON body that is cut off', await post('{"account":"a', 'application/json'), 'BODY_UNREADABLE')
    transportError('a JSON body that is a list', await post('[]', 'application/json'), 'BODY_UNREADABLE')
    transportError('a body of another type', await post('<login/>', 'text/xml'), 'MEDIA_TYPE_UNSUPPORTED')
    const large = `account=${'a'.repeat(256 * 1024)}`
    transportError('a form of 256 KiB', await post(large, 'application/x-www-form-urlencoded'), 'BODY_TOO_LARGE')
  },
}

const forms: Check = {
  name: 'transport.form-and-json',
  section: '§1 State-changing GETs',
  async run(subject) {
    const input = { account: nobody(), password: 'wrong', login_type: 'email' } as const
    const [form, json] = [await subject.call(ENDPOINTS.login, input), await subject.call(ENDPOINTS.login, input, { asJson: true })]
    same('the same call as form and as JSON', [json.code, json.msg], [form.code, form.msg])
    const trader = await subject.newTrader()
    const byGet = await trader.call(ENDPOINTS.resetDemoAccount, {}, { asGet: true })
    const byPost = await trader.call(ENDPOINTS.resetDemoAccount, {})
    same('a state-changing GET and its POST twin', [byGet.outcome, byPost.outcome], ['ok', 'ok'])
    holds(
      'Cache-Control of a state-changing GET',
      /no-store/.test(byGet.headers.get('cache-control') ?? ''),
      'no-store',
      byGet.headers.get('cache-control'),
    )
  },
}

const prefetch: Check = {
  name: 'transport.prefetch',
  section: '§1 State-changing GETs',
  async run(subject) {
    const trader = await subject.newTrader()
    const { instrument, multiple } = await pickInstrument(subject)
    const input = { forex_id: instrument.Id, type: '1', status: '1', cont: instrument.ForexMinCont, multiple } as const
    const answer = await trader.call(ENDPOINTS.submitOrder, input, { asGet: true, headers: { 'sec-purpose': 'prefetch' } })
    same('an order that a browser prefetches', answer.outcome, 'PREFETCH_REFUSED')
    same('orders after it', await orderCount(subject, trader.token), 0)
  },
}

const unknownPath: Check = {
  name: 'transport.unknown-path',
  section: '§1 Envelope (404)',
  async run(subject) {
    for (const path of ['/api/no/such/call', '/v1/api/forex/no_such_call']) {
      transportError(path, await subject.send({ path }), 'PATH_UNKNOWN')
    }
  },
}

const unknownParameters: Check = {
  name: 'parameters.unknown-are-ignored',
  section: '§1 Numbers and parameters',
  async run(subject) {
    const samples = await sampled(subject)
    for (const [name, endpoint] of READS) {
      // A new picture each time, and its store is not asked twice.
      if (name === 'getCaptcha') continue
      const options = await tokenFor(subject, endpoint)
      const query = new URLSearchParams(samples[name]).toString()
      const plain = await subject.send({ path: `${endpoint.path}?${query}` }, options)
      const more = await subject.send({ path: `${endpoint.path}?${query}&a_parameter_of_tomorrow=1` }, options)
      same(`${name} with a parameter it does not know`, more.outcome, plain.outcome)
    }
  },
}

const repeatedParameters: Check = {
  name: 'parameters.repeated-are-refused',
  section: '§1 Numbers and parameters',
  async run(subject) {
    const samples = await sampled(subject)
    for (const [name, endpoint] of READS) {
      const [field] = Object.keys((endpoint.input as z.ZodType as z.ZodObject).shape)
      if (field === undefined) continue
      const query = new URLSearchParams({ [field]: '1', ...samples[name] }).toString()
      const answer = await subject.send(
        { path: `${endpoint.path}?${query}&${field}=${samples[name][field] ?? '1'}` },
        await tokenFor(subject, endpoint),
      )
      same(`${name} with ${field} given twice`, answer.outcome, 'PARAMETER_REPEATED')
    }
  },
}

const numbers: Check = {
  name: 'parameters.numbers-are-read-as-text',
  section: '§1 Numbers',
  async run(subject) {
    const trader = await subject.newTrader()
    const { instrument, multiple } = await pickInstrument(subject)
    for (const cont of NOT_LOTS) {
      const input = { forex_id: instrument.Id, type: '1', status: '1', cont, multiple } as const
      same(`an order of ${JSON.stringify(cont)} lots`, (await trader.call(ENDPOINTS.submitOrder, input)).outcome, 'PARAMETER_INVALID')
    }
    same('orders after them', await orderCount(subject, trader.token), 0)
  },
}

const LIMITS: readonly (readonly [name: EndpointName, field: string, value: string])[] = [
  ['listNews', 'page', '0'],
  ['listNews', 'page', '1001'],
  ['listNews', 'page', 'one'],
  ['listOrders', 'page', '1001'],
  ['listOrders', 'status', '2'],
  ['listCompanies', 'name', 'a'.repeat(65)],
  ['getCandles', 'limit', '0'],
  ['getCandles', 'limit', '1001'],
  ['getCandles', 'period', '2min'],
  ['getCandles', 'end', '-1'],
]

const limits: Check = {
  name: 'parameters.limits',
  section: '§1 Ids, §2',
  async run(subject) {
    const samples = await sampled(subject)
    for (const [name, field, value] of LIMITS) {
      const endpoint: Endpoint = ENDPOINTS[name]
      const query = new URLSearchParams({ ...samples[name], [field]: value })
      const answer = await subject.send({ path: `${endpoint.path}?${query}` }, await tokenFor(subject, endpoint))
      same(`${name} with ${field} ${JSON.stringify(value.slice(0, 10))}`, answer.outcome, 'PARAMETER_INVALID')
    }
  },
}

const languages: Check = {
  name: 'headers.language',
  section: '§1 Headers',
  async run(subject) {
    const said = async (lang: string | undefined) => {
      const { lang: _english, ...headers } = subject.headersOf({})
      const given = lang === undefined ? headers : { ...headers, lang }
      const body = new URLSearchParams({ account: nobody(), password: 'wrong', login_type: 'email' }).toString()
      const type = { 'content-type': 'application/x-www-form-urlencoded' }
      const answer = await subject.sendRaw({ method: 'POST', path: ENDPOINTS.login.path, headers: { ...given, ...type }, body })
      return (JSON.parse(answer.text) as { msg: string }).msg
    }
    const [hk, en, ar] = [await said('hk'), await said('en'), await said('ar')]
    holds('msg of one refusal in hk, en and ar', new Set([hk, en, ar]).size === 3 && !['', undefined].includes(hk), 'three texts', [
      hk,
      en,
      ar,
    ])
    same('msg without a lang header', await said(undefined), hk)
    same('msg for a language that is none of the 21', await said('xx'), hk)
  },
}

const tokens: Check = {
  name: 'headers.token',
  section: '§1 Headers',
  async run(subject) {
    const trader = await subject.trader()
    const named = { token: `Bearer ${trader.token}` }
    same('the token after "Bearer "', (await subject.call(ENDPOINTS.getTrader, {}, named)).outcome, 'ok')
    const cookies = ['token', 'session', 'authorization', 'candor_session'].map((name) => `${name}=${trader.token}`).join('; ')
    const byCookie = await subject.call(ENDPOINTS.getTrader, {}, { headers: { cookie: cookies } })
    same('the token in a cookie', byCookie.code, ERRORS.SESSION_INVALID.code)
    const inQuery = await subject.send({ path: `${ENDPOINTS.getTrader.path}?authorization=${trader.token}&token=${trader.token}` })
    same('the token in the query', inQuery.code, ERRORS.SESSION_INVALID.code)
  },
}

export const TRANSPORT_CHECKS: readonly Check[] = [
  methods,
  bodies,
  forms,
  prefetch,
  unknownPath,
  unknownParameters,
  repeatedParameters,
  numbers,
  limits,
  languages,
  tokens,
]
