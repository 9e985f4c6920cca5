/** Takes two-step sign-in off an account, with the recovery codes and with what was asked about it at the desk. */
import { eq } from 'drizzle-orm'
import type { Tx } from '../db/open-database'
import { trader } from '../db/schema'
import type { TraderRow } from '../traders/trader-row'
import { forgetCodes } from './recovery-codes'

/** Nobody wishes it off at the desk. */
export const NOBODY_ASKS = { twoStepOffBy: null, twoStepOffAt: null, twoStepOffReason: null } as const

export async function dropTwoStep(tx: Tx, row: Pick<TraderRow, 'id' | 'tenantId'>): Promise<void> {
  await tx
    .update(trader)
    .set({ twoStepSecret: null, twoStepSince: null, twoStepLastStep: null, ...NOBODY_ASKS })
    .where(eq(trader.id, row.id))
  await forgetCodes(tx, row)
}
