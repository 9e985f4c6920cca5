/** How two contents of a brand's folder differ: in JSON files place by place, in all others by their names. */

interface Difference {
  readonly file: string
  /** Place in a JSON file, dotted; empty when the whole file is meant. */
  readonly path: string
  /** As JSON, or the size of a file that is not read; undefined where there was nothing. */
  readonly before: string | undefined
  readonly after: string | undefined
}

type Files = ReadonlyMap<string, Buffer>

/** By file and place, in the order of the names; empty for the same content. */
export function brandDiff(before: Files, after: Files): Difference[] {
  const names = [...new Set([...before.keys(), ...after.keys()])].sort()
  return names.flatMap((file) => {
    const [one, other] = [before.get(file), after.get(file)]
    if (one !== undefined && other !== undefined && one.equals(other)) return []
    const [old, present] = [leavesOf(file, one), leavesOf(file, other)]
    if (old === null || present === null || one === undefined || other === undefined)
      return [{ file, path: '', before: sizeOf(one), after: sizeOf(other) }]
    const places = [...new Set([...old.keys(), ...present.keys()])]
    const found = places
      .map((path) => ({ file, path, before: old.get(path), after: present.get(path) }))
      .filter((difference) => difference.before !== difference.after)
    // Only spaces, or the order of the keys.
    return found.length > 0 ? found : [{ file, path: '', before: sizeOf(one), after: sizeOf(other) }]
  })
}

/** `+`, `-` or the old and the new value, on one line. */
export function describeDifference({ file, path, before, after }: Difference): string {
  const place = path === '' ? file : `${file} ${path}`
  if (before === undefined) return `+ ${place}: ${after}`
  if (after === undefined) return `- ${place}: ${before}`
  return `  ${place}: ${before} → ${after}`
}

const SHOWN_LETTERS = 160

/** Every value of a JSON file by its place, a list of plain values as one; null for what is no JSON file. */
function leavesOf(file: string, content: Buffer | undefined): ReadonlyMap<string, string> | null {
  if (!file.endsWith('.json') || content === undefined) return null
  const leaves = new Map<string, string>()
  const collect = (value: unknown, path: string): void => {
    const isList = Array.isArray(value) && value.every((item) => typeof item !== 'object')
    const entries = typeof value === 'object' && value !== null && !isList ? Object.entries(value) : []
    if (entries.length === 0) leaves.set(path, shortenValue(JSON.stringify(value)))
    for (const [key, inner] of entries) collect(inner, path === '' ? key : `${path}.${key}`)
  }
  try {
    collect(JSON.parse(content.toString('utf8')), '')
    return leaves
  } catch {
    return null
  }
}

function shortenValue(json: string): string {
  return json.length <= SHOWN_LETTERS ? json : `${json.slice(0, SHOWN_LETTERS)}… (${json.length} letters)`
}

function sizeOf(content: Buffer | undefined): string | undefined {
  return content === undefined ? undefined : `${content.byteLength} bytes`
}
