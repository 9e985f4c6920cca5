/** An operator of the demonstration, over HTTP: decides about deposits and withdrawals as they come, in no particular order. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { generateSync } from 'otplib'
import { DEMO_OPERATORS_FILE } from '../../broker/desk/demo-operators'
import { submitCoinDeposit } from '../../contract/deposits'
import { decideDeposit, decideWithdrawal, listDeskDeposits, listDeskWithdrawals } from '../../contract/desk/reviews'
import { deskLogin } from '../../contract/desk/session'
import { ChaosClient, type Deed } from './chaos-client'
import { Line, type Parameters } from './line'
import type { MoneyTrader } from './money-trader'
import { serverNow } from './server-process'

const COMPANY = 'aurora'
export const DEMO_OPERATORS = ['demo-one', 'demo-two'] as const

export class DeskOperator extends ChaosClient {
  constructor(
    private readonly operator: (typeof DEMO_OPERATORS)[number],
    port: number,
    target?: () => number,
  ) {
    super(operator, new Line({ port, target, site: 'desk', address: '10.0.2.1' }))
  }

  async signIn(dataDir: string, now = serverNow()): Promise<void> {
    const file = path.join(dataDir, DEMO_OPERATORS_FILE)
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { password: string; secret: string }>
    const { password, secret } = kept[this.operator] as { password: string; secret: string }
    const code = generateSync({ secret, epoch: Math.floor(now / 1000) })
    const { token } = await this.line.ask<{ token: string }>(deskLogin.path, { name: this.operator, password, code })
    this.line.token = token
  }

  /** Approves what there is, whoever else decides; for setting a scene. */
  async approve(path: string, id: string): Promise<void> {
    await this.line.ask(path, { company: COMPANY, id, decision: 'approve' })
  }

  protected async nextDeed(): Promise<Omit<Deed, 'key'> | null> {
    const [list, decide] =
      Math.random() < 0.5 ? ([listDeskDeposits, decideDeposit] as const) : ([listDeskWithdrawals, decideWithdrawal] as const)
    const { data } = await this.line.ask<{ data: { id: string; first_approved_by: string | null }[] }>(
      list.path,
      { company: COMPANY },
      'GET',
    )
    const open = data.filter(({ first_approved_by }) => first_approved_by !== `operator:${this.operator}`)
    const item = open[Math.floor(Math.random() * open.length)]
    if (item === undefined) return null
    const decision = Math.random() < 0.75 ? 'approve' : Math.random() < 0.5 ? 'reject' : 'invalid'
    const params: Parameters = { company: COMPANY, id: item.id, decision, ...(decision === 'approve' ? {} : { reason: 'chaos' }) }
    return { path: decide.path, params }
  }

  protected hear(): void {}
}

/** Every trader gets a deposit, credited by the two operators. */
export async function fundAtTheDesk(
  { port, dataDir }: { readonly port: number; readonly dataDir: string },
  traders: readonly MoneyTrader[],
  amount: string,
): Promise<void> {
  const [operator] = DEMO_OPERATORS.map((name) => new DeskOperator(name, port))
  if (operator === undefined) return
  await operator.signIn(dataDir)
  for (const trader of traders) {
    const { data } = await trader.once(submitCoinDeposit.path, await trader.aDeposit(amount), undefined)
    await operator.approve(decideDeposit.path, String(data?.id))
  }
  operator.disconnect()
}
