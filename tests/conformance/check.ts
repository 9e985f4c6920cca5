/**
 * What a check is, and how it ends: it returns, it says what was expected and what came instead, or it says what it would need.
 * No test framework: the suite runs against any server that speaks the contract.
 */
import type { z } from 'zod'
import type { Subject } from './subject'

export interface Check {
  /** `group.what-must-hold`; never used twice. */
  readonly name: string
  /** Of the contract, as a reader finds it: `§4 Arithmetic`. */
  readonly section: string
  run(subject: Subject): Promise<void>
}

/** The server did something else than the contract says. */
export class Mismatch extends Error {
  constructor(
    readonly what: string,
    readonly expected: string,
    readonly got: string,
  ) {
    super(`${what}: expected ${expected}, got ${got}`)
  }
}

/** The check cannot be made with what there is; it counts as neither passed nor failed. */
export class NotChecked extends Error {
  constructor(readonly needs: string) {
    super(`needs ${needs}`)
  }
}

const TEXT_MAX = 400

export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX)}…` : text
}

/** Both are plain values; they are compared as JSON. @throws Mismatch */
export function same(what: string, got: unknown, expected: unknown): void {
  if (JSON.stringify(got) !== JSON.stringify(expected)) throw new Mismatch(what, shown(expected), shown(got))
}

/** @throws Mismatch with `expected` in words */
export function holds(what: string, isTrue: boolean, expected: string, got: unknown): void {
  if (!isTrue) throw new Mismatch(what, expected, shown(got))
}

/** @throws Mismatch naming the first place that does not fit */
export function fits<Schema extends z.ZodType>(what: string, schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const path = issue?.path.map(String) ?? []
  const found = path.reduce<unknown>((place, key) => (place as Record<string, unknown> | null | undefined)?.[key], value)
  throw new Mismatch(
    `${what}${path.length === 0 ? '' : `, field ${path.join('.')}`}`,
    issue?.message ?? 'what the contract says',
    shown(found),
  )
}
