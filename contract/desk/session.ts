/** Signing in at the desk, and who one is there. */
import { z } from 'zod'
import { Nothing } from '../primitives'
import { ownEndpoint } from './desk-endpoint'
import { PERMISSIONS, ROLES } from './roles'

export const OperatorInfo = z.object({
  name: z.string(),
  display_name: z.string(),
  companies: z.array(
    z.object({ id: z.string(), name: z.string(), roles: z.array(z.enum(ROLES)), permissions: z.array(z.enum(PERMISSIONS)) }),
  ),
})
export type OperatorInfo = z.infer<typeof OperatorInfo>

/** Password and the authenticator's code together; a wrong one of either is the same refusal. */
export const deskLogin = ownEndpoint({
  method: 'POST',
  path: 'login',
  access: 'anyone',
  input: { name: z.string().max(64), password: z.string().max(256), code: z.string().max(16) },
  output: OperatorInfo.extend({ token: z.string() }),
  errors: ['DESK_LOGIN_FAILED'],
})

export const deskLogout = ownEndpoint({ method: 'POST', path: 'logout', access: 'operator', input: {}, output: Nothing, errors: [] })

export const getOperator = ownEndpoint({ method: 'GET', path: 'operator', access: 'operator', input: {}, output: OperatorInfo, errors: [] })

/** Ends all other sessions of the operator. */
export const changeOperatorPassword = ownEndpoint({
  method: 'POST',
  path: 'password',
  access: 'operator',
  input: { old_password: z.string().max(256), new_password: z.string().max(256), code: z.string().max(16) },
  output: Nothing,
  errors: ['DESK_LOGIN_FAILED', 'PASSWORD_TOO_SHORT', 'PASSWORD_TOO_COMMON'],
})

/** For the socket of the desk: used once, within 30 s. */
export const createDeskTicket = ownEndpoint({
  method: 'POST',
  path: 'socket_ticket',
  access: 'operator',
  input: {},
  output: z.object({ ticket: z.string() }),
  errors: [],
})

export const SESSION_CALLS = { deskLogin, deskLogout, getOperator, changeOperatorPassword, createDeskTicket }
