/** Accounts: sign-in, registration, codes, passwords, invitations, ranking. Sessions, two-step sign-in and identity have their own files. */
import { z } from 'zod'
import { endpoint } from './endpoint'
import { LONGEST } from './form-bounds'
import { Decimal, Id, Milliseconds, Nothing, Page } from './primitives'

const Account = z.string().max(LONGEST.account)
export const Password = z.string().max(LONGEST.password)
export const SentCode = z.string().max(LONGEST.sentCode)
/** A secret that one browser keeps; a sign-in from a device never seen before is told to the owner by mail. */
export const Device = z.string().max(128).describe('Client-held random text, kept between sign-ins')
const ContactType = z.enum(['email', 'mobile'])

export const Trader = z.object({
  id: Id,
  uid: z.string(),
  email: z.string(),
  mobile: z.string(),
  is_demo: z.union([z.literal(0), z.literal(1)]),
  invite_code: z.string(),
})
export type Trader = z.infer<typeof Trader>
export const SignedIn = Trader.extend({ token: z.string() })
export type SignedIn = z.infer<typeof SignedIn>

export const login = endpoint({
  method: 'POST',
  path: '/api/user/loginForU',
  actor: 'anonymous',
  changesState: true,
  input: z.object({ account: Account, password: Password, login_type: ContactType, device: Device.optional() }),
  output: SignedIn,
  // TWO_STEP_CODE_REQUIRED carries `details.challenge`, which loginTwoStep takes.
  errors: [
    'ACCOUNT_REQUIRED',
    'PASSWORD_REQUIRED',
    'LOGIN_FAILED',
    'ACCOUNT_FROZEN',
    'ACCOUNT_FROZEN_BY_COMPANY',
    'TWO_STEP_CODE_REQUIRED',
  ],
})

export const createDemoAccount = endpoint({
  method: 'GET',
  path: '/api/user/createAccountDemoForU',
  actor: 'anonymous',
  changesState: true,
  input: z.object({
    demo_id: z.string().max(128).optional().describe('Server-issued, returned earlier: signs in to that demo account again'),
  }),
  output: SignedIn.extend({ demo_id: z.string() }),
  errors: [],
})

export const register = endpoint({
  method: 'POST',
  path: '/api/user/register',
  actor: 'anonymous',
  changesState: true,
  input: z.object({
    type: ContactType,
    area_id: Id,
    account: Account,
    password: Password,
    re_password: Password,
    invite_code: z
      .string()
      .max(LONGEST.inviteCode)
      .optional()
      .describe('Of a real account of the company; left out, the account opens without one'),
    sms_code: SentCode.describe('The sent code, or the text in the image'),
    key: z.string().max(128).default('').describe('Id of the image; empty where a code was sent'),
    mobile: z
      .string()
      .max(LONGEST.mobile)
      .optional()
      .describe('Beside an email address, and needed where is_show_mobile is not 0; the whole number, or the one inside the area'),
    device: Device.optional(),
  }),
  output: SignedIn,
  errors: [
    'ACCOUNT_REQUIRED',
    'PASSWORD_REQUIRED',
    'CODE_REQUIRED',
    'MOBILE_REQUIRED',
    'AREA_UNKNOWN',
    'ACCOUNT_INVALID',
    'MOBILE_INVALID',
    'PASSWORD_MISMATCH',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_TOO_COMMON',
    'COUNTRY_REFUSED',
    'INVITE_CODE_UNKNOWN',
    'CAPTCHA_WRONG',
    'CODE_WRONG',
    'REGISTRATION_REFUSED',
  ],
})

export const sendEmailCode = endpoint({
  method: 'POST',
  path: '/api/notify/send_email',
  actor: 'anonymous',
  changesState: true,
  input: z.object({
    to: Account,
    type: z.enum(['1', '2']).describe('1 register, 2 reset or change of the password'),
    device: Device.optional(),
  }),
  output: Nothing,
  errors: ['ACCOUNT_REQUIRED', 'ACCOUNT_INVALID', 'CODE_TOO_SOON'],
})

export const sendSmsCode = endpoint({
  method: 'POST',
  path: '/api/notify/send_sms',
  actor: 'anonymous',
  changesState: true,
  input: z.object({ to: Account, area_id: Id, type: z.enum(['1', '2']), device: Device.optional() }),
  output: Nothing,
  errors: ['ACCOUNT_REQUIRED', 'AREA_UNKNOWN', 'ACCOUNT_INVALID', 'COUNTRY_REFUSED', 'CODE_TOO_SOON'],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/user/forget_password',
  actor: 'anonymous',
  changesState: true,
  input: z.object({ type: ContactType, account: Account, new_password: Password, secondary_password: Password, auth_code: SentCode }),
  output: Nothing,
  errors: [
    'ACCOUNT_REQUIRED',
    'PASSWORD_REQUIRED',
    'CODE_REQUIRED',
    'PASSWORD_MISMATCH',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_TOO_COMMON',
    'CODE_WRONG',
    'ACCOUNT_FROZEN_BY_COMPANY',
  ],
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/user/amend_password',
  actor: 'real',
  changesState: true,
  input: z.object({ new_password: Password, secondary_password: Password, auth_code: SentCode, old_password: Password.optional() }),
  output: Nothing,
  errors: [
    'PASSWORD_REQUIRED',
    'CODE_REQUIRED',
    'PASSWORD_MISMATCH',
    'PASSWORD_TOO_SHORT',
    'PASSWORD_TOO_COMMON',
    'OLD_PASSWORD_WRONG',
    'CODE_WRONG',
  ],
})

export const getTrader = endpoint({
  method: 'GET',
  path: '/api/user/info',
  actor: 'session',
  input: z.object({}),
  output: Trader.extend({
    created_at: Milliseconds,
    // Additions: a broker that has no two-step sign-in leaves them out.
    two_step: z
      .union([z.literal(0), z.literal(1)])
      .default(0)
      .describe('1 = signing in asks for a second code'),
    step_up_until: Milliseconds.default(0).describe('Until when payout methods and withdrawals need no second code again'),
  }),
  errors: [],
})

/** An addition to the specification: who was invited. The code itself is part of the trader. */
export const getInvite = endpoint({
  method: 'GET',
  path: '/api/user/invite',
  actor: 'real',
  input: z.object({}),
  output: z.object({ invite_code: z.string(), joined: z.number().int().describe('Accounts opened with the code') }),
  errors: [],
})

export const resetDemoAccount = endpoint({
  method: 'GET',
  path: '/v1/api/main/user/resetForexDemoAccount',
  actor: 'demo',
  changesState: true,
  input: z.object({}),
  output: Nothing,
  errors: [],
})

export const RankingEntry = z.object({
  user: z.string().describe('Masked, unless the trader shows a name'),
  multiple: z.string().describe('Leverage most used; empty where no order had one'),
  three_week_rate: Decimal.describe('Percent of the capital at the start of the three weeks'),
  three_week_win: Decimal.describe('Percent of closed orders with a profit'),
  three_week_profit: Decimal.describe('USDT, realised, after fees'),
  total_rate: Decimal,
  total_trade_num: z.number().int(),
  code: z.string(),
  drawdown: Decimal.describe('Largest fall of the realised balance from its peak, percent'),
  three_week_trade_num: z.number().int().describe('How many closed orders the three-week figures rest on'),
})
export type RankingEntry = z.infer<typeof RankingEntry>
/** The columns a ranking can be ordered by. */
export const RankingSort = z.enum([
  'multiple',
  'three_week_rate',
  'three_week_win',
  'three_week_profit',
  'total_rate',
  'total_trade_num',
  'drawdown',
  'three_week_trade_num',
])
export type RankingSort = z.infer<typeof RankingSort>
export const listRanking = endpoint({
  method: 'GET',
  path: '/api/follow/list',
  actor: 'anonymous',
  input: z.object({
    page: Page.optional(),
    kind: z.enum(['real', 'demo']).optional().describe('Never mixed; real when absent, demo on a demo site'),
    sort: RankingSort.optional().describe('three_week_rate when absent'),
    direction: z.enum(['desc', 'asc']).optional().describe('Largest first when absent'),
  }),
  output: z.object({ data: z.array(RankingEntry), total: z.number().int(), kind: z.enum(['real', 'demo']), computed_at: Milliseconds }),
  errors: [],
})

export const RankingProfile = z.object({ shows_name: z.union([z.literal(0), z.literal(1)]), name: z.string() })
export type RankingProfile = z.infer<typeof RankingProfile>
export const getRankingProfile = endpoint({
  method: 'GET',
  path: '/api/follow/profile',
  actor: 'session',
  input: z.object({}),
  output: RankingProfile,
  errors: [],
})
export const setRankingProfile = endpoint({
  method: 'POST',
  path: '/api/follow/set_profile',
  actor: 'session',
  changesState: true,
  input: z.object({ shows_name: z.enum(['0', '1']), name: z.string().trim().max(LONGEST.rankingName).optional() }),
  output: RankingProfile,
  errors: ['RANKING_NAME_INVALID'],
})
