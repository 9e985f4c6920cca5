/**
 * Checks the file of a statement in the browser: the signature over its head, and that the rows are those that were signed and make the
 * closing balance of the opening one, to the last digit.
 *
 * Invariant: a file passes only as it was written; a part that is there twice, or one more, makes it fail.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import type { SignedStatement, StatementRow } from '../../../contract/statements'
import { type Amount, formatAmount, parseAmount } from '../../../rules/money'
import type { CheckReport, InputProblem } from './check-receipts'
import { AT_ONCE, canonicalOrNull, checkReceipts, MAX_CHARACTERS } from './check-receipts'

/** What the rows of a statement come to. */
export interface StatementSum {
  /** `null`: they add up, and are those that were signed. */
  readonly fault: null | 'rows' | 'balance' | 'sums'
  readonly rows: number
  /** Of `balance`: the row, from 1. */
  readonly place: number
  /** Empty where nothing can be named. */
  readonly expected: string
  readonly stated: string
}

export interface StatementReport extends CheckReport {
  readonly sum: StatementSum
}

interface StatementFile {
  readonly statement: unknown
  readonly proof: string | undefined
  readonly rows: readonly unknown[]
}

/** Null for what is no statement's file. */
function fileOf(text: string): StatementFile | null {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return null
    const { statement, rows, proof, ...rest } = parsed as Record<string, unknown>
    // One head alone: neither a list of receipts nor a file of them with proofs.
    const isHead = typeof statement === 'object' && statement !== null && !Array.isArray(statement) && !('receipts' in statement)
    const isFile = isHead && Array.isArray(rows) && Object.keys(rest).length === 0
    return isFile && (proof === undefined || typeof proof === 'string') ? { statement, proof, rows } : null
  } catch {
    return null
  }
}

/** How the site writes it, and how it is written by whoever reads and writes JSON. */
function formsOf({ statement, proof, rows }: StatementFile): string[] {
  const lines = rows.map((row) => `\n${canonicalOrNull(row)}`)
  const proven = proof === undefined ? '' : `,"proof":${JSON.stringify(proof)}`
  const whole = proof === undefined ? { statement, rows } : { statement, proof, rows }
  return [
    `{"statement":${canonicalOrNull(statement)}${proven},"rows":[${lines.join(',')}\n]}`,
    JSON.stringify(whole),
    JSON.stringify(whole, null, 2),
  ]
}

/** Null for what is no statement's file; `statement_unsigned` of a period that is not over. */
export async function checkStatement(
  text: string,
  keys: Parameters<typeof checkReceipts>[1],
  breathe: () => Promise<void>,
): Promise<StatementReport | { readonly ok: false; readonly problem: InputProblem } | null> {
  const file = fileOf(text)
  if (file === null) return null
  if (text.length > MAX_CHARACTERS) return { ok: false, problem: 'statement_too_large' }
  const { statement, rows, proof } = file
  if ('signature' in (statement as object) && (statement as { signature: unknown }).signature === null)
    return { ok: false, problem: 'statement_unsigned' }
  const head = await checkReceipts(canonicalOrNull(statement) ?? '', keys)
  if (!head.ok) return head
  const isExact = formsOf(file).includes(text.replace(/\r?\n$/, ''))
  const sum = await sumOf(statement as SignedStatement, rows, breathe)
  const [checked] = head.receipts
  const isFalse = head.verdict === 'false' || !isExact || (checked?.fault === null && sum.fault !== null)
  const proofs = proof === undefined || checked === undefined ? null : new Map([[checked.receipt.hash, proof]])
  return { ...head, verdict: isFalse ? 'false' : head.verdict, isExact, proofs, sum }
}

const NAMED = { place: 0, expected: '', stated: '' }

/** The first thing that is wrong. What was signed is looked at first, so that a row which was changed is not called a wrong sum. */
async function sumOf({ body }: SignedStatement, given: readonly unknown[], breathe: () => Promise<void>): Promise<StatementSum> {
  const count = given.length
  const wrong = (fault: StatementSum['fault'], named: Partial<typeof NAMED> = {}): StatementSum => ({
    fault,
    rows: count,
    ...NAMED,
    ...named,
  })
  const hash = sha256.create()
  for (const [index, row] of given.entries()) {
    if (index % (AT_ONCE * AT_ONCE) === AT_ONCE) await breathe()
    hash.update(utf8ToBytes(`${canonicalOrNull(row)}\n`))
  }
  const rowsHash = bytesToHex(hash.digest())
  if (rowsHash !== body.rows_hash || body.rows !== count) return wrong('rows', { expected: String(body.rows_hash), stated: rowsHash })
  try {
    const rows = given as readonly StatementRow[]
    const sums = new Map<string, { count: number; sum: Amount }>()
    let balance = parseAmount(body.opening)
    for (const [index, row] of rows.entries()) {
      const amount = parseAmount(row.amount)
      balance += amount
      if (balance !== parseAmount(row.balance) || row.n !== index + 1)
        return wrong('balance', { place: index + 1, expected: formatAmount(balance), stated: row.balance })
      const { count: of, sum } = sums.get(row.kind) ?? { count: 0, sum: 0n }
      sums.set(row.kind, { count: of + 1, sum: sum + amount })
    }
    const isKind = ({ kind, count: of, sum }: (typeof body.kinds)[number]) =>
      sums.get(kind)?.count === of && sums.get(kind)?.sum === parseAmount(sum)
    if (sums.size !== body.kinds.length || !body.kinds.every(isKind)) return wrong('sums')
    if (balance !== parseAmount(body.closing)) return wrong('sums', { expected: formatAmount(balance), stated: body.closing })
    return wrong(null)
  } catch {
    // What is no amount adds up to nothing.
    return wrong('rows')
  }
}
