/**
 * Node's request and response as the web's. Ours and not a library's, because the address of the request must be made from
 * the checked host and the configured scheme, never from what a client or an unknown proxy claims.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { writeReadableStreamToWritable } from '@remix-run/node'

export class BodyTooLarge extends Error {}

/** Stops reading once `maxBytes` have come in, whatever Content-Length said. */
async function* limited(source: AsyncIterable<Buffer>, maxBytes: number): AsyncGenerator<Buffer> {
  let seen = 0
  for await (const chunk of source) {
    seen += chunk.byteLength
    if (seen > maxBytes) throw new BodyTooLarge()
    yield chunk
  }
}

export function toWebRequest(req: IncomingMessage, res: ServerResponse, origin: string, maxBytes: number): Request {
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
    init.body = Readable.toWeb(Readable.from(limited(req, maxBytes))) as unknown as ReadableStream
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
  await writeReadableStreamToWritable(response.body, res)
}
