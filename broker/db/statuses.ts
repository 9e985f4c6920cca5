/** Where an order, a payment and an identity case stand: the wire's numbers, so that no second status map exists. */
import { type SQL, sql } from 'drizzle-orm'

export const ORDER_STATUS = { pending: 0, holding: 1, completed: 3 } as const
/** Of a deposit or a withdrawal. */
export const PAYMENT_STATUS = { unchecked: 0, completed: 1, rejected: 2, invalid: 3 } as const
/** Of a challenge; what waits, is granted, refused or taken back has the numbers of a payment. `asked` waits for the trader. */
export const CHALLENGE_STATUS = { open: 0, corrected: 1, stands: 2, withdrawn: 3, asked: 4 } as const
/** Of a price alert: it waits, it rests, it has told, or it is deleted and may be brought back for a while. */
export const ALERT_STATUS = { active: 0, paused: 1, told: 2, deleted: 3 } as const
export const CASE_STATUS = { waiting: 1, finished: 2, rejected: 3 } as const

/** A number as a part of the statement's text: an index of some rows is found by its own words, not by a parameter. */
export const literal = (number: number): SQL => sql.raw(String(number))
