/** The kinds of columns that every table is made of. */
import { bigint } from 'drizzle-orm/pg-core'

export const identity = (name: string) => bigint(name, { mode: 'bigint' }).generatedAlwaysAsIdentity()
export const reference = (name: string) => bigint(name, { mode: 'bigint' })
export const fixed = (name: string) => bigint(name, { mode: 'bigint' })
export const millis = (name: string) => bigint(name, { mode: 'number' })
