/**
 * An endpoint is a value. Router, typed client, mock handlers, isolation matrix and fuzzing are all driven by it,
 * so a call exists in exactly one place.
 *
 * Not here: how a call is carried out (broker/) or shown (app/).
 */
import { z } from 'zod'
import type { ErrorName } from './errors'

/**
 * Who may call. `anonymous`: anyone. `session`: a signed-in trader. `real`: a signed-in trader of a real account.
 * `demo`: a signed-in demo trader. `operator`: somebody at the desk (contract/desk/), on the desk's host only.
 */
export type EndpointActor = 'anonymous' | 'session' | 'real' | 'demo' | 'operator'

export interface Endpoint<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> {
  readonly method: 'GET' | 'POST'
  /** True when the same path also answers POST with the same parameters as a form or JSON body. */
  readonly postTwin: boolean
  readonly path: string
  readonly actor: EndpointActor
  readonly changesState: boolean
  readonly multipart: boolean
  /** True where a trader with two-step sign-in must have given a code again within the last minutes. */
  readonly stepUp: boolean
  /** How long the broker itself may wait for somebody else before it answers, in milliseconds: so much longer is its answer waited for. */
  readonly waitsMs: number
  readonly input: Input
  readonly output: Output
  /** Business errors in the order in which they are checked; the errors that any call may give are not repeated. */
  readonly errors: readonly ErrorName[]
}

type EndpointDraft<Input extends z.ZodType, Output extends z.ZodType> = Pick<
  Endpoint<Input, Output>,
  'method' | 'path' | 'actor' | 'input' | 'output' | 'errors'
> &
  Partial<Pick<Endpoint, 'postTwin' | 'changesState' | 'multipart' | 'stepUp' | 'waitsMs'>>

export function endpoint<Input extends z.ZodType, Output extends z.ZodType>(draft: EndpointDraft<Input, Output>): Endpoint<Input, Output> {
  const changesState = draft.changesState ?? false
  return {
    ...draft,
    changesState,
    multipart: draft.multipart ?? false,
    stepUp: draft.stepUp ?? false,
    waitsMs: draft.waitsMs ?? 0,
    // Every state-changing GET of the specification has a POST twin, and the site itself uses only the twins.
    postTwin: draft.postTwin ?? (draft.method === 'GET' && changesState),
  }
}

export type InputOf<E extends Endpoint> = z.input<E['input']>
export type ParsedInputOf<E extends Endpoint> = z.output<E['input']>
export type OutputOf<E extends Endpoint> = z.output<E['output']>

/** The answer to every call, good or bad. */
export const Envelope = z.object({
  code: z.number().int(),
  msg: z.string(),
  data: z.unknown(),
  /** What fills the placeholders of a refusal's text, for programs: `{"price":"1.08650"}`. */
  details: z.record(z.string(), z.string()).optional(),
})
export type Envelope = z.infer<typeof Envelope>
export const SUCCESS_CODE = 1
