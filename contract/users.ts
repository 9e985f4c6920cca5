/** Accounts and identity: sign-in, registration, codes, passwords, real-name verification, ranking. */
import { z } from 'zod'
import { endpoint } from './endpoint'
import { Decimal, Id, Milliseconds, Nothing, Page } from './primitives'

const Account = z.string().max(254)
const Password = z.string().max(256)
const Code = z.string().max(16)
export const ContactType = z.enum(['email', 'mobile'])

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
  input: z.object({ account: Account, password: Password, login_type: ContactType }),
  output: SignedIn,
  errors: ['ACCOUNT_REQUIRED', 'PASSWORD_REQUIRED', 'LOGIN_FAILED'],
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
    invite_code: z.string().max(32).optional(),
    sms_code: Code,
    key: z.string().max(128),
    mobile: z.string().max(32).optional(),
  }),
  output: SignedIn,
  errors: [],
})

export const sendEmailCode = endpoint({
  method: 'POST',
  path: '/api/notify/send_email',
  actor: 'anonymous',
  changesState: true,
  input: z.object({ to: Account, type: z.enum(['1', '2']).describe('1 register, 2 reset') }),
  output: Nothing,
  errors: [],
})

export const sendSmsCode = endpoint({
  method: 'POST',
  path: '/api/notify/send_sms',
  actor: 'anonymous',
  changesState: true,
  input: z.object({ to: Account, area_id: Id, type: z.enum(['1', '2']) }),
  output: Nothing,
  errors: [],
})

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/user/forget_password',
  actor: 'anonymous',
  changesState: true,
  input: z.object({ type: ContactType, account: Account, new_password: Password, secondary_password: Password, auth_code: Code }),
  output: Nothing,
  errors: [],
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/user/amend_password',
  actor: 'real',
  changesState: true,
  input: z.object({ new_password: Password, secondary_password: Password, auth_code: Code, old_password: Password.optional() }),
  output: Nothing,
  errors: [],
})

export const logout = endpoint({
  method: 'POST',
  path: '/api/user/logout',
  actor: 'session',
  changesState: true,
  input: z.object({}),
  output: Nothing,
  errors: [],
})

export const getTrader = endpoint({
  method: 'GET',
  path: '/api/user/info',
  actor: 'session',
  input: z.object({}),
  output: Trader.extend({ created_at: Milliseconds }),
  errors: [],
})

/** An addition to the specification: a single-use key with which the browser's socket signs in, valid for 30 s. */
export const createSocketTicket = endpoint({
  method: 'POST',
  path: '/v1/api/socket_ticket',
  actor: 'session',
  changesState: true,
  input: z.object({}),
  output: z.object({ ticket: z.string() }),
  errors: [],
})

export const uploadImage = endpoint({
  method: 'POST',
  path: '/api/common/image_upload',
  actor: 'session',
  changesState: true,
  multipart: true,
  input: z.object({}),
  output: z.object({ url: z.string() }),
  errors: [],
})

export const submitRealName = endpoint({
  method: 'POST',
  path: '/api/user_real/real_name',
  actor: 'real',
  changesState: true,
  input: z.object({
    name: z.string().max(128),
    card_id: z.string().max(64),
    front_pic: z.string().max(512),
    reverse_pic: z.string().max(512),
  }),
  output: Nothing,
  errors: [],
})

export const getRealName = endpoint({
  method: 'GET',
  path: '/api/user_real/center',
  actor: 'real',
  input: z.object({}),
  output: z.object({
    review_status: z.number().int().min(0).max(3).describe('0 not submitted, 1 waiting, 2 finished, 3 rejected'),
    name: z.string(),
    card_id: z.string(),
    front_pic: z.string(),
    reverse_pic: z.string(),
    reason: z.string(),
  }),
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
  input: z.object({ shows_name: z.enum(['0', '1']), name: z.string().trim().max(24).optional() }),
  output: RankingProfile,
  errors: ['RANKING_NAME_INVALID'],
})
