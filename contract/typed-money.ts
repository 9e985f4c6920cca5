/** What an amount that a person types may be, for schemas and for screens: constants without a schema. */

/** Decimals of every amount that a person types, of whatever currency: what balances are shown with. */
export const TYPED_MONEY_DECIMALS = 2
export const TYPED_MONEY_EXAMPLE = '250.75'
/** The largest amount that a person may type, of whatever currency. */
export const TYPED_MONEY_MAX = '90000000000'
