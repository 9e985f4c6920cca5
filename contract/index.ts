/** Every endpoint of the contract by name: what router, mock handlers, isolation matrix and fuzzing walk over. */
import * as alerts from './alerts'
import * as challenges from './challenges'
import * as companies from './companies'
import * as deposits from './deposits'
import type { Endpoint } from './endpoint'
import * as execution from './execution'
import * as feedback from './feedback'
import * as identity from './identity'
import * as market from './market'
import * as news from './news'
import * as orders from './orders'
import * as receipts from './receipts'
import * as sessions from './sessions'
import * as solvency from './solvency'
import * as statements from './statements'
import * as twoStep from './two-step'
import * as users from './users'
import * as wallet from './wallet'
import * as watchlists from './watchlists'
import * as withdrawals from './withdrawals'

export const ENDPOINTS = {
  listCompanies: companies.listCompanies,
  getCompanyStatus: companies.getCompanyStatus,
  getBasicInfo: companies.getBasicInfo,
  getSetting: companies.getSetting,
  listAreaCodes: companies.listAreaCodes,
  getCaptcha: companies.getCaptcha,
  getExecution: execution.getExecution,
  login: users.login,
  createDemoAccount: users.createDemoAccount,
  register: users.register,
  sendEmailCode: users.sendEmailCode,
  sendSmsCode: users.sendSmsCode,
  resetPassword: users.resetPassword,
  changePassword: users.changePassword,
  getTrader: users.getTrader,
  getInvite: users.getInvite,
  logout: sessions.logout,
  createSocketTicket: sessions.createSocketTicket,
  listSessions: sessions.listSessions,
  revokeSession: sessions.revokeSession,
  revokeSessions: sessions.revokeSessions,
  freezeAccount: sessions.freezeAccount,
  loginTwoStep: twoStep.loginTwoStep,
  getTwoStep: twoStep.getTwoStep,
  startTwoStep: twoStep.startTwoStep,
  enableTwoStep: twoStep.enableTwoStep,
  disableTwoStep: twoStep.disableTwoStep,
  renewRecoveryCodes: twoStep.renewRecoveryCodes,
  confirmTwoStep: twoStep.confirmTwoStep,
  uploadImage: identity.uploadImage,
  submitRealName: identity.submitRealName,
  getRealName: identity.getRealName,
  resetDemoAccount: users.resetDemoAccount,
  listRanking: users.listRanking,
  getRankingProfile: users.getRankingProfile,
  setRankingProfile: users.setRankingProfile,
  getCategories: market.getCategories,
  listInstruments: market.listInstruments,
  getRecentCandles: market.getRecentCandles,
  getCandles: market.getCandles,
  submitOrder: orders.submitOrder,
  listOrders: orders.listOrders,
  closeOrder: orders.closeOrder,
  cancelOrder: orders.cancelOrder,
  closeAllOrders: orders.closeAllOrders,
  reverseOrder: orders.reverseOrder,
  setStopPrice: orders.setStopPrice,
  listPositions: orders.listPositions,
  listReceipts: orders.listReceipts,
  listReceiptProofs: orders.listReceiptProofs,
  listDayReceipts: receipts.listDayReceipts,
  listOrderTicks: orders.listOrderTicks,
  previewChallenge: challenges.previewChallenge,
  challengeFill: challenges.challengeFill,
  listChallenges: challenges.listChallenges,
  getChallenge: challenges.getChallenge,
  addToChallenge: challenges.addToChallenge,
  withdrawChallenge: challenges.withdrawChallenge,
  listAlerts: alerts.listAlerts,
  createAlert: alerts.createAlert,
  changeAlert: alerts.changeAlert,
  deleteAlert: alerts.deleteAlert,
  setAlertMail: alerts.setAlertMail,
  readAlertLink: alerts.readAlertLink,
  turnOffAlertMail: alerts.turnOffAlertMail,
  getBalance: wallet.getBalance,
  getAccountDetail: wallet.getAccountDetail,
  listAccountRecords: wallet.listAccountRecords,
  getStatement: wallet.getStatement,
  listStatements: statements.listStatements,
  getPeriodStatement: statements.getPeriodStatement,
  listStatementRows: statements.listStatementRows,
  getSolvency: solvency.getSolvency,
  listNotices: wallet.listNotices,
  readNotices: wallet.readNotices,
  listWatchlists: watchlists.listWatchlists,
  changeWatchlists: watchlists.changeWatchlists,
  listDepositNetworks: deposits.listDepositNetworks,
  submitCoinDeposit: deposits.submitCoinDeposit,
  listDepositBankCoins: deposits.listDepositBankCoins,
  listCollectionAccounts: deposits.listCollectionAccounts,
  submitBankDeposit: deposits.submitBankDeposit,
  listDeposits: deposits.listDeposits,
  listWithdrawCurrencies: withdrawals.listWithdrawCurrencies,
  getWithdrawTerms: withdrawals.getWithdrawTerms,
  submitWithdrawal: withdrawals.submitWithdrawal,
  cancelWithdrawal: withdrawals.cancelWithdrawal,
  listWithdrawals: withdrawals.listWithdrawals,
  listPayoutMethods: withdrawals.listPayoutMethods,
  bindPayoutMethod: withdrawals.bindPayoutMethod,
  deletePayoutMethod: withdrawals.deletePayoutMethod,
  listNews: news.listNews,
  getNews: news.getNews,
  listAnnouncements: news.listAnnouncements,
  sendFeedback: feedback.sendFeedback,
  sendVisitorFeedback: feedback.sendVisitorFeedback,
} as const satisfies Record<string, Endpoint>

export type EndpointName = keyof typeof ENDPOINTS
