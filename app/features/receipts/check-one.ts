import { checkReceipts } from './check-receipts'
import { deviceMemory } from './device-memory'
import type { CheckedAgainst } from './load-verify.server'
import { type ProofStep, proofSteps } from './log-steps'
import { readLog } from './read-log'

export type { ProofStep } from './log-steps'

/** The five checks of a text that holds one receipt or statement; null for any other text. */
export async function checkOne(text: string, { keys, logs }: CheckedAgainst): Promise<readonly ProofStep[] | null> {
  const result = await checkReceipts(text, keys)
  const [checked] = result.ok ? result.receipts : []
  if (!result.ok || checked === undefined) return null
  return proofSteps({
    checked,
    proof: result.proofs === null ? undefined : (result.proofs.get(checked.receipt.hash) ?? null),
    log: logs.find(({ broker }) => broker === checked.receipt.body.broker),
    memory: deviceMemory(),
    readerOf: readLog,
  })
}
