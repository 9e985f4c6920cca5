/** Requests without a browser. Node does not resolve `*.localhost`, so the address is fixed and the host is a header. */
import { request } from 'node:http'

export interface PlainAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

interface PlainRequest {
  readonly host: string
  /** Where the host has none. */
  readonly port?: number
  readonly path: string
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  readonly form?: Readonly<Record<string, string>>
}

export function ask({
  host,
  port = Number(host.split(':')[1]),
  path,
  method = 'GET',
  headers = {},
  form,
}: PlainRequest): Promise<PlainAnswer> {
  const body = form === undefined ? '' : new URLSearchParams(form).toString()
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: {
          host,
          ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          text += part
        })
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }))
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
