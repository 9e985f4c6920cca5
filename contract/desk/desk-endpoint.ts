/**
 * A call of the operator's desk: an endpoint with the permission it needs. Answered on the desk's own host only, under
 * `/api/desk/`, with an operator's token in the `authorization` header.
 *
 * Invariant: a call that acts for a company names it (`company`), and the permission is looked up in that company.
 */
import { z } from 'zod'
import { type Endpoint, endpoint } from '../endpoint'
import { TenantId } from '../tenant'
import type { Permission } from './roles'

/** `anyone`: no session. `operator`: a signed-in one, for themselves or with any role in the call's company. Else the permission in it. */
export type DeskAccess = 'anyone' | 'operator' | Permission

export interface DeskEndpoint<Input extends z.ZodType = z.ZodType, Output extends z.ZodType = z.ZodType> extends Endpoint<Input, Output> {
  readonly access: DeskAccess
}

type DeskDraft<Shape extends z.ZodRawShape, Output extends z.ZodType> = Pick<
  Endpoint<z.ZodObject<Shape>, Output>,
  'method' | 'output' | 'errors'
> & {
  readonly access: DeskAccess
  /** The last part of the path. */
  readonly path: string
  readonly input: Shape
}

/** A call for one company: `company` is added to its input. POST changes state, GET does not. */
export function deskEndpoint<Shape extends z.ZodRawShape, Output extends z.ZodType>({
  access,
  path,
  input,
  ...draft
}: DeskDraft<Shape, Output>) {
  return {
    ...endpoint({
      ...draft,
      path: `/api/desk/${path}`,
      actor: 'operator',
      changesState: draft.method === 'POST',
      input: z.object({ company: TenantId, ...input }),
    }),
    access,
  }
}

/** A call of the operator's own, in no company. */
export function ownEndpoint<Shape extends z.ZodRawShape, Output extends z.ZodType>({
  access,
  path,
  input,
  ...draft
}: DeskDraft<Shape, Output>) {
  return {
    ...endpoint({
      ...draft,
      path: `/api/desk/${path}`,
      actor: access === 'anyone' ? 'anonymous' : 'operator',
      changesState: draft.method === 'POST',
      input: z.object(input),
    }),
    access,
  }
}
