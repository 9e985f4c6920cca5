/** The hosts that belong to the house and to no company. */

/** Where calls of every company are answered. */
export const apiHost = (baseDomain: string): string => `api.${baseDomain}`

/** Where operators sign in. */
export const deskHost = (baseDomain: string): string => `desk.${baseDomain}`
