/** One RequestForPositions, until all of its reports are there. */
import type { Fixed } from '../../rules/decimal'
import type { ProviderPosition } from '../providers/provider'
import type { FixMessage } from './fix-message'
import { MsgType, Tag } from './tags'

const PATIENCE_MS = 10_000
/** PosReqResult */
const VALID = '0'
const NONE_FOUND = '2'

export class PositionQuestion {
  readonly answer: Promise<readonly ProviderPosition[]>
  readonly #codeOf: (symbol: string) => string
  readonly #quantities = new Map<string, Fixed>()
  readonly #timer: NodeJS.Timeout
  readonly #reports = new Set<string>()
  #total: number | null = null
  #resolve: (positions: readonly ProviderPosition[]) => void = () => {}
  #reject: (error: Error) => void = () => {}

  constructor(codeOf: (symbol: string) => string) {
    this.#codeOf = codeOf
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // Whoever asked may have given up already.
    this.answer.catch(() => {})
    this.#timer = setTimeout(() => this.refuse('the provider does not say its positions'), PATIENCE_MS)
  }

  /** @throws FieldProblem */
  hear(message: FixMessage): void {
    const result = message.text(Tag.PosReqResult) || VALID
    if (result !== VALID && result !== NONE_FOUND) this.refuse(message.text(Tag.Text) || `positions refused: ${result}`)
    if (message.has(Tag.TotalNumPosReports)) this.#total = message.needCount(Tag.TotalNumPosReports)
    else if (result === NONE_FOUND) this.#total = 0
    if (message.type === MsgType.PositionReport && this.#isNew(message)) this.#add(message)
    if (this.#total === null || this.#reports.size < this.#total) return
    this.#resolve([...this.#quantities].map(([code, quantity]) => ({ code, quantity })))
  }

  refuse(reason: string): void {
    this.#reject(new Error(reason))
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #isNew(message: FixMessage): boolean {
    const id = message.needText(Tag.PosMaintRptID)
    const isNew = !this.#reports.has(id)
    this.#reports.add(id)
    return isNew
  }

  #add(message: FixMessage): void {
    const code = this.#codeOf(message.needText(Tag.Symbol))
    for (const entry of message.group(Tag.NoPositions)) {
      const held = entry.number(Tag.LongQty) - entry.number(Tag.ShortQty)
      this.#quantities.set(code, (this.#quantities.get(code) ?? 0n) + held)
    }
  }
}
