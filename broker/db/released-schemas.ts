/** The last migration of each released version; a line is added with every release. */
import type { Released } from './judge-migrations'

export const RELEASED: Released = {}

/** Migrations before this one were made when a new version was only started after the old one had ended. */
export const FIRST_HELD = '0034_leases'
