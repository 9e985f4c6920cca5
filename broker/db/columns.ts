/** The kinds of columns that every table is made of. */
import { sql } from 'drizzle-orm'
import { bigint, customType } from 'drizzle-orm/pg-core'

export const identity = (name: string) => bigint(name, { mode: 'bigint' }).generatedAlwaysAsIdentity()
/**
 * For rows whose id a trader is told: drawn, so that two of their own say nothing of how many others there are. They grow with the
 * time they were drawn at; two of one millisecond come in either order.
 */
export const drawnIdentity = (name: string) => bigint(name, { mode: 'bigint' }).default(sql`drawn_id()`)
export const reference = (name: string) => bigint(name, { mode: 'bigint' })
export const fixed = (name: string) => bigint(name, { mode: 'bigint' })
export const millis = (name: string) => bigint(name, { mode: 'number' })
export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' })
