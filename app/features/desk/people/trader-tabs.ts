/** What stands on a trader's page under its tabs, in this order; the address keeps the choice. */
export const TRADER_TABS = ['positions', 'orders', 'ledger', 'receipts', 'documents', 'money', 'sessions', 'history'] as const
export type TraderTab = (typeof TRADER_TABS)[number]
