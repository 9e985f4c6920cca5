/**
 * Reads a request body up to a limit, as text.
 *
 * Invariant: never more than `limitBytes` are held, whatever Content-Length claims, and text is valid UTF-8 or refused.
 */
import type { ErrorName } from '../../contract/errors'

export const BODY_LIMIT_BYTES = 64 * 1024
/** An image of 8 MB and the multipart lines round it. */
export const UPLOAD_LIMIT_BYTES = 8 * 1024 * 1024 + 64 * 1024

type BodyText = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly error: ErrorName }

/** True when the length that the client declares is already too large; a missing length is judged while reading. */
export function declaresTooMuch(request: Request, limitBytes: number): boolean {
  const declared = request.headers.get('content-length')
  return declared !== null && !(/^\d{1,15}$/.test(declared) && Number(declared) <= limitBytes)
}

export async function readBodyText(request: Request, limitBytes: number): Promise<BodyText> {
  if (declaresTooMuch(request, limitBytes)) return { ok: false, error: 'BODY_TOO_LARGE' }
  if (request.body === null) return { ok: true, text: '' }
  const chunks: Uint8Array[] = []
  let size = 0
  const reader = request.body.getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      size += value.byteLength
      if (size > limitBytes) {
        await reader.cancel()
        return { ok: false, error: 'BODY_TOO_LARGE' }
      }
      chunks.push(value)
    }
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks)) }
  } catch {
    // The client broke off, or the bytes are not UTF-8: both leave nothing that could be carried out.
    return { ok: false, error: 'BODY_UNREADABLE' }
  }
}
