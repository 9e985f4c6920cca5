/**
 * What an author reads about a place in their file that does not fit: the reason in plain words, and how to mend it (the values
 * that are allowed, the nearest known name, what the field is for). Both come from the schema itself, so they cannot disagree with it.
 */
import { closest, distance } from 'fastest-levenshtein'
import { z } from 'zod'
import { MESSAGE } from '../../contract/money-places'
import { TenantFile } from '../../contract/tenant'

/** What is used of a JSON schema. */
export interface SchemaNode {
  readonly type?: string
  readonly description?: string
  readonly default?: unknown
  readonly const?: unknown
  readonly enum?: readonly string[]
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly required?: readonly string[]
  readonly items?: SchemaNode
  readonly additionalProperties?: SchemaNode | boolean
  readonly anyOf?: readonly SchemaNode[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly pattern?: string
  readonly format?: string
}

/** The file of a company as a JSON schema: what editors complete it by, and what docs/tenant.md is written from. */
export function tenantSchema(): SchemaNode {
  return z.toJSONSchema(TenantFile, { io: 'input' }) as SchemaNode
}

/** Made when something is first wrong: no start waits for it. */
let madeSchema: SchemaNode | undefined
function schema(): SchemaNode {
  madeSchema ??= tenantSchema()
  return madeSchema
}

type Place = readonly (string | number | symbol)[]
interface Advice {
  readonly path: string
  readonly reason: string
  readonly mend: string | undefined
}

/** The reasons that the contract says with a single word, because the desk has texts for them. */
const WORDS: Readonly<Record<string, string>> = {
  [MESSAGE.between]: 'lies outside what is allowed',
  [MESSAGE.required]: 'is empty',
  [MESSAGE.form]: 'is not in the right form',
}

/** One advice for each thing that the schema found; several keys that do not belong there are several things. */
export function adviseOn(issue: z.core.$ZodIssue): Advice[] {
  const path = writePlace(issue.path)
  const node = nodeAt(issue.path)
  if (issue.code === 'unrecognized_keys') {
    const known = Object.keys(node?.properties ?? {})
    return issue.keys.map((key) => ({
      path,
      reason: `unknown key "${key}"`,
      mend: `${nearest(key, known)}known here: ${known.join(', ')}`,
    }))
  }
  const reason = WORDS[issue.message] ?? reasonOf(issue)
  return [{ path, reason, mend: mendOf(issue, node) }]
}

function reasonOf(issue: z.core.$ZodIssue): string {
  if (issue.code === 'invalid_type' && /received undefined$/.test(issue.message)) return 'is missing'
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message
  return issue.message.replace(/^Invalid (?:input|option): /, '')
}

function mendOf(issue: z.core.$ZodIssue, node: SchemaNode | undefined): string | undefined {
  const meaning = node?.description
  const values = allowedValues(node)
  if (values.length > 0) return `${nearest(issue.input, values)}allowed: ${values.join(', ')}`
  if (issue.code === 'invalid_type' && node?.type !== undefined)
    return `write ${WRITTEN[node.type] ?? node.type}${meaning === undefined ? '' : `: ${meaning}`}`
  return meaning
}

const WRITTEN: Readonly<Record<string, string>> = {
  string: 'a text in quotes',
  number: 'a number without quotes',
  integer: 'a whole number without quotes',
  boolean: 'true or false without quotes',
  array: 'a list in [ ]',
  object: 'a group of fields in { }',
}

export function allowedValues(node: SchemaNode | undefined): readonly string[] {
  if (node?.enum !== undefined) return node.enum
  return node?.const === undefined ? [] : [String(node.const)]
}

/** `did you mean "name"? ` when something known is spelled almost like it. */
export function nearest(word: unknown, known: readonly string[]): string {
  if (typeof word !== 'string' || word.length > 64 || known.length === 0) return ''
  const best = closest(word.toLowerCase(), [...known])
  return distance(word.toLowerCase(), best.toLowerCase()) <= Math.max(2, Math.floor(best.length / 3)) ? `did you mean "${best}"? ` : ''
}

function nodeAt(place: Place): SchemaNode | undefined {
  return place.reduce<SchemaNode | undefined>((node, part) => {
    const inner = node?.anyOf?.find(({ type }) => type === 'object') ?? node
    if (typeof part === 'number') return inner?.items
    const name = String(part)
    if (inner?.properties !== undefined && Object.hasOwn(inner.properties, name)) return inner.properties[name]
    return typeof inner?.additionalProperties === 'object' ? inner.additionalProperties : undefined
  }, schema())
}

function writePlace(place: Place): string {
  return place.map(String).join('.')
}
