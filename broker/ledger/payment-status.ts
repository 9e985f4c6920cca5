/** Where a withdrawal or a deposit stands, as the wire and the store number it. */
export const UNCHECKED = 0
export const COMPLETED = 1
export const REJECTED = 2
export const INVALID = 3
