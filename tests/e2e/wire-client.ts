/** A trader at the API, as a third-party client would be one: header token, POST twins, answers read by the contract. */
import type { Endpoint, InputOf, OutputOf } from '../../contract/endpoint'
import { createDemoAccount } from '../../contract/users'
import { ask } from './plain-request'
import { type Brand, hostOf, type ServerName, type Site } from './ports'

export interface WireAnswer<Data> {
  readonly code: number
  readonly msg: string
  readonly data: Data
}

export interface Caller {
  readonly brand: Site
  readonly server?: ServerName
  readonly token?: string
}

/** The envelope as it came; `data` is checked by the contract when the call succeeded. */
export async function callWire<E extends Endpoint>(caller: Caller, endpoint: E, input: InputOf<E>): Promise<WireAnswer<OutputOf<E>>> {
  const fields = Object.fromEntries(
    Object.entries(input as Record<string, unknown>).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
  const isPost = endpoint.method === 'POST' || endpoint.postTwin
  const answer = await ask({
    host: hostOf(caller.brand, caller.server),
    path: isPost ? endpoint.path : `${endpoint.path}?${new URLSearchParams(fields)}`,
    method: isPost ? 'POST' : 'GET',
    headers: { lang: 'en', ...(caller.token === undefined ? {} : { authorization: caller.token }) },
    ...(isPost ? { form: fields } : {}),
  })
  const envelope = JSON.parse(answer.text) as WireAnswer<unknown>
  const data = envelope.code === 1 ? endpoint.output.parse(envelope.data) : envelope.data
  return { ...envelope, data: data as OutputOf<E> }
}

/** As `callWire`, for calls that must succeed. */
export async function wire<E extends Endpoint>(caller: Caller, endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> {
  const answer = await callWire(caller, endpoint, input)
  if (answer.code !== 1) throw new Error(`${endpoint.path} answered ${answer.code}: ${answer.msg}`)
  return answer.data
}

export async function newDemoTrader(brand: Brand, server: ServerName = 'open'): Promise<Required<Caller> & { readonly brand: Brand }> {
  const { token } = await wire({ brand, server }, createDemoAccount, {})
  return { brand, server, token }
}
