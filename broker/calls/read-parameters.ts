/**
 * Turns a query, a form or a JSON body into the named texts of a call.
 *
 * Invariant: every parameter is text exactly as the client wrote it; nothing is coerced. The one allowance: a JSON number
 * that is a safe integer counts as its digits. A parameter the endpoint knows may come once, one it does not know is ignored.
 */
import { z } from 'zod'
import type { Endpoint, ParsedInputOf } from '../../contract/endpoint'
import type { ErrorName } from '../../contract/errors'
import { refusalOf } from '../../contract/primitives'
import { BODY_LIMIT_BYTES, declaresTooMuch, readBodyText, UPLOAD_LIMIT_BYTES } from './read-body'
import { MISSING } from './refusal-words'

/** Pairs in the order in which they came; a value that is not text stands as it was, to be refused by name. */
export type RawParameters = readonly (readonly [name: string, value: unknown])[]

export type Reading<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: ErrorName; readonly parameter?: string; readonly details?: Readonly<Record<string, string>> }

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
const MULTIPART = 'multipart/form-data'

export async function readRawParameters(
  request: Request,
  url: URL,
  endpoint: Pick<Endpoint, 'multipart'>,
): Promise<Reading<RawParameters>> {
  if (request.method !== 'POST') return { ok: true, value: [...url.searchParams] }
  if ((request.headers.get('content-encoding') ?? 'identity') !== 'identity') return { ok: false, error: 'MEDIA_TYPE_UNSUPPORTED' }
  const [type = '', ...options] = (request.headers.get('content-type') ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  if (endpoint.multipart) return checkUpload(request, type)
  const charset = options
    .find((option) => option.startsWith('charset='))
    ?.slice('charset='.length)
    .replaceAll('"', '')
  if (charset !== undefined && charset !== 'utf-8' && charset !== 'utf8') return { ok: false, error: 'MEDIA_TYPE_UNSUPPORTED' }
  const body = await readBodyText(request, BODY_LIMIT_BYTES)
  if (!body.ok) return body
  // A call without parameters may come without a body, and then needs no content type.
  if (body.text === '' && (type === '' || type === FORM || type === JSON_TYPE || type === 'text/plain')) return { ok: true, value: [] }
  if (type === FORM) return { ok: true, value: [...new URLSearchParams(body.text)] }
  return type === JSON_TYPE ? readJson(body.text) : { ok: false, error: 'MEDIA_TYPE_UNSUPPORTED' }
}

/** An upload's parts are read later (read-upload.ts), for a caller with a session; here only what is refused without reading. */
function checkUpload(request: Request, type: string): Reading<RawParameters> {
  if (type !== MULTIPART) return { ok: false, error: 'MEDIA_TYPE_UNSUPPORTED' }
  return declaresTooMuch(request, UPLOAD_LIMIT_BYTES) ? { ok: false, error: 'BODY_TOO_LARGE' } : { ok: true, value: [] }
}

function readJson(text: string): Reading<RawParameters> {
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return { ok: false, error: 'BODY_UNREADABLE' }
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { ok: false, error: 'BODY_UNREADABLE' }
  const entries = Object.entries(body)
  // JSON.parse keeps the last of two equal names; whoever checked the first would have checked something else.
  const seen = new Set<string>()
  for (const name of topLevelNames(text)) {
    if (seen.has(name)) entries.push([name, undefined])
    seen.add(name)
  }
  return { ok: true, value: entries }
}

/** The member names of the outermost object of a valid JSON text, repeated ones included. */
function topLevelNames(text: string): string[] {
  const names: string[] = []
  let depth = 0
  for (const token of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    const [piece, colon] = token
    if (piece === '{' || piece === '[') depth += 1
    else if (piece === '}' || piece === ']') depth -= 1
    else if (depth === 1 && colon !== undefined) names.push(JSON.parse(piece.slice(0, -colon.length)))
  }
  return names
}

/** Judges the parameters of an endpoint by its schema. An optional one that is sent empty (`target_price=`) counts as left out. */
export function parseParameters<E extends Endpoint>(endpoint: E, raw: RawParameters): Reading<ParsedInputOf<E>> {
  const { shape } = endpoint.input as z.ZodType as z.ZodObject
  const values: Record<string, string> = {}
  for (const [name, schema] of Object.entries(shape)) {
    const found = raw.filter(([given]) => given === name)
    if (found.length > 1) return { ok: false, error: 'PARAMETER_REPEATED', parameter: name }
    const [first] = found
    if (first === undefined) continue
    const text = asText(first[1])
    if (text === undefined) return { ok: false, error: 'PARAMETER_INVALID', parameter: name }
    if (text === '' && mayBeLeftOut(schema)) continue
    values[name] = text
  }
  const parsed = endpoint.input.safeParse(values)
  if (parsed.success) return { ok: true, value: parsed.data as ParsedInputOf<E> }
  const [issue] = parsed.error.issues
  const parameter = String(issue?.path[0] ?? '')
  const refused: { readonly error: ErrorName; readonly details?: Readonly<Record<string, string>> } = (issue && refusalOf(issue)) ?? {
    error: 'PARAMETER_INVALID',
  }
  return { ok: false, parameter, ...refused, details: { ...refused.details, ...(values[parameter] ? {} : { [MISSING]: '1' }) } }
}

function mayBeLeftOut(schema: z.core.$ZodType): boolean {
  return z.safeParse(schema, undefined).success
}

function asText(value: unknown): string | undefined {
  if (typeof value === 'number') return Number.isSafeInteger(value) && !Object.is(value, -0) ? String(value) : undefined
  if (typeof value !== 'string') return undefined
  // PostgreSQL text cannot hold a zero byte and half a surrogate pair is no character: neither may reach a query.
  return value.includes('\0') || /\p{Surrogate}/u.test(value) ? undefined : value
}
