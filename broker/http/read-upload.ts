/**
 * Reads the one picture of a multipart body.
 *
 * Invariant: a body is read only for a caller who has a session, never beyond its limit, and all bodies under way together hold no
 * more than a fixed amount of memory; one that stops coming is given up.
 */
import type { ErrorName } from '../../contract/errors'
import type { Upload } from '../calls/handler'
import { declaresTooMuch, UPLOAD_LIMIT_BYTES } from '../calls/read-body'
import type { Reading } from '../calls/read-parameters'
import { within } from '../ground/within'

/** Bytes of all bodies that are being read or worked on: a few of the largest, or many of the usual size. */
const HELD_LIMIT_BYTES = 40 * 1024 * 1024
/** Without a byte for this long, or not complete after that long, nobody waits any more. */
const SILENCE_LIMIT_MS = 15_000
const TOTAL_LIMIT_MS = 120_000
/** A form with a picture has a few parts. Thousands of empty ones would only keep the parser busy. */
const MAX_PARTS = 10

interface UploadLimits {
  readonly heldBytes: number
  readonly silenceMs: number
  readonly totalMs: number
}

const LIMITS: UploadLimits = { heldBytes: HELD_LIMIT_BYTES, silenceMs: SILENCE_LIMIT_MS, totalMs: TOTAL_LIMIT_MS }

export class UploadReader {
  readonly #limits: UploadLimits
  #held = 0

  constructor(limits: Partial<UploadLimits> = {}) {
    this.#limits = { ...LIMITS, ...limits }
  }

  /** Gives the part `file` to `work` (null where there is none) and counts its bytes until the work is done. */
  async read<T>(request: Request, work: (upload: Reading<Upload | null>) => Promise<T>): Promise<T> {
    const before = { bytes: 0 }
    try {
      const body = await this.#readBody(request, before)
      return await work(body.ok ? await partOf(request, body.value) : body)
    } finally {
      this.#held -= before.bytes
    }
  }

  async #readBody(request: Request, taken: { bytes: number }): Promise<Reading<Buffer<ArrayBuffer>>> {
    if (declaresTooMuch(request, UPLOAD_LIMIT_BYTES)) return { ok: false, error: 'BODY_TOO_LARGE' }
    if (request.body === null) return { ok: false, error: 'BODY_UNREADABLE' }
    const reader = request.body.getReader()
    const endsAt = performance.now() + this.#limits.totalMs
    const chunks: Uint8Array[] = []
    const giveUp = async (error: ErrorName): Promise<Reading<Buffer<ArrayBuffer>>> => {
      await reader.cancel().catch(() => {})
      return { ok: false, error }
    }
    try {
      for (;;) {
        const next = await within(Math.min(this.#limits.silenceMs, endsAt - performance.now()), reader.read())
        if (next === 'late') return await giveUp('BODY_UNREADABLE')
        if (next.done) return { ok: true, value: Buffer.concat(chunks) }
        const { byteLength } = next.value
        if (taken.bytes + byteLength > UPLOAD_LIMIT_BYTES) return await giveUp('BODY_TOO_LARGE')
        if (this.#held + byteLength > this.#limits.heldBytes) return await giveUp('TOO_MANY_REQUESTS')
        taken.bytes += byteLength
        this.#held += byteLength
        chunks.push(next.value)
      }
    } catch {
      // The client broke off.
      return { ok: false, error: 'BODY_UNREADABLE' }
    }
  }
}

async function partOf(request: Request, body: Buffer<ArrayBuffer>): Promise<Reading<Upload | null>> {
  const type = request.headers.get('content-type') ?? ''
  if (!hasFewParts(type, body)) return { ok: false, error: 'BODY_UNREADABLE' }
  let parts: FormDataEntryValue[]
  try {
    parts = (await new Response(body, { headers: { 'content-type': type } }).formData()).getAll('file')
  } catch {
    return { ok: false, error: 'BODY_UNREADABLE' }
  }
  const [part, ...more] = parts
  if (more.length > 0) return { ok: false, error: 'PARAMETER_REPEATED', parameter: 'file' }
  // A form that is sent without a choice has an empty file in it; a part without a file name is a text.
  if (part === undefined || typeof part === 'string' || part.size === 0) return { ok: true, value: null }
  return { ok: true, value: { bytes: new Uint8Array(await part.arrayBuffer()) } }
}

function hasFewParts(type: string, body: Buffer): boolean {
  const boundary = /;\s*boundary=(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type)
  const mark = boundary?.[1] ?? boundary?.[2]
  if (mark === undefined) return false
  let found = 0
  for (let at = body.indexOf(`--${mark}`); at >= 0; at = body.indexOf(`--${mark}`, at + mark.length)) {
    found += 1
    if (found > MAX_PARTS + 1) return false
  }
  return true
}
