/** Everybody who works while the server is killed: demo traders who trade, real traders who move money, operators who decide about it. */
import type { ChaosClient } from './chaos-client'
import { ChaosTrader } from './chaos-trader'
import { DEMO_OPERATORS, DeskOperator } from './desk-operator'
import { MoneyTrader } from './money-trader'

const TRADERS = 6
const MONEY_TRADERS = 4

export interface ChaosCrew {
  readonly traders: readonly ChaosTrader[]
  readonly moneyTraders: readonly MoneyTrader[]
  readonly operators: readonly DeskOperator[]
  readonly clients: readonly ChaosClient[]
  /** Opens the accounts and signs everybody in. */
  begin(dataDir: string, now?: number): Promise<void>
}

interface CrewOptions {
  readonly traders?: number
  /** Which port everybody connects to now; that of the sites' names when left out. */
  readonly target?: () => number
  readonly setsStops?: boolean
}

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

export function gatherCrew(port: number, { traders: count = TRADERS, target, setsStops }: CrewOptions = {}): ChaosCrew {
  const traders = numbers(count).map((number) => new ChaosTrader(number, port, target, setsStops))
  const moneyTraders = numbers(MONEY_TRADERS).map((number) => new MoneyTrader(number, port, target))
  const operators = DEMO_OPERATORS.map((name) => new DeskOperator(name, port, target))
  return {
    traders,
    moneyTraders,
    operators,
    clients: [...traders, ...moneyTraders, ...operators],
    async begin(dataDir, now) {
      for (const trader of [...traders, ...moneyTraders]) await trader.begin()
      for (const operator of operators) await operator.signIn(dataDir, now)
    },
  }
}
