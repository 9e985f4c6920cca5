/** Signing in at the desk, and who one is there. */
import { z } from 'zod'
import { LONGEST } from '../form-bounds'
import { Nothing } from '../primitives'
import { Password } from '../users'
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

const OperatorCode = z.string().max(LONGEST.operatorCode)

/** Password and the authenticator's code together; a wrong one of either is the same refusal. */
export const deskLogin = ownEndpoint({
  method: 'POST',
  path: 'login',
  access: 'anyone',
  input: { name: z.string().max(LONGEST.operatorName), password: Password, code: OperatorCode },
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
  input: { old_password: Password, new_password: Password, code: OperatorCode },
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
