/** A drop-copy session: execution reports of every order on our account at a peer, as the peer's own book has them. Nothing is ordered over it. */
import type { CopyLine, CopyLineEvents } from '../providers/copy-line'
import { readExecutionReport } from './execution-report'
import { FixLine, type FixLineServices, type FixPeer } from './fix-line'
import type { FixMessage } from './fix-message'
import { MsgType, Tag } from './tags'

interface FixCopiesOptions {
  readonly id: string
  readonly peer: FixPeer
  readonly instruments: readonly { readonly code: string; readonly symbol: string }[]
}

const BUY_SIDES = new Set(['1', '3'])

export function openFixCopies({ id, peer, instruments }: FixCopiesOptions, services: FixLineServices): CopyLine {
  let events: CopyLineEvents | null = null
  const codes = new Map(instruments.map(({ code, symbol }) => [symbol, code]))
  const receive = (message: FixMessage): void | Promise<void> => {
    if (message.type !== MsgType.ExecutionReport) return
    const { kind, ...report } = readExecutionReport(message)
    if (kind === 'status' || kind === 'unknown') return
    const symbol = message.needText(Tag.Symbol)
    const side = BUY_SIDES.has(message.needText(Tag.Side)) ? 'buy' : 'sell'
    return events?.copied({ ...report, kind, side, code: codes.get(symbol) ?? symbol })
  }
  const line = new FixLine(`${id} copies`, peer, services, [MsgType.ExecutionReport], {
    opened: () => events?.opened(),
    received: receive,
    heard: () => {},
    holed: () => {},
    mended: () => {},
    closed: () => {},
  })
  return {
    id,
    get isOpen() {
      return line.isOpen
    },
    get gaps() {
      return line.health.gaps
    },
    start(listener) {
      events = listener
      line.start()
    },
    close: () => line.close(),
  }
}
