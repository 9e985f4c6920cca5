/** What is owed and a trader's own parts of it, in the site's words. */
import type { OutputOf } from '../../contract/endpoint'
import type { getSolvency } from '../../contract/solvency'

type Answer = OutputOf<typeof getSolvency>
export type Solvency = ReturnType<typeof readSolvency>

export function readSolvency({ newest, hours, assets }: Answer) {
  return {
    newest:
      newest === null ? null : { document: newest.document, hash: newest.hash, own: newest.own === null ? null : readOwn(newest.own) },
    hours,
    assets:
      assets?.map(({ is_on_chain: isOnChain, as_of: asOf, stated_by: statedBy, ...asset }) => ({ ...asset, isOnChain, asOf, statedBy })) ??
      null,
  }
}

function readOwn({ under_review: underReview, ...own }: NonNullable<NonNullable<Answer['newest']>['own']>) {
  return { ...own, underReview }
}

/** Back in the words of the wire: what a trader saves, and whoever has no code of ours checks. */
export function writeNewest({ document, hash, own }: NonNullable<Solvency['newest']>): NonNullable<Answer['newest']> {
  if (own === null) return { document, hash, own }
  const { underReview, ...rest } = own
  return { document, hash, own: { ...rest, under_review: underReview } }
}
