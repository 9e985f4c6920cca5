/**
 * Node's request and response as the web's. Ours and not a library's, because the address of the request must be made from
 * the checked host and the configured scheme, never from what a client or an unknown proxy claims.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { writeReadableStreamToWritable } from '@remix-run/node'

export class BodyTooLarge extends Error {}

const URL_ENCODED = 'application/x-www-form-urlencoded'

/** Bytes of bodies that are being read at this moment, of all requests together. */
export interface BodiesUnderWay {
  readonly most: number
  bytes: number
}

/** How much may be sent with one request. The bound may be raised while the request is answered, once it is known who sends. */
export class BodyBound {
  /** What to say of the body once reading it was broken off; null while it is within its bounds. */
  broken: 'too-large' | 'too-many' | null = null

  constructor(
    public maxBytes: number,
    private readonly all: BodiesUnderWay,
    private readonly mostFields = Number.POSITIVE_INFINITY,
  ) {}

  /** Stops reading once too much has come in, whatever Content-Length said. */
  async *read(source: Readable, type: string): AsyncGenerator<Buffer> {
    // An edge that lies across two chunks is not counted; there are few of those.
    const edge = type.startsWith('multipart/') ? '\r\n--' : type.startsWith(URL_ENCODED) ? '&' : null
    let seen = 0
    let fields = 0
    try {
      // What is left unread must not take the connection with it, or the answer would be lost.
      for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        seen += chunk.byteLength
        this.all.bytes += chunk.byteLength
        if (edge !== null) fields += countOf(chunk, edge, this.mostFields - fields + 1)
        if (this.all.bytes > this.all.most) this.broken = 'too-many'
        if (seen > this.maxBytes || fields > this.mostFields) this.broken = 'too-large'
        if (this.broken !== null) throw new BodyTooLarge()
        yield chunk
      }
    } finally {
      this.all.bytes -= seen
    }
  }
}

/** @param most where counting ends */
function countOf(chunk: Buffer, text: string, most: number): number {
  let count = 0
  for (let at = chunk.indexOf(text); at >= 0 && count < most; at = chunk.indexOf(text, at + text.length)) count += 1
  return count
}

export function toWebRequest(req: IncomingMessage, res: ServerResponse, origin: string, bound: BodyBound): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(req.headers)) {
    if (name.startsWith(':') || value === undefined) continue
    for (const item of Array.isArray(value) ? value : [value]) headers.append(name, item)
  }
  const aborter = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) aborter.abort()
  })
  const method = req.method ?? 'GET'
  const init: RequestInit = { method, headers, signal: aborter.signal }
  if (method !== 'GET' && method !== 'HEAD') {
    init.body = Readable.toWeb(
      Readable.from(bound.read(req, headers.get('content-type')?.toLowerCase() ?? '')),
    ) as unknown as ReadableStream
    init.duplex = 'half'
  }
  // The address is joined, not resolved: `//evil.example/x` as a request target must stay a path of ours.
  return new Request(origin + (req.url?.startsWith('/') ? req.url : '/'), init)
}

export async function sendWebResponse(res: ServerResponse, response: Response): Promise<void> {
  res.statusCode = response.status
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') res.setHeader(name, value)
  }
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) res.setHeader('Set-Cookie', cookies)
  if (response.body === null || res.req.method === 'HEAD') {
    await response.body?.cancel()
    res.end()
    return
  }
  // A page is written whole: sent in one piece it is packed in one.
  if (response.headers.get('content-type')?.startsWith('text/html')) res.end(Buffer.from(await response.arrayBuffer()))
  else await writeReadableStreamToWritable(response.body, res)
}
