/** Every link of the site. A path is written here once; screens and tests ask for it by name. */
const query = (parameters: Record<string, string | undefined>): string => {
  const search = new URLSearchParams(Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

export const paths = {
  home: () => '/',
  trade: (parameters: { code?: string | undefined } = {}) => `/trade${query(parameters)}`,
  /** type 1 holding, 0 pending, 3 history; map 1 opens the stop-out map. */
  orders: (parameters: { type?: '1' | '0' | '3' | undefined; map?: '1' | undefined } = {}) => `/order${query(parameters)}`,
  user: () => '/user',
  news: () => '/news',
  newsDetail: (id: string) => `/news/detail${query({ id })}`,
  rank: (parameters: { tab?: 'copy' | undefined } = {}) => `/rank${query(parameters)}`,
  feedback: () => '/feedback',
  login: (parameters: { type?: 'mobile' | undefined; from?: string | undefined } = {}) => `/login${query(parameters)}`,
  /** The second half of a two-step sign-in. */
  loginCode: (parameters: { from?: string | undefined; recovery?: '1' | undefined } = {}) => `/login/code${query(parameters)}`,
  /** Where the mail about a new device leads: the key stands in the fragment. */
  notMe: () => '/not-me',
  register: (parameters: { type?: 'mobile' | 'email' | undefined; from?: string | undefined; invite_code?: string | undefined } = {}) =>
    `/register${query(parameters)}`,
  forgot: (parameters: { type?: 'mobile' | 'email' | undefined } = {}) => `/forgot${query(parameters)}`,
  product: (parameters: { searchCurrency?: string | undefined } = {}) => `/product${query(parameters)}`,
  language: () => '/language',
  /** Checks a receipt in the browser. */
  verify: () => '/verify',
  mine: {
    auth: () => '/mine/auth',
    invite: () => '/mine/invite',
    email: () => '/mine/email',
    announcement: () => '/mine/announcement',
    password: () => '/mine/password',
    sessions: () => '/mine/sessions',
    twoStep: () => '/mine/two-step',
    /** Asks for a code again before payout methods and withdrawals. */
    confirm: (parameters: { from?: string | undefined } = {}) => `/mine/confirm${query(parameters)}`,
    history: () => '/mine/history',
    charge: () => '/mine/charge',
    withdraw: () => '/mine/withdraw',
    chat: () => '/mine/chat',
    system: () => '/mine/system',
    wallet: () => '/mine/wallet',
    bankCards: () => '/mine/bank-card-list',
    coinAddresses: () => '/mine/coin-address-list',
    /** type 1 crypto address, 2 bank. */
    withdrawWay: (type: '1' | '2') => `/mine/withdraw-way${query({ type })}`,
  },
  /** Form targets and resources; not pages. */
  action: {
    preferences: () => '/preferences',
    socketTicket: () => '/socket-ticket',
    /** Where a page goes whose session was ended elsewhere. */
    sessionEnded: (parameters: { from: string }) => `/session-ended${query(parameters)}`,
    positions: () => '/resources/positions',
    image: (reference: string) => `/resources/image${query({ ref: reference })}`,
    uploadImage: () => '/resources/upload-image',
    captcha: () => '/resources/captcha',
    orderProof: (id: string, what: 'receipts' | 'ticks') => `/resources/order-proof${query({ id, what })}`,
    demoAccount: () => '/demo-account',
    logout: () => '/logout',
    resetDemo: () => '/reset-demo',
    chooseCompany: (id: string) => `/choose-company${query({ company_id: id })}`,
  },
  /** Leads to the texts of now, whatever their hash. */
  localeOf: (language: string) => `/locales/${language}.json`,
  locale: (language: string, hash: string) => `/locales/${language}.${hash}.json`,
} as const
