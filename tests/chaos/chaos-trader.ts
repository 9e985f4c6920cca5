/** A demo trader who opens and closes positions. */
import { SUCCESS_CODE } from '../../contract/endpoint'
import { closeOrder, submitOrder } from '../../contract/orders'
import { createDemoAccount } from '../../contract/users'
import { ChaosClient, type Deed } from './chaos-client'
import { Line, type Told } from './line'

const INSTRUMENTS = [
  ['301', '10'],
  ['101', '100'],
] as const

export class ChaosTrader extends ChaosClient {
  id = ''
  private readonly open: string[] = []

  constructor(number: number, port: number) {
    super(`chaos-${number}`, new Line({ port, site: 'aurora', address: `10.0.0.${number}` }))
  }

  /** Opens the demo account. */
  async begin(): Promise<void> {
    const { id, token } = await this.line.ask<{ id: string; token: string }>(createDemoAccount.path)
    this.id = id
    this.line.token = token
  }

  /** Orders this trader was told of, with what he was told last about each. */
  acknowledged(): Map<string, Record<string, unknown>> {
    const orders = new Map<string, Record<string, unknown>>()
    for (const { told } of this.deeds) {
      if (told?.code === SUCCESS_CODE && told.data !== null) orders.set(String(told.data.Id), told.data)
    }
    return orders
  }

  protected async nextDeed(): Promise<Omit<Deed, 'key'>> {
    const held = this.open[Math.floor(Math.random() * this.open.length)]
    if (held !== undefined && (this.open.length >= 6 || Math.random() < 0.45)) return { path: closeOrder.path, params: { id: held } }
    const [instrument, multiple] = INSTRUMENTS[Math.floor(Math.random() * INSTRUMENTS.length)] ?? INSTRUMENTS[0]
    return {
      path: submitOrder.path,
      params: { forex_id: instrument, type: Math.random() < 0.5 ? '1' : '2', status: '1', cont: '0.01', multiple },
    }
  }

  protected hear({ path, params }: Deed, { code, data }: Told): void {
    if (path === submitOrder.path && code === SUCCESS_CODE) this.open.push(String(data?.Id))
    // Closed now, or by somebody else before: either way it is not open any more.
    if (path === closeOrder.path) this.open.splice(this.open.indexOf(params.id ?? ''), 1)
  }
}
