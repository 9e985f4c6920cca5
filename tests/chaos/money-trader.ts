/** A real trader who sends money in, asks for it back, and sometimes changes their mind. */
import { listDepositNetworks, submitCoinDeposit } from '../../contract/deposits'
import { SUCCESS_CODE } from '../../contract/endpoint'
import { uploadImage } from '../../contract/identity'
import { register, sendEmailCode } from '../../contract/users'
import { bindPayoutMethod, cancelWithdrawal, listWithdrawCurrencies, submitWithdrawal } from '../../contract/withdrawals'
import { jpeg } from '../fixtures/pictures'
import { ChaosClient, type Deed } from './chaos-client'
import { Line, type Parameters, type Told } from './line'

/** Some are above the company's limit for one operator. */
const AMOUNTS = ['10', '250.5', '1000', '6000']

export class MoneyTrader extends ChaosClient {
  id = ''
  readonly withdrawals: string[] = []
  private network = { id: '', address: '' }
  private currency = ''
  private method = ''

  constructor(number: number, port: number, target?: () => number) {
    super(`money-${number}`, new Line({ port, target, site: 'aurora', address: `10.0.1.${number}` }))
  }

  /** Opens a real account with a mailed code, and saves an address to be paid to. */
  async begin(): Promise<void> {
    const email = `${this.name}@example.com`
    await this.line.ask(sendEmailCode.path, { to: email, type: '1' })
    const code = await this.mailedCode(email)
    const password = 'correct horse battery 7'
    const answer = await this.line.ask<{ id: string; token: string }>(register.path, {
      type: 'email',
      area_id: 'GB',
      account: email,
      password,
      re_password: password,
      sms_code: code,
      key: '',
      mobile: '07400123456',
    })
    this.id = answer.id
    this.line.token = answer.token
    const networks = await this.line.ask<{ id: string; address: string; protocol_code: string }[]>(listDepositNetworks.path, {}, 'GET')
    const currencies = await this.line.ask<{ id: string; protocol: string }[]>(listWithdrawCurrencies.path, { type: '1' }, 'GET')
    const network = networks[0]
    const currency = currencies.find(({ protocol }) => protocol === 'TRC20')
    if (network === undefined || currency === undefined) throw new Error('the company offers no network or no currency to pay out')
    this.network = network
    this.currency = currency.id
    const address = 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb'
    this.method = (await this.line.ask<{ id: string }>(bindPayoutMethod.path, { draw_id: currency.id, type: '1', dc_address: address })).id
  }

  protected async nextDeed(): Promise<Omit<Deed, 'key'>> {
    const chance = Math.random()
    const open = this.withdrawals.at(-1)
    if (open !== undefined && chance < 0.15) return { path: cancelWithdrawal.path, params: { id: open } }
    const proof = chance < 0.75 ? null : await this.newProof()
    if (proof === null) {
      const amount = AMOUNTS[Math.floor(Math.random() * AMOUNTS.length)] ?? '10'
      return { path: submitWithdrawal.path, params: this.aWithdrawal(amount) }
    }
    return { path: submitCoinDeposit.path, params: this.depositWith(proof, AMOUNTS[Math.floor(Math.random() * AMOUNTS.length)] ?? '10') }
  }

  aWithdrawal(amount: string): Parameters {
    return { draw_currency_id: this.currency, number: amount, memo: this.name, draw_method_id: this.method }
  }

  /** The parameters of a deposit with a proof of its own. */
  async aDeposit(amount = '10'): Promise<Parameters> {
    const proof = await this.newProof()
    if (proof === null) throw new Error('no more pictures are taken this hour')
    return this.depositWith(proof, amount)
  }

  /** One call of the trader, outside their own work. */
  once(path: string, params: Parameters, key: string | undefined, method: 'GET' | 'POST' = 'POST'): Promise<Told> {
    return this.line.send(path, params, key, method)
  }

  private depositWith(proof: string, number: string): Parameters {
    return { number, proofImg: proof, address: this.network.address, charge_id: this.network.id }
  }

  protected hear({ path, params }: Deed, { code, data }: Told): void {
    if (path === submitWithdrawal.path && code === SUCCESS_CODE) this.withdrawals.push(String(data?.id))
    if (path === cancelWithdrawal.path) this.withdrawals.splice(this.withdrawals.indexOf(params.id ?? ''), 1)
  }

  /** The address of a new picture; null where there were too many for the hour or the day. */
  private async newProof(): Promise<string | null> {
    try {
      const { code, data } = await this.line.upload(uploadImage.path, await jpeg(64, 64))
      return code === SUCCESS_CODE ? String(data?.url) : null
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('HTTP 429')) return null
      throw error
    }
  }

  private async mailedCode(email: string): Promise<string> {
    for (let tries = 0; tries < 100; tries++) {
      const messages = JSON.parse(await this.line.read(`/dev/outbox.json?to=${encodeURIComponent(email)}`)) as { code: string }[]
      const code = messages[0]?.code
      if (code !== undefined && code !== '') return code
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    throw new Error(`no code was mailed to ${email}`)
  }
}
