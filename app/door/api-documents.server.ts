/** `/.well-known/openapi.json` and `/.well-known/asyncapi.json`: the contract as documents for other brokers' engineers and their tools. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { ASYNCAPI_PATH, asyncApiDocument } from '../../contract/documents/asyncapi'
import { OPENAPI_PATH, openApiDocument } from '../../contract/documents/openapi'
import { NEUTRAL, sendNeutral } from './neutral-page.server'

const DOCUMENTS: Readonly<Record<string, (origin: string) => object>> = {
  [OPENAPI_PATH]: openApiDocument,
  [ASYNCAPI_PATH]: asyncApiDocument,
}
/** More origins than this are hardly asked for; then the texts are made anew. */
const MAX_KEPT = 100
const made = new Map<string, string>()

export const isDocumentPath = (path: string): boolean => Object.hasOwn(DOCUMENTS, path)

/** The document's text, which names the origin where the calls are answered. */
function apiDocument(path: string, origin: string): string {
  const key = `${path} ${origin}`
  const known = made.get(key)
  if (known !== undefined) return known
  const text = JSON.stringify(DOCUMENTS[path]?.(origin), null, 1)
  if (made.size >= MAX_KEPT) made.clear()
  made.set(key, text)
  return text
}

/** Public and the same for everybody: any page of any origin may read it. */
export function answerDocument(req: IncomingMessage, res: ServerResponse, path: string, origin: string): void {
  if (req.method !== 'GET' && req.method !== 'HEAD') {
    sendNeutral(res, NEUTRAL.notFound)
    return
  }
  res.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'public, max-age=300',
    'Access-Control-Allow-Origin': '*',
    'Cross-Origin-Resource-Policy': 'cross-origin',
  })
  res.end(req.method === 'HEAD' ? undefined : apiDocument(path, origin))
}
