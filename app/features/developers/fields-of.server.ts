/** A JSON Schema as a flat list of fields, one line each, for reading. Named shapes are not opened: they have their own place. */
import type { JsonSchema } from '../../../contract/documents/json-schema'
import type { ShownField } from './contract-page'

type Schema = JsonSchema & { readonly properties?: Readonly<Record<string, JsonSchema>>; readonly required?: readonly string[] }

const shapeOf = ({ $ref }: JsonSchema): string => (typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : '')

/** The shape behind a schema, through lists and alternatives. */
function shapeIn(schema: JsonSchema): string {
  const parts = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined
  if (parts !== undefined) return parts.map(shapeIn).find((name) => name !== '') ?? ''
  return schema.type === 'array' ? shapeIn((schema.items ?? {}) as JsonSchema) : shapeOf(schema)
}

/** `string`, `"1" | "2"`, `Order[]`, `integer | null`. */
export function typeOf(schema: JsonSchema): string {
  const parts = (schema.anyOf ?? schema.oneOf) as readonly JsonSchema[] | undefined
  if (parts !== undefined) return [...new Set(parts.map(typeOf))].join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  if (schema.type === 'array') {
    const inner = typeOf((schema.items ?? {}) as JsonSchema)
    return inner.includes(' ') ? `(${inner})[]` : `${inner}[]`
  }
  const shape = shapeOf(schema)
  if (shape !== '') return shape
  if (typeof schema.pattern === 'string' && schema.pattern.includes('(\\.\\d')) return 'decimal'
  return typeof schema.type === 'string' ? schema.type : 'any'
}

/** @param prefix of the names, with its point or brackets */
export function fieldsOf(schema: JsonSchema, prefix = ''): ShownField[] {
  const { type, properties = {}, required = [] } = schema as Schema
  if (type === 'array') {
    const items = (schema.items ?? {}) as Schema
    return items.type === 'object' ? fieldsOf(items, `${prefix}[].`) : [lineOf(prefix === '' ? '[]' : prefix, items, true)]
  }
  if (type !== 'object' || Object.keys(properties).length === 0) return prefix === '' ? [] : [lineOf(prefix, schema, true)]
  const names = new Set(required)
  return Object.entries(properties).flatMap(([name, part]) => [
    lineOf(`${prefix}${name}`, part, names.has(name)),
    ...innerFields(part, `${prefix}${name}`),
  ])
}

/** The fields of an object that stands in a field, or of the objects in its list. */
function innerFields(part: JsonSchema, name: string): ShownField[] {
  if (part.type === 'object') return fieldsOf(part, `${name}.`).filter((field) => field.name !== `${name}.`)
  const items = part.type === 'array' ? (part.items as JsonSchema | undefined) : undefined
  return items?.type === 'object' ? fieldsOf(items, `${name}[].`) : []
}

function lineOf(name: string, schema: JsonSchema, isRequired: boolean): ShownField {
  const description = typeof schema.description === 'string' ? schema.description : ''
  return { name, type: typeOf(schema), isRequired, description, shape: shapeIn(schema) }
}
