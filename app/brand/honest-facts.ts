/** The few facts about a company that stand on every page of its site, as its broker states them. */
import type { BrokerStatement } from '../../contract/companies'

export interface LosingShare {
  /** Decimal text; null over too few accounts. */
  readonly sharePercent: string | null
  readonly accounts: number
  readonly minAccounts: number
  readonly periodDays: number
}

export interface HonestFacts {
  readonly executionModel: BrokerStatement['execution_model']
  readonly isMoneySimulated: boolean
  /** Margin level in percent, decimal text. */
  readonly stopOutLevel: string
  /** Of real accounts. */
  readonly losing: LosingShare
}

export function honestFacts(statement: BrokerStatement): HonestFacts {
  return {
    executionModel: statement.execution_model,
    isMoneySimulated: statement.money_is_simulated,
    stopOutLevel: statement.stop_out_level,
    losing: losingShareOf(statement, 'real'),
  }
}

export function losingShareOf({ losing_accounts: stated }: Pick<BrokerStatement, 'losing_accounts'>, kind: 'real' | 'demo'): LosingShare {
  const { accounts, share_percent: sharePercent } = stated[kind]
  return { sharePercent, accounts, minAccounts: stated.min_accounts, periodDays: stated.period_days }
}
