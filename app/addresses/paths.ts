/** Every link of the site. A path is written here once; screens and tests ask for it by name. */
const query = (parameters: Readonly<Record<string, string | undefined>>): string => {
  const search = new URLSearchParams(Object.entries(parameters).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
  const text = search.toString()
  return text === '' ? '' : `?${text}`
}

/** `company` first, then what the page itself reads (a filter, the chosen item). */
type DeskParameters = Readonly<Record<string, string | undefined>>

export const paths = {
  /** `all`: the whole list at once, for browsers without scripts; category an id of one, or of a watchlist. */
  home: (parameters: { all?: '1'; category?: string } = {}) => `/${query(parameters)}`,
  trade: (parameters: { code?: string | undefined; all?: string } = {}) => `/trade${query(parameters)}`,
  /** type 1 holding, 0 pending, 3 history; map 1 opens the stop-out map. */
  orders: (
    parameters: { type?: '1' | '0' | '3' | undefined; map?: '1' | undefined; page?: string | undefined; after?: string | undefined } = {},
  ) => `/order${query(parameters)}`,
  user: () => '/user',
  /** page how many pages of the list are shown. */
  news: (parameters: { page?: string | undefined } = {}) => `/news${query(parameters)}`,
  newsDetail: (id: string) => `/news/detail${query({ id })}`,
  /** kind, sort, dir and page: the view of the list, where it is not the usual one. */
  rank: (
    parameters: {
      tab?: 'copy' | undefined
      kind?: string | undefined
      sort?: string | undefined
      dir?: string | undefined
      page?: string | undefined
    } = {},
  ) => `/rank${query(parameters)}`,
  /** sent the reference of the message that was just sent. */
  feedback: (parameters: { sent?: string | undefined } = {}) => `/feedback${query(parameters)}`,
  /** About a wrong word. screen the path of the page that it stands on. */
  wording: (parameters: { screen?: string | undefined; language?: string | undefined } = {}) => `/feedback/wording${query(parameters)}`,
  login: (parameters: { type?: 'mobile' | undefined; from?: string | undefined } = {}) => `/login${query(parameters)}`,
  /** The second half of a two-step sign-in. */
  loginCode: (parameters: { from?: string | undefined; recovery?: '1' | undefined } = {}) => `/login/code${query(parameters)}`,
  /** Where the mail about a new device leads: the key stands in the fragment. */
  notMe: () => '/not-me',
  /** Where the mail of a price alert leads: turns these mails off. */
  alertMail: (parameters: { key?: string | undefined } = {}) => `/alert-mail${query(parameters)}`,
  register: (parameters: { type?: 'mobile' | 'email' | undefined; from?: string | undefined; invite_code?: string | undefined } = {}) =>
    `/register${query(parameters)}`,
  forgot: (parameters: { type?: 'mobile' | 'email' | undefined } = {}) => `/forgot${query(parameters)}`,
  product: (parameters: { searchCurrency?: string | undefined } = {}) => `/product${query(parameters)}`,
  language: () => '/language',
  /** What is proven, and the way to every page about it. */
  proof: () => '/proof',
  /** Checks a receipt in the browser: the one that is handed over stands in the fragment, which no server sees. */
  verify: (text?: string) => `/verify${text === undefined ? '' : `#${encodeURIComponent(text)}`}`,
  /** Checks a day of receipts in the browser, and executes its fills again. */
  verifyDay: () => '/verify/day',
  /** day of UTC, code of an instrument, type of order; all of them when left out. */
  execution: (parameters: { day?: string; instrument?: string; type?: string } = {}) =>
    `/execution${query({ day: parameters.day || undefined, instrument: parameters.instrument || undefined, type: parameters.type || undefined })}`,
  /** The figures of a day as a file. */
  executionFile: (parameters: { day?: string; as?: 'csv' } = {}) => `/resources/execution-file${query(parameters)}`,
  /** The contract that a broker speaks, for its engineers. */
  developers: () => '/developers',
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
    /** page how many pages of lines are shown. */
    history: (parameters: { page?: string | undefined } = {}) => `/mine/history${query(parameters)}`,
    /** period a month or a tax year, such as 2026-10 or 2026; page how many pages of rows are shown. */
    statements: (parameters: { period?: string | undefined; page?: string | undefined } = {}) => `/mine/statements${query(parameters)}`,
    /** page how many pages of notices are shown. */
    notices: (parameters: { page?: string | undefined } = {}) => `/mine/notices${query(parameters)}`,
    /** Price alerts; forex_id, side and price fill the form in, id opens one of them to be changed; page of what was told. */
    alerts: (
      parameters: {
        forex_id?: string | undefined
        side?: 'above' | 'below' | undefined
        price?: string | undefined
        id?: string | undefined
        page?: string | undefined
        after?: string | undefined
      } = {},
    ) => `/mine/alerts${query(parameters)}`,
    /** type 1 bank; network and account the ones chosen at first; page how many pages of records are shown. */
    charge: (
      parameters: {
        type?: '0' | '1' | undefined
        network?: string | undefined
        account?: string | undefined
        page?: string | undefined
      } = {},
    ) => `/mine/charge${query({ ...parameters, type: parameters.type === '0' ? undefined : parameters.type })}`,
    /** type 2 bank; method the one that is chosen at first; page how many pages of records are shown. */
    withdraw: (parameters: { type?: '1' | '2' | undefined; method?: string | undefined; page?: string | undefined } = {}) =>
      `/mine/withdraw${query({ ...parameters, type: parameters.type === '1' ? undefined : parameters.type })}`,
    /** reference what a message about something whose end is not known begins with. */
    chat: (parameters: { reference?: string | undefined } = {}) => `/mine/chat${query(parameters)}`,
    system: () => '/mine/system',
    wallet: () => '/mine/wallet',
    /** That the own money is in what the company owes. */
    solvency: () => '/mine/solvency',
    /** Cases about fills; id opens one of them. */
    challenges: (parameters: { id?: string | undefined; page?: string | undefined; after?: string | undefined } = {}) =>
      `/mine/challenges${query(parameters)}`,
    /** Challenges the fill of a receipt, or the newest fill of the order. */
    challenge: (id: string, receipt?: string) => `/mine/challenge${query({ id, receipt })}`,
    bankCards: () => '/mine/bank-card-list',
    coinAddresses: () => '/mine/coin-address-list',
    /** type 1 crypto address, 2 bank. */
    withdrawWay: (type: '1' | '2', parameters: { from?: 'withdraw' | undefined; currency?: string | undefined } = {}) =>
      `/mine/withdraw-way${query({ type, ...parameters })}`,
  },
  /** The operators' desk, on its own host. Every page is one company's: `company` is left out for the operator's first. */
  desk: {
    home: (parameters: DeskParameters = {}) => `/desk${query(parameters)}`,
    login: (parameters: { from?: string | undefined } = {}) => `/desk/login${query(parameters)}`,
    logout: () => '/desk/logout',
    password: (parameters: DeskParameters = {}) => `/desk/password${query(parameters)}`,
    /** Gives a key for the desk's socket. */
    ticket: () => '/desk/ticket',
    deposits: (parameters: DeskParameters = {}) => `/desk/deposits${query(parameters)}`,
    withdrawals: (parameters: DeskParameters = {}) => `/desk/withdrawals${query(parameters)}`,
    identity: (parameters: DeskParameters = {}) => `/desk/identity${query(parameters)}`,
    /** A picture by its reference, or by the item it belongs to. */
    picture: (parameters: DeskParameters) => `/desk/picture${query(parameters)}`,
    /** Takes a decision from a page's script. */
    decide: (parameters: DeskParameters) => `/desk/decide${query(parameters)}`,
    /** A review queue as a file. */
    reviewFile: (parameters: DeskParameters) => `/desk/review-file${query(parameters)}`,
    traders: (parameters: DeskParameters = {}) => `/desk/traders${query(parameters)}`,
    /** The list of traders as it is searched, as a file. */
    tradersFile: (parameters: DeskParameters = {}) => `/desk/traders-file${query(parameters)}`,
    trader: (id: string, parameters: DeskParameters = {}) => `/desk/trader${query({ ...parameters, id })}`,
    risk: (parameters: DeskParameters = {}) => `/desk/risk${query(parameters)}`,
    reconcile: (parameters: DeskParameters = {}) => `/desk/reconcile${query(parameters)}`,
    /** A day of reconciliation as a file. */
    reconcileFile: (parameters: DeskParameters = {}) => `/desk/reconcile-file${query(parameters)}`,
    /** Takes a decision about a difference from the page's script. */
    reconcileDecide: (parameters: DeskParameters) => `/desk/reconcile-decide${query(parameters)}`,
    /** The quote of the last hour of one instrument, as data. */
    riskQuote: (parameters: DeskParameters) => `/desk/risk-quote${query(parameters)}`,
    content: (parameters: DeskParameters = {}) => `/desk/content${query(parameters)}`,
    /** What people wrote: the list, or one message by its `id`. */
    /** Challenges of fills; id opens one of them. */
    disputes: (parameters: DeskParameters = {}) => `/desk/disputes${query(parameters)}`,
    feedback: (parameters: DeskParameters = {}) => `/desk/feedback${query(parameters)}`,
    settings: (parameters: DeskParameters = {}) => `/desk/settings${query(parameters)}`,
    /** A table of the settings as a file. */
    settingsFile: (parameters: DeskParameters = {}) => `/desk/settings-file${query(parameters)}`,
    instruments: (parameters: DeskParameters = {}) => `/desk/instruments${query(parameters)}`,
    approvals: (parameters: DeskParameters = {}) => `/desk/approvals${query(parameters)}`,
    audit: (parameters: DeskParameters = {}) => `/desk/audit${query(parameters)}`,
    /** The audit trail as it is filtered, as a file. */
    auditFile: (parameters: DeskParameters = {}) => `/desk/audit-file${query(parameters)}`,
  },
  /** Form targets and resources; not pages. */
  action: {
    preferences: () => '/preferences',
    socketTicket: () => '/socket-ticket',
    /** Where a page goes whose session was ended elsewhere. */
    sessionEnded: (parameters: { from: string }) => `/session-ended${query(parameters)}`,
    positions: () => '/resources/positions',
    pendingOrders: () => '/resources/pending-orders',
    markets: () => '/resources/markets',
    watchlists: () => '/resources/watchlists',
    tradeMarket: () => '/resources/trade-market',
    image: (reference: string) => `/resources/image${query({ ref: reference })}`,
    uploadImage: () => '/resources/upload-image',
    captcha: () => '/resources/captcha',
    /** What the server sees of the chat provider's page. */
    chatCheck: () => '/resources/chat-check',
    orderProof: (id: string, what: 'receipts' | 'ticks') => `/resources/order-proof${query({ id, what })}`,
    /** day of UTC; after the last receipt of the page before. */
    dayReceipts: (parameters: { day: string; after?: string | undefined }) => `/resources/day-receipts${query(parameters)}`,
    /** The movements of an account as a file for spreadsheets; days of UTC, both included. */
    historyFile: (parameters: { from?: string | undefined; to?: string | undefined } = {}) => `/resources/history-file${query(parameters)}`,
    /** `show`: for the browser to show it, instead of saving it. */
    statementDocument: (parameters: { period: string; as: 'pdf' | 'csv' | 'json'; show?: '1' }) =>
      `/resources/statement-document${query(parameters)}`,
    demoAccount: () => '/demo-account',
    logout: () => '/logout',
    resetDemo: () => '/reset-demo',
    chooseCompany: (id: string) => `/choose-company${query({ company_id: id })}`,
  },
  /** What the browser keeps to show when no page can come; `for` tells apart what was made for other wishes. */
  offline: (parameters: { lng: string; for: string }) => `/offline${query(parameters)}`,
  /** Leads to the texts of now, whatever their hash. */
  localeOf: (language: string) => `/locales/${language}.json`,
  locale: (language: string, hash: string) => `/locales/${language}.${hash}.json`,
} as const
