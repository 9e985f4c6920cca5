/** The signed-in trader's receipts of a day as texts, a page each; null where they cannot be had. */
import { paths } from '../../../addresses/paths'

export async function ownReceipts(day: string): Promise<string[] | null> {
  const texts: string[] = []
  let after: string | undefined
  do {
    const answer = await fetch(paths.action.dayReceipts({ day, after })).catch(() => null)
    if (answer?.ok !== true) return null
    const { receipts, proofs, next } = (await answer.json()) as { receipts: unknown[]; proofs: unknown[]; next: string | null }
    if (receipts.length > 0) texts.push(JSON.stringify({ receipts, proofs }))
    after = next ?? undefined
  } while (after !== undefined)
  return texts
}
