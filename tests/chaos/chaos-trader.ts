/**
 * A trader over HTTP who writes down what he means to do before he sends it, and what he was told when he was told it.
 * When the line goes dead the outcome of his last call is unknown: only the same key sent again can settle it.
 */
import { Agent, request } from 'node:http'

export interface Told {
  readonly code: number
  readonly body: string
  readonly data: Record<string, unknown> | null
}

export interface Deed {
  readonly key: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  /** Absent while the outcome is unknown. */
  told?: Told
}

const SUBMIT = '/v1/api/forex/submit'
const CLOSE = '/v1/api/forex/close'
const SUCCESS = 1

export class ChaosTrader {
  readonly deeds: Deed[] = []
  id = ''
  private token = ''
  private readonly open: string[] = []
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 })
  private count = 0

  constructor(
    private readonly number: number,
    private readonly port: number,
    private readonly instruments: ReadonlyMap<string, string> = new Map([
      ['301', '10'],
      ['101', '100'],
    ]),
  ) {}

  /** Opens the demo account. */
  async begin(): Promise<void> {
    const { code, data, body } = await this.send('/api/user/createAccountDemoForU', {}, `begin-${this.number}`)
    if (code !== SUCCESS) throw new Error(`no demo account: ${body}`)
    this.id = String(data?.id)
    this.token = String(data?.token)
  }

  /** Trades until the server is gone. */
  async tradeUntilCut(): Promise<void> {
    for (;;) {
      const deed = this.nextDeed()
      this.deeds.push(deed)
      try {
        this.hear(deed, await this.send(deed.path, deed.params, deed.key))
      } catch {
        return
      }
    }
  }

  get unknown(): Deed[] {
    return this.deeds.filter(({ told }) => told === undefined)
  }

  /** Sends the keys of unknown outcomes again until they are answered. */
  async settle(): Promise<void> {
    for (const deed of this.unknown) this.hear(deed, await this.send(deed.path, deed.params, deed.key))
  }

  /** Sends an answered key again; true when the answer is the first one, byte for byte. */
  async isAnswerKept(deed: Deed): Promise<boolean> {
    return (await this.send(deed.path, deed.params, deed.key)).body === deed.told?.body
  }

  /** Orders this trader was told of, with what he was told last about each. */
  acknowledged(): Map<string, Record<string, unknown>> {
    const orders = new Map<string, Record<string, unknown>>()
    for (const { told } of this.deeds) {
      if (told?.code === SUCCESS && told.data !== null) orders.set(String(told.data.Id), told.data)
    }
    return orders
  }

  disconnect(): void {
    this.agent.destroy()
  }

  private nextDeed(): Deed {
    this.count += 1
    const key = `chaos-${this.number}-${this.count}`
    const held = this.open[Math.floor(Math.random() * this.open.length)]
    if (held !== undefined && (this.open.length >= 6 || Math.random() < 0.45)) return { key, path: CLOSE, params: { id: held } }
    const choices = [...this.instruments]
    const [instrument, multiple] = choices[Math.floor(Math.random() * choices.length)] ?? ['301', '10']
    return {
      key,
      path: SUBMIT,
      params: { forex_id: instrument, type: Math.random() < 0.5 ? '1' : '2', status: '1', cont: '0.01', multiple },
    }
  }

  private hear(deed: Deed, told: Told): void {
    deed.told = told
    if (deed.path === SUBMIT && told.code === SUCCESS) this.open.push(String(told.data?.Id))
    // Closed now, or by somebody else before: either way it is not open any more.
    if (deed.path === CLOSE) this.open.splice(this.open.indexOf(deed.params.id ?? ''), 1)
  }

  private send(path: string, params: Readonly<Record<string, string>>, key: string): Promise<Told> {
    return new Promise((resolve, reject) => {
      const sending = request(
        {
          host: '127.0.0.1',
          port: this.port,
          path,
          method: 'POST',
          agent: this.agent,
          timeout: 15_000,
          headers: {
            host: `aurora.localhost:${this.port}`,
            'content-type': 'application/x-www-form-urlencoded',
            'idempotency-key': key,
            // Each trader comes from an address of his own, as in life.
            'x-forwarded-for': `10.0.0.${this.number}`,
            lang: 'en',
            ...(this.token === '' ? {} : { authorization: this.token }),
          },
        },
        (response) => {
          const parts: Buffer[] = []
          response.on('data', (part: Buffer) => parts.push(part))
          response.on('error', reject)
          response.on('aborted', () => reject(new Error('cut off')))
          response.on('end', () => {
            const body = Buffer.concat(parts).toString('utf8')
            // Only a business answer tells what happened; an error of the transport leaves it open.
            if (response.statusCode !== 200) return reject(new Error(`HTTP ${response.statusCode}: ${body}`))
            const { code, data } = JSON.parse(body) as Pick<Told, 'code' | 'data'>
            resolve({ code, data, body })
          })
        },
      )
      sending.on('timeout', () => sending.destroy(new Error('no answer in time')))
      sending.on('error', reject)
      sending.end(new URLSearchParams(params).toString())
    })
  }
}
