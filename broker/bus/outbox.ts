/** Writes a private event into the transaction that causes it. */
import type { Tx } from '../db/open-database'
import { outbox } from '../db/schema'
import type { BusEvent } from './bus'

/** `payload` must be plain JSON: money as decimal text, no bigint. `now` in Unix milliseconds. */
export async function writeEvent(tx: Tx, event: BusEvent, now: number): Promise<void> {
  const { tenantId, traderId, topic, payload } = event
  await tx.insert(outbox).values({ tenantId, traderId: BigInt(traderId), topic, payload, createdAt: now })
}
