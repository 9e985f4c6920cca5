/** The few facts about a company that stand on every page of its site, as its broker states them. */
import type { BrokerStatement } from '../terms/broker-statement'

export interface LosingShare {
  /** Decimal text; null over too few accounts. */
  readonly sharePercent: string | null
  readonly accounts: number
  readonly minAccounts: number
  readonly periodDays: number
}

export interface HonestFacts {
  readonly executionModel: BrokerStatement['executionModel']
  readonly isMoneySimulated: boolean
  /** Margin level in percent, decimal text. */
  readonly stopOutLevel: string
  /** Of real accounts. */
  readonly losing: LosingShare
}

export function honestFacts(statement: BrokerStatement): HonestFacts {
  return {
    executionModel: statement.executionModel,
    isMoneySimulated: statement.moneyIsSimulated,
    stopOutLevel: statement.stopOutLevel,
    losing: losingShareOf(statement, 'real'),
  }
}

export function losingShareOf({ losingAccounts: stated }: Pick<BrokerStatement, 'losingAccounts'>, kind: 'real' | 'demo'): LosingShare {
  const { accounts, sharePercent } = stated[kind]
  return { sharePercent, accounts, minAccounts: stated.minAccounts, periodDays: stated.periodDays }
}
