/**
 * What carries out a call once the HTTP layer has decided who calls, for which company and with which parameters.
 *
 * Invariant: company and trader of a call come from the host and the session, never from its input. A call that changes
 * state runs in one database transaction that also keeps the reply of its idempotency key; an outcome that is not ok
 * undoes everything the handler wrote in it.
 */
import type { Endpoint, OutputOf, ParsedInputOf } from '../../contract/endpoint'
import type { ErrorName } from '../../contract/errors'
import type { ENDPOINTS, EndpointName } from '../../contract/index'
import type { Language } from '../../contract/primitives'
import type { Tenant } from '../../contract/tenant'
import type { Tx } from '../db/open-database'

/** The signed-in trader of a call. `id` is unique within the tenant. */
export interface CallTrader {
  readonly id: string
  readonly uid: string
  readonly isDemo: boolean
  /** SHA-256 of the session token, lower-case hex: names the session without being able to use it. */
  readonly sessionHash: string
}

/** The picture of a multipart call, as it came: at most the contract's bytes, and nothing about it is believed yet. */
export interface Upload {
  readonly bytes: Uint8Array
}

export interface CallClient {
  /** The User-Agent, cut to a length that can be kept. */
  readonly userAgent: string
  readonly address: string
}

export type Outcome<Data, Failure extends ErrorName = ErrorName> =
  | { readonly ok: true; readonly data: Data }
  /** `details` fills the placeholders of the error's text and is never shown otherwise. */
  | { readonly ok: false; readonly error: Failure; readonly details?: Readonly<Record<string, string>> }

export function done<Data>(data: Data): Outcome<Data, never> {
  return { ok: true, data }
}

export function refused<Failure extends ErrorName>(error: Failure, details?: Readonly<Record<string, string>>): Outcome<never, Failure> {
  return details === undefined ? { ok: false, error } : { ok: false, error, details }
}

/** `after` is no cursor of the list it was given to. */
export const badCursor = (): Outcome<never, 'PARAMETER_INVALID'> => refused('PARAMETER_INVALID', { parameter: 'after' })

export interface Call<E extends Endpoint> {
  readonly input: ParsedInputOf<E>
  /** The company the call belongs to; null only on a shared host for a call that needs none (the company list). */
  readonly tenant: Tenant | null
  readonly trader: CallTrader | null
  /** The open transaction of the tenant: always there for a signed-in trader and for a call that changes state. */
  readonly tx: Tx | null
  readonly language: Language
  /** Unix milliseconds of the broker's clock when the call arrived. */
  readonly now: number
  readonly requestId: string
  /** The client as far as it is known: what it says it is, and the address it comes from (empty where nobody knows). */
  readonly client: CallClient
  /** Hash of the token that came with the call, even where the call needs none: a sign-in ends the session it replaces. */
  readonly tokenHash: string | undefined
  /** The part `file` of a multipart call; null where there is none. */
  readonly upload: Upload | null
  /** What the handler's preparation gave (`prepared`); undefined where it has none. */
  readonly preparation: unknown
  /**
   * A write of the call's transaction that is sent behind the others without being waited for: it is waited for before the
   * commit, and undoes everything when it fails. Only after the last thing that could still refuse.
   */
  readonly writeLast: (write: Promise<unknown>) => void
  /** Runs `task` once the transaction is committed and before the answer leaves; not when it is rolled back or replayed. */
  readonly afterCommit: (task: () => void) => void
  /** Runs `task` when the transaction failed after this: it may have been committed all the same, and only its answer was lost. */
  readonly inDoubt: (task: () => void) => void
}

/** A call in a tenant's name. */
export type TenantCall<E extends Endpoint> = Call<E> & { readonly tenant: Tenant }
/** A call in an open transaction of its tenant. */
export type WriteCall<E extends Endpoint> = TenantCall<E> & { readonly tx: Tx }
/** A call of a signed-in trader, in an open transaction (of a read, too). */
export type TraderCall<E extends Endpoint> = WriteCall<E> & { readonly trader: CallTrader }

export type Answering<E extends Endpoint> = (call: Call<E>) => Promise<Outcome<OutputOf<E>>>
export type TenantHandler<E extends Endpoint> = (call: TenantCall<E>) => Promise<Outcome<OutputOf<E>>>
type WriteHandler<E extends Endpoint> = (call: WriteCall<E>) => Promise<Outcome<OutputOf<E>>>
export type TraderHandler<E extends Endpoint> = (call: TraderCall<E>) => Promise<Outcome<OutputOf<E>>>

/** How a call is carried out: what is run, and what the transaction around it has to know. */
export interface Handler<E extends Endpoint> {
  readonly run: Answering<E>
  /** In the call's transaction; or in short ones of its own, without an idempotency key, because what it counts stays counted. */
  readonly transaction: 'call' | 'own'
  /** It writes nothing before it knows that it will not refuse: there is nothing to undo when it does. */
  readonly writesLast: boolean
  /** Slow work before the transaction, which may not be held open that long. It changes nothing; a refusal is the call's answer. */
  readonly prepare: Preparation<E, unknown> | null
  /** What is waited for outside the transaction before the answer leaves, also when it is given again. */
  readonly settling: Settling | null
}

/** An answer that was kept while something was still under way. */
export interface Unsettled {
  readonly tenant: Tenant
  /** The output, as it was answered. */
  readonly data: unknown
  readonly language: Language
}

export interface Settling {
  /** Stands in the text of every answer that is not final yet, and in no other. */
  readonly mark: string
  /** The final answer; null: it stays as it is. */
  run(answered: Unsettled): Promise<Outcome<unknown> | null>
}

/** A handler that answers anybody, with or without a company. */
export const answering = <E extends Endpoint>(run: Answering<E>): Handler<E> => ({
  run,
  transaction: 'call',
  writesLast: false,
  prepare: null,
  settling: null,
})

export const writingLast = <E extends Endpoint>(handler: Handler<E>): Handler<E> => ({ ...handler, writesLast: true })

export const settling = <E extends Endpoint>(handler: Handler<E>, work: Settling | null): Handler<E> => ({ ...handler, settling: work })

export const inOwnTransactions = <E extends Endpoint>(handler: Handler<E>): Handler<E> => ({ ...handler, transaction: 'own' })

/** What a preparation knows: the judged input and the company; who calls is not known yet. */
export interface Preparing<E extends Endpoint> {
  readonly input: ParsedInputOf<E>
  readonly tenant: Tenant
  readonly tokenHash: string | undefined
  readonly upload: Upload | null
  readonly client: CallClient
  readonly now: number
}
export type Preparation<E extends Endpoint, Prepared> = (call: Preparing<E>) => Promise<Outcome<Prepared>>

/** A handler with slow work before its transaction: a password's hash, a picture's re-encoding. */
export function withPreparation<E extends Endpoint, Prepared>(
  prepare: Preparation<E, Prepared>,
  handlerOf: (preparation: Prepared) => Handler<E>,
): Handler<E> {
  return { ...answering((call) => handlerOf(call.preparation as Prepared).run(call)), prepare }
}

/** A handler for every endpoint, by its name: one that is forgotten does not compile. */
export type Handlers = { readonly [Name in EndpointName]: Handler<(typeof ENDPOINTS)[Name]> }
/** Those of one room, or of a test; what is not there answers NOT_AVAILABLE_YET. */
export type SomeHandlers = Partial<Handlers>

/** Handler of a call in a company's name: without a company the caller is told COMPANY_UNKNOWN. */
export function forTenant<E extends Endpoint>(handler: TenantHandler<E>): Handler<E> {
  return answering((call) => {
    const { tenant } = call
    return tenant === null ? Promise.resolve(refused('COMPANY_UNKNOWN')) : handler({ ...call, tenant })
  })
}

/** Handler of a state-changing call that anybody may make. */
export function inTransaction<E extends Endpoint>(handler: WriteHandler<E>): Handler<E> {
  return forTenant((call) => {
    const { tx } = call
    if (tx === null) throw new Error('a state-changing call was run outside a transaction')
    return handler({ ...call, tx })
  })
}

/** Handler of a call that only a signed-in trader makes; the HTTP layer has already checked that. */
export function forTrader<E extends Endpoint>(handler: TraderHandler<E>): Handler<E> {
  return inTransaction((call) => {
    const { trader } = call
    if (trader === null) throw new Error('a call of a signed-in trader was run without one')
    return handler({ ...call, trader })
  })
}
