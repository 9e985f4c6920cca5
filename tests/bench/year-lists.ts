/** Every list of a trader and of the desk that grows with time, as it is asked for. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { generateSync } from 'otplib'
import { DEMO_OPERATORS_FILE } from '../../broker/desk/demo-operators'
import { listDeposits } from '../../contract/deposits'
import { listAuditEvents } from '../../contract/desk/audit'
import { listTraders } from '../../contract/desk/people'
import { listDeskDeposits, listDeskWithdrawals } from '../../contract/desk/reviews'
import { deskLogin } from '../../contract/desk/session'
import type { Endpoint } from '../../contract/endpoint'
import { listOrders } from '../../contract/orders'
import { listRanking } from '../../contract/users'
import { listAccountRecords, listNotices } from '../../contract/wallet'
import { listWithdrawals } from '../../contract/withdrawals'
import type { Line, Parameters } from '../chaos/line'
import { serverNow } from '../chaos/server-process'

interface ListCall {
  readonly what: string
  readonly endpoint: Endpoint
  readonly params: Parameters
}

const COMPANY = 'aurora'

export function listCalls(busyId: string): readonly ListCall[] {
  return [
    { what: 'closed orders', endpoint: listOrders, params: { status: '3' } },
    { what: 'account log', endpoint: listAccountRecords, params: {} },
    { what: 'deposits', endpoint: listDeposits, params: { type: '0' } },
    { what: 'withdrawals', endpoint: listWithdrawals, params: { type: '1' } },
    { what: 'notices', endpoint: listNotices, params: {} },
    { what: 'ranking', endpoint: listRanking, params: {} },
    { what: 'desk: traders', endpoint: listTraders, params: { company: COMPANY } },
    { what: 'desk: decided deposits', endpoint: listDeskDeposits, params: { company: COMPANY, status: '2' } },
    { what: 'desk: decided withdrawals', endpoint: listDeskWithdrawals, params: { company: COMPANY, status: '2' } },
    { what: 'desk: log', endpoint: listAuditEvents, params: { company: COMPANY } },
    { what: "desk: log of one trader's hand", endpoint: listAuditEvents, params: { company: COMPANY, actor: `trader:${busyId}` } },
  ]
}

/** @returns the session's token */
export async function signInAtDesk(line: Line, dataDir: string): Promise<string> {
  const kept = JSON.parse(readFileSync(path.join(dataDir, DEMO_OPERATORS_FILE), 'utf8')) as Record<
    string,
    { password: string; secret: string }
  >
  const [[name, { password, secret }] = ['', { password: '', secret: '' }]] = Object.entries(kept)
  const code = generateSync({ secret, epoch: Math.floor(serverNow() / 1000) })
  return (await line.ask<{ token: string }>(deskLogin.path, { name, password, code })).token
}
