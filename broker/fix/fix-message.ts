/**
 * A message as a list of fields, in the order of the wire, and its bytes.
 *
 * What a field says is read when it is asked for: one that is missing or says nothing sensible throws a `FieldProblem`, which the
 * session answers with a Reject that names it.
 */
import type { Fixed } from '../../rules/decimal'
import { readCount, readNumber, readTime } from './fix-values'
import { BEGIN_STRING, RejectReason, Tag } from './tags'

export const SOH = '\x01'

export type Field = readonly [tag: number, value: string | number]

/** What is wrong with one field of a message that was received. */
export class FieldProblem extends Error {
  override readonly name = 'FieldProblem'
  constructor(
    readonly tag: number,
    readonly reason: number,
    text: string,
  ) {
    super(text)
  }
}

export class FixMessage {
  constructor(readonly fields: readonly (readonly [tag: number, value: string])[]) {}

  /** Empty where the field is missing. */
  text(tag: number): string {
    return this.fields.find(([own]) => own === tag)?.[1] ?? ''
  }

  has(tag: number): boolean {
    return this.fields.some(([own]) => own === tag)
  }

  isYes(tag: number): boolean {
    return this.text(tag) === 'Y'
  }

  get type(): string {
    return this.text(Tag.MsgType)
  }

  /** @throws FieldProblem */
  needText(tag: number): string {
    const text = this.text(tag)
    if (text === '') throw new FieldProblem(tag, RejectReason.RequiredTagMissing, `required tag ${tag} is missing`)
    return text
  }

  /** @throws FieldProblem when it is missing or no number. */
  needNumber(tag: number): Fixed {
    return this.#read(tag, readNumber)
  }

  /** 0 where the field is missing. @throws FieldProblem when it is no number. */
  number(tag: number): Fixed {
    return this.has(tag) ? this.needNumber(tag) : 0n
  }

  /** @throws FieldProblem when it is missing or no count. */
  needCount(tag: number): number {
    return this.#read(tag, readCount)
  }

  /** Unix milliseconds. @throws FieldProblem when it is missing or no time. */
  needTime(tag: number): number {
    return this.#read(tag, readTime)
  }

  /**
   * The entries of a repeating group, each from its first field to the next entry; the last one reaches to the end of the message.
   * @throws FieldProblem when there are not as many as the field says.
   */
  group(countTag: number): FixMessage[] {
    const at = this.fields.findIndex(([tag]) => tag === countTag)
    if (at < 0) return []
    const count = this.needCount(countTag)
    const rest = this.fields.slice(at + 1)
    const first = rest[0]?.[0]
    const starts = rest.flatMap(([tag], index) => (tag === first ? [index] : []))
    if (count === 0) return []
    if (starts.length !== count) throw new FieldProblem(countTag, RejectReason.GroupCount, `tag ${countTag} says ${count} entries`)
    return starts.map((start, index) => new FixMessage(rest.slice(start, starts[index + 1])))
  }

  #read<T>(tag: number, read: (text: string) => T | null): T {
    const value = read(this.needText(tag))
    if (value === null) throw new FieldProblem(tag, RejectReason.DataFormat, `tag ${tag} is not understood`)
    return value
  }

  /** With `|` for the separator and without a password, for logs and tests. */
  toString(): string {
    return this.fields.map(([tag, value]) => `${tag}=${tag === Tag.Password ? '***' : value}`).join('|')
  }
}

/** The bytes of a message; `fields` begin with MsgType. A value never brings a separator or a character that Latin-1 does not have. */
export function encodeMessage(fields: readonly Field[]): Buffer {
  const body = fields.map(([tag, value]) => `${tag}=${String(value).replace(/[^\x20-\xff]/g, '?')}${SOH}`).join('')
  const head = `${Tag.BeginString}=${BEGIN_STRING}${SOH}${Tag.BodyLength}=${body.length}${SOH}${body}`
  const bytes = Buffer.from(head, 'latin1')
  return Buffer.concat([bytes, Buffer.from(`${Tag.CheckSum}=${checksumOf(bytes)}${SOH}`)])
}

export function checksumOf(bytes: Buffer): string {
  let sum = 0
  for (const byte of bytes) sum += byte
  return String(sum % 256).padStart(3, '0')
}

/** Fields that count the bytes of the one behind them, which may hold separators. */
const LENGTH_TAGS = new Set([90, 93, 95, 212, 348, 350, 352, 354, 356, 358, 360, 362, 364, 618, 621])

/** The fields of a text that ends with a separator; null when it is not made of fields. */
export function splitFields(text: string): [number, string][] | null {
  const fields: [number, string][] = []
  let at = 0
  while (at < text.length) {
    const equals = text.indexOf('=', at)
    const tag = equals < 0 ? null : readCount(text.slice(at, equals))
    if (tag === null || tag === 0) return null
    const [lengthTag, length] = fields.at(-1) ?? [0, '']
    const from = equals + 1
    const end = LENGTH_TAGS.has(lengthTag) ? from + (readCount(length) ?? 0) : text.indexOf(SOH, from)
    if (text[end] !== SOH) return null
    fields.push([tag, text.slice(from, end)])
    at = end + 1
  }
  return fields
}
