/**
 * One client's line to a running server on this machine: plain HTTP, calls with an idempotency key, as a careful program makes them.
 * Only a business answer tells what happened; whatever else comes back, or nothing, leaves the outcome open.
 */
import { Agent, request } from 'node:http'
import { SUCCESS_CODE } from '../../contract/endpoint'

export interface Told {
  readonly code: number
  readonly body: string
  readonly data: Record<string, unknown> | null
}

export type Parameters = Readonly<Record<string, string>>

interface LineOptions {
  /** Of the sites' names. */
  readonly port: number
  /** Where it connects to, asked for every call; the same port when left out. */
  readonly target?: (() => number) | undefined
  /** Name in front of the base domain: a company, or `desk`. */
  readonly site: string
  /** Each client comes from an address of its own, as in life. */
  readonly address: string
}

export class Line {
  token = ''
  private readonly agent = new Agent({ keepAlive: true })

  constructor(private readonly options: LineOptions) {}

  /** A call that is expected to succeed. @throws with the answer when it does not. */
  async ask<Data = Record<string, unknown>>(path: string, params: Parameters = {}, method: 'GET' | 'POST' = 'POST'): Promise<Data> {
    const told = await this.send(path, params, undefined, method)
    if (told.code !== SUCCESS_CODE) throw new Error(`${path}: ${told.body}`)
    return told.data as Data
  }

  send(path: string, params: Parameters, key?: string, method: 'GET' | 'POST' = 'POST'): Promise<Told> {
    const text = new URLSearchParams(params).toString()
    if (method === 'GET') return this.exchange('GET', text === '' ? path : `${path}?${text}`, undefined, undefined, key)
    return this.exchange('POST', path, text, 'application/x-www-form-urlencoded', key)
  }

  async upload(path: string, picture: Uint8Array): Promise<Told> {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png')
    // The platform writes the multipart body and its boundary.
    const written = new Response(form)
    const body = Buffer.from(await written.arrayBuffer())
    return this.exchange('POST', path, body, written.headers.get('content-type') ?? undefined)
  }

  /** What is no call: the body as text. */
  read(path: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const asking = request({ ...this.target('GET', path), headers: this.headers() }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (part: string) => (text += part))
        response.on('error', reject)
        response.on('end', () => resolve(text))
      })
      asking.on('error', reject)
      asking.end()
    })
  }

  disconnect(): void {
    this.agent.destroy()
  }

  private target(method: string, path: string) {
    return { host: '127.0.0.1', port: this.options.target?.() ?? this.options.port, path, method, agent: this.agent, timeout: 15_000 }
  }

  private headers(): Record<string, string> {
    const { site, port, address } = this.options
    return {
      host: `${site}.localhost:${port}`,
      'x-forwarded-for': address,
      lang: 'en',
      ...(this.token === '' ? {} : { authorization: this.token }),
    }
  }

  private exchange(method: string, path: string, body?: string | Buffer, type?: string, key?: string): Promise<Told> {
    return new Promise((resolve, reject) => {
      const headers = {
        ...this.headers(),
        ...(type === undefined ? {} : { 'content-type': type, 'content-length': String(Buffer.byteLength(body ?? '')) }),
        ...(key === undefined ? {} : { 'idempotency-key': key }),
      }
      const sending = request({ ...this.target(method, path), headers }, (response) => {
        const parts: Buffer[] = []
        response.on('data', (part: Buffer) => parts.push(part))
        response.on('error', reject)
        response.on('aborted', () => reject(new Error('cut off')))
        response.on('end', () => {
          const text = Buffer.concat(parts).toString('utf8')
          if (response.statusCode !== 200) return reject(new Error(`HTTP ${response.statusCode}: ${text}`))
          const { code, data } = JSON.parse(text) as Pick<Told, 'code' | 'data'>
          resolve({ code, data, body: text })
        })
      })
      sending.on('timeout', () => sending.destroy(new Error('no answer in time')))
      sending.on('error', reject)
      sending.end(body)
    })
  }
}
