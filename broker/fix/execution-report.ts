/** What an ExecutionReport says, in the words of providers/provider.ts. */
import type { ProviderReport, ReportKind } from '../providers/provider'
import type { FixMessage } from './fix-message'
import { Tag } from './tags'

/** By ExecType; what is not here (pending, suspended, restated, …) tells only how the order stands. 1 and 2 are fills of older peers. */
const KINDS: Readonly<Record<string, ReportKind>> = {
  '0': 'accepted',
  '1': 'filled',
  '2': 'filled',
  F: 'filled',
  '3': 'canceled',
  '4': 'canceled',
  '8': 'rejected',
  C: 'expired',
  G: 'corrected',
  H: 'busted',
}
/** By OrdStatus: filled, done for the day, canceled, rejected, expired. */
const FINAL = new Set(['2', '3', '4', '8', 'C'])
const REJECTED = '8'
const UNKNOWN_ORDER = '5'

/** @throws FieldProblem for a report that lacks what such a one has to say. */
export function readExecutionReport(message: FixMessage): ProviderReport {
  const status = message.needText(Tag.OrdStatus)
  const isAnswer = message.text(Tag.ExecType) === 'I' || message.has(Tag.OrdStatusReqID)
  const isUnknown = isAnswer && status === REJECTED && message.text(Tag.OrdRejReason) === UNKNOWN_ORDER
  const kind = isUnknown ? 'unknown' : isAnswer ? 'status' : (KINDS[message.needText(Tag.ExecType)] ?? 'status')
  const isOfFill = kind === 'filled' || kind === 'corrected'
  const isOfEarlier = kind === 'busted' || kind === 'corrected'
  return {
    kind,
    orderId: message.needText(Tag.ClOrdID),
    execId: kind === 'status' || kind === 'unknown' ? '' : message.needText(Tag.ExecID),
    referredExecId: isOfEarlier ? message.needText(Tag.ExecRefID) : null,
    lastQuantity: isOfFill ? message.needNumber(Tag.LastQty) : message.number(Tag.LastQty),
    lastPrice: isOfFill ? message.needNumber(Tag.LastPx) : message.number(Tag.LastPx),
    filledQuantity: isUnknown ? message.number(Tag.CumQty) : message.needNumber(Tag.CumQty),
    leavesQuantity: isUnknown ? message.number(Tag.LeavesQty) : message.needNumber(Tag.LeavesQty),
    averagePrice: message.number(Tag.AvgPx),
    isFinal: isUnknown || FINAL.has(status),
    reason: message.text(Tag.Text),
    time: message.needTime(message.has(Tag.TransactTime) ? Tag.TransactTime : Tag.SendingTime),
  }
}
