/**
 * The wire writes `created_at`, the site `createdAt`. Values are left as they are: what a number of the wire stands for is read beside the
 * noun that it belongs to. Parameters keep their names, for a field of a form is called as the parameter of its call.
 */
type OwnName<Name extends string> = Name extends `${infer Head}_${infer Rest}` ? `${Head}${Capitalize<OwnName<Rest>>}` : Name

export type InOwnNames<Value> = Value extends readonly (infer Item)[]
  ? readonly InOwnNames<Item>[]
  : Value extends object
    ? { [Key in keyof Value as Key extends string ? OwnName<Key> : Key]: InOwnNames<Value[Key]> }
    : Value

/** Only names of the wire: what an answer lists by code, as EURUSD, keeps its keys. */
const OF_THE_WIRE = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$/
const ownName = (name: string): string =>
  OF_THE_WIRE.test(name) ? name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) : name

/** An answer with everything in it under the site's names. */
export function inOwnNames<Value>(value: Value): InOwnNames<Value> {
  const read = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(read)
    if (part === null || typeof part !== 'object') return part
    return Object.fromEntries(Object.entries(part).map(([name, inner]) => [ownName(name), read(inner)]))
  }
  return read(value) as InOwnNames<Value>
}
