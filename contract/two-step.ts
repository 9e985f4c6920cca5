/** Two-step sign-in: a time-based code (RFC 6238: SHA-1, 6 digits, 30 s) or a recovery code besides the password. */
import { z } from 'zod'
import { endpoint } from './endpoint'
import { LONGEST } from './form-bounds'
import { Milliseconds, Nothing } from './primitives'
import { Device, Password, SentCode, SignedIn } from './users'

/** Six digits of the authenticator, or a recovery code. Spaces and dashes count for nothing. */
const TwoStepCode = z.string().max(LONGEST.twoStepCode)

/** The second half of a sign-in that was answered with TWO_STEP_CODE_REQUIRED. */
export const loginTwoStep = endpoint({
  method: 'POST',
  path: '/api/user/login_two_step',
  actor: 'anonymous',
  changesState: true,
  input: z.object({ challenge: z.string().max(128), code: TwoStepCode, device: Device.optional() }),
  output: SignedIn,
  errors: ['CODE_REQUIRED', 'TWO_STEP_CHALLENGE_INVALID', 'ACCOUNT_FROZEN', 'ACCOUNT_FROZEN_BY_COMPANY', 'TWO_STEP_CODE_WRONG'],
})

export const getTwoStep = endpoint({
  method: 'GET',
  path: '/api/user/two_step',
  actor: 'real',
  input: z.object({}),
  output: z.object({
    is_on: z.union([z.literal(0), z.literal(1)]),
    turned_on_at: Milliseconds.describe('0 while it is off'),
    recovery_codes_left: z.number().int(),
  }),
  errors: [],
})

/**
 * A new secret; nothing is on before enableTwoStep proves that the authenticator has it. It is given only to who proves to be the
 * owner: a session alone must not be able to shut the owner out.
 */
export const startTwoStep = endpoint({
  method: 'POST',
  path: '/api/user/two_step/start',
  actor: 'real',
  changesState: true,
  input: z.object({
    password: Password.optional().describe('The password the account signs in with, or'),
    auth_code: SentCode.optional().describe('a code sent with type 2; the only proof where the address was never proven'),
  }),
  output: z.object({ secret: z.string().describe('Base32'), uri: z.string().describe('otpauth://') }),
  errors: ['OWNER_PROOF_REQUIRED', 'CODE_WRONG', 'PASSWORD_WRONG', 'CONTACT_UNPROVEN', 'TWO_STEP_ALREADY_ON'],
})

export const enableTwoStep = endpoint({
  method: 'POST',
  path: '/api/user/two_step/enable',
  actor: 'real',
  changesState: true,
  input: z.object({ code: TwoStepCode }),
  output: z.object({ recovery_codes: z.array(z.string()).describe('Shown once; each works once') }),
  errors: ['CODE_REQUIRED', 'TWO_STEP_ALREADY_ON', 'TWO_STEP_NOT_STARTED', 'TWO_STEP_CODE_WRONG'],
})

export const disableTwoStep = endpoint({
  method: 'POST',
  path: '/api/user/two_step/disable',
  actor: 'real',
  changesState: true,
  input: z.object({ code: TwoStepCode }),
  output: Nothing,
  errors: ['CODE_REQUIRED', 'TWO_STEP_NOT_ON', 'TWO_STEP_CODE_WRONG'],
})

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/api/user/two_step/recovery_codes',
  actor: 'real',
  changesState: true,
  input: z.object({ code: TwoStepCode }),
  output: z.object({ recovery_codes: z.array(z.string()) }),
  errors: ['CODE_REQUIRED', 'TWO_STEP_NOT_ON', 'TWO_STEP_CODE_WRONG'],
})

/** Asks again in a running session; what needs it (`stepUp` of an endpoint) is then open for five minutes. */
export const confirmTwoStep = endpoint({
  method: 'POST',
  path: '/api/user/two_step/confirm',
  actor: 'real',
  changesState: true,
  input: z.object({ code: TwoStepCode }),
  output: z.object({ until: Milliseconds }),
  errors: ['CODE_REQUIRED', 'TWO_STEP_NOT_ON', 'TWO_STEP_CODE_WRONG'],
})
