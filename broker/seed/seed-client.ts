/** The broker as its own client: what the seed does goes through the same calls, checks and limits as everybody's. */
import { type Endpoint, type Envelope, type InputOf, type OutputOf, SUCCESS_CODE } from '../../contract/endpoint'
import { type ErrorName, errorNameOf } from '../../contract/errors'
import { uploadImage } from '../../contract/identity'
import type { BrokerFetch } from '../http/serve'

/** A call was refused; `reason` is the error's name. */
export class SeedRefused extends Error {
  readonly reason: ErrorName | undefined

  constructor(path: string, { code, msg }: Envelope) {
    super(`${path}: ${code} ${msg}`)
    this.reason = errorNameOf(code)
  }
}

export class SeedClient {
  token = ''

  constructor(
    private readonly fetch: BrokerFetch,
    private readonly host: string,
    /** Each from an address of their own. */
    private readonly address: string,
  ) {}

  /** @throws with the answer when the call is refused. */
  async call<E extends Endpoint>(endpoint: E, input: InputOf<E>): Promise<OutputOf<E>> {
    const fields = Object.entries(input as Record<string, unknown>).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    const parameters = new URLSearchParams(fields)
    const method = endpoint.postTwin ? 'POST' : endpoint.method
    const url = method === 'GET' ? `${endpoint.path}?${parameters}` : endpoint.path
    return (await this.send(url, method === 'GET' ? {} : { method, body: parameters })) as OutputOf<E>
  }

  /** The address of a picture that was taken. */
  async upload(picture: Uint8Array): Promise<string> {
    const form = new FormData()
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'picture.png')
    return ((await this.send(uploadImage.path, { method: 'POST', body: form })) as OutputOf<typeof uploadImage>).url
  }

  private async send(path: string, init: RequestInit): Promise<unknown> {
    const headers = new Headers({ lang: 'en' })
    if (this.token !== '') headers.set('authorization', this.token)
    const request = new Request(`http://${this.host}${path}`, { ...init, headers })
    const answer = (await (await this.fetch(request, { clientAddress: this.address })).json()) as Envelope
    if (answer.code !== SUCCESS_CODE) throw new SeedRefused(path.split('?')[0] ?? path, answer)
    return answer.data
  }
}
