/** Every page of the site, for everybody who may open it, with what they must find there. */

/** Who looks: nobody, a real account with money, one with two-step sign-in on, a demo account, an operator at the desk. */
export type Visitor = 'nobody' | 'real' | 'secured' | 'demo' | 'operator'

export interface Place {
  /** With `{article}`, `{order}` and `{trader}` where the address names something of this company. */
  readonly path: string
  readonly as: Visitor
  /** The screen is known by one of these texts: a heading, the title of the document, or the name of a region. */
  readonly shows: readonly string[]
  /** Where the visitor is sent to instead. */
  readonly sentTo?: string
  /** It shows texts with their open places, as documentation. */
  readonly isManual?: boolean
  /** Looked at in all 21 languages. */
  readonly everywhere?: boolean
}

const shown = (as: Visitor, path: string, shows: string | readonly string[], more: Partial<Place> = {}): Place => ({
  path,
  as,
  shows: typeof shows === 'string' ? [shows] : shows,
  ...more,
})

const EVERYWHERE = { everywhere: true }

/** Pages for everybody. */
const OPEN: readonly Place[] = [
  shown('nobody', '/', 'product:title', EVERYWHERE),
  shown('nobody', '/trade?code=EURUSD', 'trade:price.region', EVERYWHERE),
  shown('nobody', '/news', 'tabbar:news'),
  shown('nobody', '/news/detail?id={article}', 'tabbar:news'),
  shown('nobody', '/rank', 'documentary:title'),
  shown('nobody', '/rank?tab=copy', 'documentary:copyTitle'),
  shown('nobody', '/feedback', 'user:feedback'),
  shown('nobody', '/feedback/wording?screen=/trade', 'account:wording.title'),
  shown('nobody', '/login', 'auth:logIn'),
  shown('nobody', '/login?from=%2Forder', 'auth:logIn'),
  shown('nobody', '/login/code', 'auth:logIn', { sentTo: '/login' }),
  shown('nobody', '/register', 'auth:openAnAccount'),
  shown('nobody', '/register?type=mobile&invite_code=ABC123', 'auth:openAnAccount'),
  shown('nobody', '/forgot', 'auth:resetPassword'),
  shown('nobody', '/product', 'public:searchMarkets'),
  shown('nobody', '/language', 'user:language'),
  shown('nobody', '/proof', 'proof:title'),
  shown('nobody', '/verify', 'receipt:title'),
  shown('nobody', '/verify/day', 'proof:day.title'),
  shown('nobody', '/execution', 'execution:title'),
  shown('nobody', '/developers', 'developers:title', { isManual: true }),
  shown('nobody', '/developers?part=trading', 'developers:title', { isManual: true }),
  shown('nobody', '/not-me', 'account:notMe.title'),
  shown('nobody', '/alert-mail?key=x', 'notice:alertMail.title'),
  shown('nobody', '/mine/email', 'user:companyEmail'),
  shown('nobody', '/mine/announcement', 'user:announcement'),
  shown('nobody', '/mine/chat', 'user:customerService'),
  shown('nobody', '/no/such/page', 'product:title', { sentTo: '/' }),
]

const GUARDED = [
  '/order?type=3',
  '/user',
  '/mine/auth',
  '/mine/invite',
  '/mine/password',
  '/mine/sessions',
  '/mine/two-step',
  '/mine/confirm',
  '/mine/history',
  '/mine/statements',
  '/mine/solvency',
  '/mine/challenges',
  '/mine/challenge?id=1',
  '/mine/notices',
  '/mine/alerts',
  '/mine/charge',
  '/mine/withdraw',
  '/mine/system',
  '/mine/wallet',
  '/mine/bank-card-list',
  '/mine/coin-address-list',
  '/mine/withdraw-way?type=1',
] as const

/** The way back is kept, but not to a page that only asks for a code. */
const loginFor = (path: string): string => (path === '/mine/confirm' ? '/login' : `/login?from=${encodeURIComponent(path)}`)

const SIGNED_OUT: readonly Place[] = GUARDED.map((path) => shown('nobody', path, 'auth:logIn', { sentTo: loginFor(path) }))

const OF_A_REAL_ACCOUNT: readonly Place[] = [
  shown('real', '/', 'product:title', EVERYWHERE),
  shown('real', '/trade?code=BTCUSDT', 'trade:price.region', EVERYWHERE),
  shown('real', '/order', 'order:title', EVERYWHERE),
  shown('real', '/order?type=1&id={order}', 'order:title'),
  shown('real', '/order?type=0', 'order:title'),
  shown('real', '/order?type=3', 'order:title'),
  shown('real', '/order?type=1&map=1', 'order:title'),
  shown('real', '/user', 'user:account'),
  shown('real', '/rank', 'documentary:title'),
  shown('real', '/feedback', 'user:feedback'),
  shown('real', '/feedback/wording', 'account:wording.title'),
  shown('real', '/mine/auth', 'user:verification'),
  shown('real', '/mine/invite', 'user:invite'),
  shown('real', '/mine/password', 'user:changePassword'),
  shown('real', '/mine/sessions', 'account:sessions.title'),
  shown('real', '/mine/two-step', 'account:twoStep.title'),
  shown('secured', '/mine/two-step', 'account:twoStep.title'),
  shown('secured', '/mine/confirm', 'account:confirm.title'),
  shown('secured', '/mine/withdraw', 'account:confirm.title', { sentTo: '/mine/confirm?from=%2Fmine%2Fwithdraw' }),
  shown('real', '/mine/history', 'user:accountDetail'),
  shown('real', '/mine/statements', 'wallet:statement.all'),
  shown('real', '/mine/solvency', 'proof:solvency.title'),
  shown('real', '/mine/challenges', 'proof:challenge.all'),
  shown('real', '/mine/challenge?id={order}', 'proof:challenge.open'),
  shown('real', '/mine/notices', 'notice:page.title'),
  shown('real', '/mine/alerts', 'notice:alerts.title'),
  shown('real', '/mine/charge', 'user:deposit', EVERYWHERE),
  shown('real', '/mine/charge?type=1', 'user:deposit'),
  shown('real', '/mine/withdraw', 'user:withdraw'),
  shown('real', '/mine/withdraw?type=2', 'user:withdraw'),
  shown('real', '/mine/system', 'user:system'),
  shown('real', '/mine/wallet', 'user:wallet'),
  shown('real', '/mine/bank-card-list', 'user:bankCards'),
  shown('real', '/mine/coin-address-list', 'user:coinAddresses'),
  shown('real', '/mine/withdraw-way?type=1', 'bank:addCoin'),
  shown('real', '/mine/withdraw-way?type=2', 'bank:addBank'),
  shown('real', '/mine/chat', 'user:customerService'),
  shown('real', '/login', 'product:title', { sentTo: '/' }),
]

const OF_A_DEMO_ACCOUNT: readonly Place[] = [
  shown('demo', '/', 'product:title'),
  shown('demo', '/trade?code=EURUSD', 'trade:price.region'),
  shown('demo', '/order', 'order:title'),
  shown('demo', '/user', 'user:account'),
  shown('demo', '/mine/history', 'user:accountDetail'),
  shown('demo', '/mine/system', 'user:system'),
  // A page that needs a real account says so.
  shown('demo', '/mine/auth', 'user:verification'),
  shown('demo', '/mine/charge', 'user:deposit'),
  shown('demo', '/mine/wallet', 'user:wallet'),
]

/** The main site lists the companies. */
export const MAIN_SITE: readonly Place[] = [
  shown('nobody', '/', 'public:directory.title', { sentTo: '/product' }),
  shown('nobody', '/product', 'public:directory.title'),
]

export const AT_THE_DESK: readonly Place[] = [
  shown('nobody', '/desk/login', 'desk:shell.login.title'),
  shown('nobody', '/desk/deposits?company=aurora', 'desk:shell.login.title', { sentTo: '/desk/login?from=' }),
  shown('operator', '/desk?company=aurora', 'desk:shell.overview'),
  shown('operator', '/desk/deposits?company=aurora', 'desk:shell.deposits'),
  shown('operator', '/desk/withdrawals?company=aurora', 'desk:shell.withdrawals'),
  shown('operator', '/desk/identity?company=aurora', 'desk:shell.identity'),
  shown('operator', '/desk/traders?company=aurora', 'desk:shell.traders'),
  shown('operator', '/desk/trader?company=aurora&id={trader}', 'desk:shell.traders'),
  shown('operator', '/desk/risk?company=aurora', 'desk:shell.risk'),
  shown('operator', '/desk/reconcile?company=aurora', 'desk:shell.reconciliation'),
  shown('operator', '/desk/content?company=aurora', 'desk:shell.content'),
  shown('operator', '/desk/disputes?company=aurora', 'desk:shell.disputes'),
  shown('operator', '/desk/feedback?company=aurora', 'desk:shell.feedback'),
  shown('operator', '/desk/settings?company=aurora', 'desk:shell.settings'),
  shown('operator', '/desk/instruments?company=aurora', 'desk:shell.instruments'),
  shown('operator', '/desk/approvals?company=aurora', 'desk:shell.approvals'),
  shown('operator', '/desk/audit?company=aurora', 'desk:shell.audit'),
  shown('operator', '/desk/password', 'desk:shell.password'),
]

export const OF_A_COMPANY: readonly Place[] = [...OPEN, ...SIGNED_OUT, ...OF_A_REAL_ACCOUNT, ...OF_A_DEMO_ACCOUNT]
