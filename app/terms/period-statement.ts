/** A statement of a month or a tax year, in the site's words. */
import type { OutputOf } from '../../contract/endpoint'
import type { getPeriodStatement, listStatements, SignedStatement, StatementKind, StatementRow } from '../../contract/statements'

export type { StatementKind }

interface ListedStatement {
  readonly period: string
  readonly from: number
  readonly to: number
  /** `closed` is signed when it is asked for. */
  readonly state: 'running' | 'closed' | 'signed'
}

export interface StatementSummary {
  readonly opening: string
  readonly closing: string
  readonly kinds: readonly { readonly kind: StatementKind; readonly count: number; readonly sum: string }[]
  readonly rows: number
}

export interface StatementSignature {
  /** As it was signed: canonical JSON of what is put into a file, and pasted where it is checked. */
  readonly whole: SignedStatement
  readonly by: string
  readonly number: string
  readonly hash: string
  readonly keyId: string
  readonly signature: string
  readonly rowsHash: string
  readonly at: number
  /** That its hash is in the public log; null until it is. */
  readonly proof: string | null
}

export interface PeriodStatement {
  readonly period: string
  readonly from: number
  readonly to: number
  readonly state: 'running' | 'preparing' | 'signed' | 'wrong'
  readonly progress: { readonly done: number; readonly of: number }
  readonly summary: StatementSummary | null
  readonly signature: StatementSignature | null
}

export type { StatementRow }

export const readListedStatements = ({ periods }: OutputOf<typeof listStatements>): readonly ListedStatement[] => periods

export function readPeriodStatement({ signed, proof, ...rest }: OutputOf<typeof getPeriodStatement>): PeriodStatement {
  return {
    ...rest,
    signature:
      signed === null
        ? null
        : {
            whole: signed,
            by: signed.body.legal_entity,
            number: signed.body.number,
            hash: signed.hash,
            keyId: signed.key_id,
            signature: signed.signature,
            rowsHash: signed.body.rows_hash,
            at: signed.body.at,
            proof,
          },
  }
}

/** Keys of the words for what a row of a statement is. */
export const KIND_KEYS: Readonly<Record<StatementKind, string>> = {
  deposit: 'user:deposit',
  withdrawal: 'wallet:statement.withdrawal',
  profit: 'order:figure.realised',
  fee: 'wallet:part.fee',
  funding: 'public:honesty.overnight',
  protection: 'wallet:record.negative_balance_protection',
  correction: 'wallet:correction',
  demo: 'wallet:record.demo_grant',
}
