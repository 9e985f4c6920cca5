/** A demo trader who opens and closes positions. */
import { SUCCESS_CODE } from '../../contract/endpoint'
import { closeOrder, setStopPrice, submitOrder } from '../../contract/orders'
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

  /** Opened, and to be given its stops with the next deed. */
  private bare: { readonly id: string; readonly price: string } | null = null

  /** @param setsStops puts a stop loss and a take profit close to the price of each position */
  constructor(
    number: number,
    port: number,
    target?: () => number,
    private readonly setsStops = false,
  ) {
    super(`chaos-${number}`, new Line({ port, target, site: 'aurora', address: `10.0.0.${number}` }))
  }

  /** Opens the demo account. */
  async begin(): Promise<void> {
    const { id, token } = await this.line.ask<{ id: string; token: string }>(createDemoAccount.path)
    this.id = id
    this.line.token = token
  }

  /** Orders this trader was told of, with what was told last about each. */
  acknowledged(): Map<string, Record<string, unknown>> {
    const orders = new Map<string, Record<string, unknown>>()
    for (const { told } of this.deeds) {
      if (told?.code === SUCCESS_CODE && told.data !== null) orders.set(String(told.data.Id), told.data)
    }
    return orders
  }

  protected async nextDeed(): Promise<Omit<Deed, 'key'>> {
    const bare = this.bare
    this.bare = null
    if (bare !== null) return { path: setStopPrice.path, params: { id: bare.id, ...stopsAround(bare.price) } }
    const held = this.open[Math.floor(Math.random() * this.open.length)]
    if (held !== undefined && (this.open.length >= 6 || Math.random() < 0.45)) return { path: closeOrder.path, params: { id: held } }
    const [instrument, multiple] = INSTRUMENTS[Math.floor(Math.random() * INSTRUMENTS.length)] ?? INSTRUMENTS[0]
    return {
      path: submitOrder.path,
      params: { forex_id: instrument, type: Math.random() < 0.5 ? '1' : '2', status: '1', cont: '0.01', multiple },
    }
  }

  protected hear({ path, params }: Deed, { code, data }: Told): void {
    if (path === submitOrder.path && code === SUCCESS_CODE) {
      this.open.push(String(data?.Id))
      if (this.setsStops) this.bare = { id: String(data?.Id), price: String(data?.Price) }
    }
    // Closed now, or by somebody else before: either way it is not open any more.
    if (path === closeOrder.path) this.open.splice(this.open.indexOf(params.id ?? ''), 1)
  }
}

/** So close that the price crosses them within a minute or so; refused where it has crossed them already or they are on the wrong side. */
function stopsAround(price: string): Record<string, string> {
  const decimals = price.split('.')[1]?.length ?? 0
  const away = 1 + 0.0004 * (1 + Math.random())
  const [low, high] = [(Number(price) / away).toFixed(decimals), (Number(price) * away).toFixed(decimals)]
  return Math.random() < 0.5 ? { stop_loss_price: low, target_profit_price: high } : { stop_loss_price: high, target_profit_price: low }
}
