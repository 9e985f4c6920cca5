/**
 * What each call is for, in one English sentence, and the group it stands in: the words of the OpenAPI document and of the page
 * that shows it. Total by its type, so a new call does not compile without its sentence.
 *
 * Not here: texts that a trader reads (locales/).
 */
import type { EndpointName } from '../index'

export const CALL_GROUPS = [
  'company',
  'account',
  'security',
  'market',
  'trading',
  'wallet',
  'identity',
  'ranking',
  'news',
  'feedback',
] as const
type CallGroup = (typeof CALL_GROUPS)[number]

interface CallGuideEntry {
  readonly group: CallGroup
  readonly summary: string
}

const company = (summary: string): CallGuideEntry => ({ group: 'company', summary })
const account = (summary: string): CallGuideEntry => ({ group: 'account', summary })
const security = (summary: string): CallGuideEntry => ({ group: 'security', summary })
const market = (summary: string): CallGuideEntry => ({ group: 'market', summary })
const trading = (summary: string): CallGuideEntry => ({ group: 'trading', summary })
const wallet = (summary: string): CallGuideEntry => ({ group: 'wallet', summary })
const identity = (summary: string): CallGuideEntry => ({ group: 'identity', summary })
const ranking = (summary: string): CallGuideEntry => ({ group: 'ranking', summary })
const news = (summary: string): CallGuideEntry => ({ group: 'news', summary })
const feedback = (summary: string): CallGuideEntry => ({ group: 'feedback', summary })

export const CALL_GUIDE: Readonly<Record<EndpointName, CallGuideEntry>> = {
  listCompanies: company('Companies that want to be listed, by a part of their name.'),
  getCompanyStatus: company('Whether the company is live, winds down or is closed, and where visitors go then.'),
  getBasicInfo: company('Public settings: customer service, way of registering, fee type, stop-out level, age at which a quote is stale.'),
  getSetting: company('One public setting of the registration form.'),
  listAreaCodes: company('Countries with their calling codes, the company’s own first.'),
  getExecution: company(
    'How orders fared on a day: fills, refusals, slippage both ways, times, stop-outs, withdrawals, computed from the books.',
  ),
  getCaptcha: company('An image with letters to copy, good for 5 minutes and one use.'),

  login: account('Signs in with email or mobile number and password.'),
  loginTwoStep: account('Second half of a sign-in that asked for a code.'),
  createDemoAccount: account('Opens a demo account and signs in to it, or signs in to the one of a known demo id.'),
  register: account('Opens a real account and signs in to it.'),
  sendEmailCode: account('Sends a code by mail; the answer is the same whether the account exists or not.'),
  sendSmsCode: account('Sends a code by text message; the answer is the same whether the account exists or not.'),
  resetPassword: account('Sets a new password with a sent code and ends all sessions.'),
  changePassword: account('Changes the password of the signed-in trader.'),
  logout: account('Ends the session of the token.'),
  getTrader: account('Who is signed in.'),
  getInvite: account('The trader’s invitation code and how many joined by it.'),
  resetDemoAccount: account('Sets a demo account back to its first balance; its orders end as `demo_reset`.'),
  listNotices: account('What the trader was told, newest first.'),
  readNotices: account('Marks notices as read, up to one or all of them.'),

  createSocketTicket: security('A single-use key with which a socket signs in, valid for 30 seconds.'),
  listSessions: security('Living sessions of the trader, the current one first.'),
  revokeSession: security('Ends one session of the trader.'),
  revokeSessions: security('Ends all other sessions of the trader, or all.'),
  freezeAccount: security('Freezes the account by the link of the mail about a new device.'),
  getTwoStep: security('Whether two-step sign-in is on, and how many recovery codes are left.'),
  startTwoStep: security(
    'Makes a new secret for an authenticator, for who gives the password or a code sent with type 2; nothing is on yet.',
  ),
  enableTwoStep: security('Turns two-step sign-in on once the authenticator has shown a right code.'),
  disableTwoStep: security('Turns two-step sign-in off.'),
  renewRecoveryCodes: security('New recovery codes in place of the old ones.'),
  confirmTwoStep: security('Gives a code again: payout methods and withdrawals are then open for five minutes.'),

  getCategories: market('Categories of instruments, with names in the language of the call.'),
  listInstruments: market('Offered instruments with their terms and present quote, by a part of the code or name.'),
  getRecentCandles: market('The last 60 candles, up to five seconds old.'),
  getCandles: market('Candles in ascending order, up to 1,000, before a time where one is given.'),

  submitOrder: trading('Opens a position at the market, or places a pending order.'),
  listOrders: trading('Open positions, pending orders or history, with the figures of the account.'),
  listPositions: trading('Every open position with the quotes it depends on.'),
  closeOrder: trading('Closes a position, whole or in part.'),
  closeAllOrders: trading('Closes all positions, or those in one instrument.'),
  reverseOrder: trading('Closes a position and opens the opposite one, both or neither.'),
  cancelOrder: trading('Cancels a pending order.'),
  setStopPrice: trading('Sets stop loss and take profit of a position or pending order; 0 takes one off.'),
  listReceipts: trading('Signed receipts of an order, oldest first.'),
  listReceiptProofs: trading("Proofs that an order's receipts are in the public log, in the order of its receipts."),
  listDayReceipts: trading('Signed receipts of a day of the account, with their proofs, in the order of their chain.'),
  previewChallenge: trading('A fill executed again by the rules, and until when it can be challenged.'),
  challengeFill: trading('Opens a case about a fill: the rules answer at once, a person within the company’s time.'),
  listChallenges: trading('Cases about fills, newest first.'),
  getChallenge: trading('A case with its fill, ticks, the answer of the rules, its steps and the decision.'),
  addToChallenge: trading('Adds words to a case that is not ended.'),
  withdrawChallenge: trading('Takes a case back that nobody has decided.'),
  listAlerts: trading('Price alerts: those that wait, and those that were told, newest first.'),
  createAlert: trading('Has the trader told when the bid reaches a price, or has moved by a percentage.'),
  changeAlert: trading('Pauses an alert, takes it up again or moves its price.'),
  deleteAlert: trading('Deletes an alert.'),
  setAlertMail: trading('Whether price alerts also come by mail.'),
  readAlertLink: trading('What the link in the mail of an alert is about.'),
  turnOffAlertMail: trading('Turns the mails of price alerts off by the link that stands in each of them.'),
  listOrderTicks: trading('Ticks round each fill of an order, as the source quoted them.'),

  getBalance: wallet('Balance that is free of locks, and what is locked.'),
  getAccountDetail: wallet('Balance, equity, margin, free margin and margin level.'),
  listAccountRecords: wallet('Every posting of the account, newest first.'),
  getSolvency: wallet('What the company owes, counted each hour, and the proof that the trader’s money is in it.'),
  getStatement: wallet('Opening balance, postings and closing balance of a period.'),
  listStatements: wallet('Months and tax years that have a statement, newest first.'),
  getPeriodStatement: wallet(
    'Statement of a month or tax year: opening, sums by kind, closing, and its signature once the period is over.',
  ),
  listStatementRows: wallet('Rows of a statement with the balance after each, oldest first.'),
  listDepositNetworks: wallet('Coin networks and the addresses to send to.'),
  submitCoinDeposit: wallet('Tells the company of a coin deposit, with its proof.'),
  listDepositBankCoins: wallet('Currencies in which the company takes bank deposits.'),
  listCollectionAccounts: wallet('Bank accounts of the company for one currency.'),
  submitBankDeposit: wallet('Tells the company of a bank deposit, with its proof.'),
  listDeposits: wallet('Deposits of the trader and where they stand.'),
  listWithdrawCurrencies: wallet('Currencies that are paid out, with fee and price.'),
  getWithdrawTerms: wallet('What can be withdrawn now, why it may be less than the balance, and how long it takes.'),
  submitWithdrawal: wallet('Asks for a withdrawal; the amount is locked at once.'),
  cancelWithdrawal: wallet('Takes a withdrawal back while nobody has decided it.'),
  listWithdrawals: wallet('Withdrawals of the trader and where they stand.'),
  listPayoutMethods: wallet('Addresses and bank accounts that the trader is paid to.'),
  bindPayoutMethod: wallet('Adds an address or bank account to be paid to.'),
  deletePayoutMethod: wallet('Removes an address or bank account.'),

  listWatchlists: market('The trader’s watchlists, in their order.'),
  changeWatchlists: market('Changes one watchlist, or one instrument of it; of two changes of the same item the later one stands.'),

  uploadImage: identity('Uploads a picture (PNG, JPEG, WebP); the reference works once, for an hour.'),
  submitRealName: identity('Hands in name, number and both pictures of a document.'),
  getRealName: identity('Where the verification stands.'),

  listRanking: ranking('The public ranking of traders.'),
  getRankingProfile: ranking('Whether and under which name the trader is shown.'),
  setRankingProfile: ranking('Shows or hides the trader’s name in the ranking.'),

  listNews: news('News of the company, newest first.'),
  getNews: news('One article.'),
  listAnnouncements: news('What the company has to tell everybody now.'),

  sendFeedback: feedback('Writes to the company, with a picture where one helps; the answer names a reference.'),
  sendVisitorFeedback: feedback('Writes to the company without an account: a captcha, and an address for the reply if one is wanted.'),
}
