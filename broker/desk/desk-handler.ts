/**
 * What carries out a call of the desk once it is decided who calls, for which company, and that they may.
 *
 * Invariant: a call runs in one transaction of the company it names; an outcome that is not ok undoes everything written in it. Who
 * acted is written into the company's log (record-desk-event.ts) in the same transaction.
 */

import type { DESK_ENDPOINTS, DeskEndpointName } from '../../contract/desk'
import type { DeskEndpoint } from '../../contract/desk/desk-endpoint'
import type { Permission, Role } from '../../contract/desk/roles'
import { SESSION_CALLS } from '../../contract/desk/session'
import type { OutputOf, ParsedInputOf } from '../../contract/endpoint'
import type { Language } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'
import type { CallClient, Outcome } from '../calls/handler'
import type { Tx } from '../db/open-database'

/** The signed-in operator, and what they may do in the call's company. */
export interface CallOperator {
  readonly id: string
  readonly name: string
  readonly displayName: string
  readonly permissions: ReadonlySet<Permission>
}

/** Somebody at work with a role in the call's company. */
export interface Colleague {
  readonly name: string
  readonly displayName: string
  readonly roles: readonly Role[]
}

export interface DeskCall<E extends DeskEndpoint> {
  readonly input: ParsedInputOf<E>
  readonly tenant: Tenant
  readonly operator: CallOperator
  /** By name, the caller among them; empty in calls that do not ask for them (answer-desk-call.ts). */
  readonly colleagues: readonly Colleague[]
  /** Of those who decided first, who may still do so: nobody else's word is one of two. */
  readonly stillMay: (actor: string | null) => Promise<boolean>
  /** The open transaction of the company. */
  readonly tx: Tx
  readonly language: Language
  /** Unix milliseconds of the broker's clock. */
  readonly now: number
  readonly requestId: string
  readonly client: CallClient
  /** Runs `task` once the transaction is committed; not when it is rolled back or replayed. */
  readonly afterCommit: (task: () => void) => void
  /** Runs `task` when the transaction failed after this: it may have been committed all the same. */
  readonly inDoubt: (task: () => void) => void
  /** Figures or notices of the trader changed: the trader's connections are told after the commit. */
  readonly touched: (traderId: bigint) => void
}

export type DeskHandler<E extends DeskEndpoint> = (call: DeskCall<E>) => Promise<Outcome<OutputOf<E>>>

/** A call of the operator's own, in no company (session-handlers.ts). */
export type OwnCallName = keyof typeof SESSION_CALLS
export type CompanyCallName = Exclude<DeskEndpointName, OwnCallName>

/** A handler for every call that acts for a company: one that is forgotten does not compile. */
export type DeskHandlers = { readonly [Name in CompanyCallName]: DeskHandler<(typeof DESK_ENDPOINTS)[Name]> }
/** Those of one area of the desk. */
export type SomeDeskHandlers = Partial<DeskHandlers>

export function isOwnCall(name: DeskEndpointName): name is OwnCallName {
  return Object.hasOwn(SESSION_CALLS, name)
}

/** `operator:<name>`, as it stands in every log. */
export function operatorActor({ name }: Pick<CallOperator, 'name'>): `operator:${string}` {
  return `operator:${name}`
}
