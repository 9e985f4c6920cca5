/** The body of an answer as text; null for one that is longer, of which the rest is not fetched. */
export async function readBounded({ body }: Response, maxBytes: number): Promise<string | null> {
  const parts: Uint8Array[] = []
  let length = 0
  const reader = body?.getReader()
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    parts.push(part.value)
    length += part.value.length
    if (length <= maxBytes) continue
    await reader?.cancel().catch(() => {})
    return null
  }
  return Buffer.concat(parts).toString('utf8')
}
