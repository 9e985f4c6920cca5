/** What the broker says of itself, and the receipts that it signs. */
import { createHash, createPublicKey, verify } from 'node:crypto'
import canonicalize from 'canonicalize'
import { BrokerStatement } from '../../../contract/companies'
import { ENDPOINTS } from '../../../contract/index'
import type { Order, Receipt } from '../../../contract/orders'
import { type Check, fits, holds, same, shown } from '../check'
import { pickInstrument } from '../pick-instrument'
import { amountText } from '../recompute'
import { type Subject, succeeded } from '../subject'
import { openOrder } from '../trading'

const STATEMENT = '/.well-known/broker.json'

async function statementOf(subject: Subject): Promise<BrokerStatement> {
  const answer = await subject.sendRaw({ method: 'GET', path: STATEMENT, headers: subject.headersOf({}) })
  same(`HTTP status of ${STATEMENT}`, answer.status, 200)
  let body: unknown = null
  try {
    body = JSON.parse(answer.text)
  } catch {
    holds(STATEMENT, false, 'JSON', shown(answer.text))
  }
  return fits(STATEMENT, BrokerStatement, body)
}

const KEY = /^[A-Za-z0-9_-]{43}$/

const statement: Check = {
  name: 'statement.broker-json',
  section: '§2 Site-level, /.well-known/broker.json',
  async run(subject) {
    const said = await statementOf(subject)
    const info = succeeded(ENDPOINTS.getBasicInfo, await subject.call(ENDPOINTS.getBasicInfo, {}))
    holds('legal_name', said.legal_name.trim() !== '', 'a name', said.legal_name)
    same('fees.trade_fee_type as in getBasicInfo', said.fees.trade_fee_type, info.trade_fee_type)
    same('stop_out_level as in getBasicInfo', Number(said.stop_out_level), Number(info.stop_out_level))
    for (const { key_id, public_key } of said.receipt_keys)
      holds(`public key ${key_id}`, KEY.test(public_key), '32 bytes in base64url', public_key)
    if (said.receipt_public_key === null) return
    const keys = said.receipt_keys.map(({ public_key }) => public_key)
    holds('receipt_public_key', keys.includes(said.receipt_public_key), 'one of receipt_keys', said.receipt_public_key)
  },
}

/** Hash and signature over the canonical JSON (RFC 8785) of the body. */
function checkReceipt({ body, hash, key_id, signature }: Receipt, keys: BrokerStatement['receipt_keys']): void {
  const bytes = Buffer.from(canonicalize(body) ?? '', 'utf8')
  same('hash of a receipt: SHA-256 of its canonical body', hash, createHash('sha256').update(bytes).digest('hex'))
  const key = keys.find((one) => one.key_id === key_id)
  holds('key_id of a receipt', key !== undefined, `one of ${keys.map((one) => one.key_id).join(', ')}`, key_id)
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key?.public_key ?? '' }, format: 'jwk' })
  holds(
    'signature of a receipt',
    verify(null, bytes, publicKey, Buffer.from(signature, 'base64url')),
    'Ed25519 of the broker’s key',
    signature,
  )
}

function checkFacts(what: string, { body }: Receipt, event: string, order: Order): void {
  same(
    `${what}: [event, order, instrument, demo_account]`,
    [body.event, body.order, body.instrument, body.demo_account],
    [event, order.Id, order.ForexTradeLists.Code, true],
  )
  same(`${what}: margin and fee`, [body.margin, body.fee].map(String).map(amountText), [order.CautionMoney, order.TradeFee].map(amountText))
}

const receipts: Check = {
  name: 'statement.receipts',
  section: '§2 receipt',
  async run(subject) {
    const { receipt_keys: keys } = await statementOf(subject)
    const trader = await subject.newTrader()
    const order = await openOrder(trader, await pickInstrument(subject))
    const closed = await trader.get(ENDPOINTS.closeOrder, { id: order.Id })
    const list = await trader.get(ENDPOINTS.listReceipts, { id: order.Id })
    same(
      'receipts of an order that was opened and closed',
      list.map(({ body }) => body.event),
      ['order_opened', 'order_closed'],
    )
    for (const receipt of list) checkReceipt(receipt, keys)
    const [opening, closing] = list as [Receipt, Receipt]
    checkFacts('the receipt of the opening', opening, 'order_opened', order)
    checkFacts('the receipt of the closing', closing, 'order_closed', closed)
    same('price of the opening', opening.body.price, order.Price)
    same('price of the closing', closing.body.price, closed.UpdatePrice)
    same('profit of the closing', amountText(String(closing.body.profit)), amountText(closed.FactProfits))
    same('the closing names the receipt before it', closing.body.previous, opening.hash)
  },
}

export const STATEMENT_CHECKS: readonly Check[] = [statement, receipts]
