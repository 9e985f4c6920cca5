/**
 * What a site and a broker in one process hand each other besides calls: the brands as the site serves them, and what the broker
 * says of a brand's file. A broker elsewhere reads brands of its own.
 */
import type { Tenant, TenantSections } from './tenant'
import type { TenantProblem } from './tenant/problem'

/** What keeps the folder of a brand from being served as it is. */
export interface BrandProblem extends TenantProblem {
  readonly tenantId: string
  /** Who has the host that this brand wants. */
  readonly owner?: string
}

export interface BrandUpdate {
  /** All that are served from now on, in the order of their ids. */
  readonly tenants: readonly Tenant[]
  /** Those of them that have come or are another than before. */
  readonly changed: readonly string[]
  readonly problems: readonly BrandProblem[]
}

/** A change of a brand's content, as its audit trail tells it. */
export interface BrandRecord {
  readonly tenantId: string
  /** Hash of the folder before; null for a brand that was not there. */
  readonly before: string | null
  readonly after: string
  readonly revision: number
  /** `file` when nobody knows who edited the folder; `machine:<user>` for the command. */
  readonly by: 'file' | `machine:${string}`
}

/** Whoever serves brands. */
export interface BrandFollower {
  /** Before brands are served for the first time. What fails here is tried again later, and everybody else is served meanwhile. */
  prepare?(joining: readonly Tenant[]): Promise<void>
  /** Before brands that are served are served by what their files say now. What fails here leaves them as they are, and is tried again. */
  changing?(brands: readonly Tenant[]): Promise<void>
  /** From this moment on. Must not wait for anything. */
  take(update: BrandUpdate): void
  /** A change of a brand's content has been written down. */
  recorded?(record: BrandRecord): Promise<void>
}

/** `did you mean "name"? ` when something known is spelled almost like it, else nothing. */
export type Nearest = (word: unknown, known: readonly string[]) => string

/** What a broker has to say of a brand's files beyond their form: only it knows where money can go, what is traded and what news may say. */
export interface BrandJudge {
  /** Of the sections that are right by themselves. */
  fileProblems(sections: Pick<TenantSections, 'wallet' | 'trading' | 'log'>, nearest: Nearest): readonly Omit<TenantProblem, 'file'>[]
  /** @param known files of the folder that were read already, by name */
  newsProblems(tenantsDir: string, tenantId: string, known?: ReadonlyMap<string, Buffer>): readonly TenantProblem[]
}
