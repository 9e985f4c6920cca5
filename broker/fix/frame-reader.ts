/**
 * Cuts what a connection brings into messages. A garbled one (its length, its checksum, its first three fields are wrong, it is not
 * made of fields) is left out as if it had never come, as the protocol asks: the number that is then missing brings it again.
 */
import { checksumOf, FixMessage, SOH, splitFields } from './fix-message'
import { Tag } from './tags'

const START = Buffer.from('8=FIX')
const NEXT = Buffer.from(`${SOH}8=FIX`)
const SEPARATOR = SOH.charCodeAt(0)
/** `8=FIXT.1.1|9=1234567|` is shorter. */
const MAX_HEAD = 32
const HEAD = /^8=FIX[^|]*\|9=(\d{1,7})\|/
/** What may still become a head. */
const HALF_HEAD = /^8=FIX[^|]*(?:\|(?:9(?:=\d{0,7})?)?)?$/
/** `10=123|` */
const TRAILER = 7
/** A list of all instruments of a large provider is a tenth of it. */
const MAX_BODY = 4 * 1024 * 1024

export class FrameReader {
  #bytes: Buffer = Buffer.alloc(0)
  #garbled = 0

  /** Messages left out so far. */
  get garbled(): number {
    return this.#garbled
  }

  /** The messages that are complete with `chunk`, in the order of the wire. */
  push(chunk: Buffer): FixMessage[] {
    this.#bytes = this.#bytes.length === 0 ? chunk : Buffer.concat([this.#bytes, chunk])
    const messages: FixMessage[] = []
    let at = 0
    for (;;) {
      const start = this.#bytes.indexOf(START, at)
      if (start < 0) {
        // What may be the beginning of a start stays.
        at = Math.max(at, this.#bytes.length - START.length + 1)
        break
      }
      at = start
      const length = frameLength(this.#bytes, start)
      if (length === 'more') break
      const message = length === 'garbled' ? null : readFrame(this.#bytes.subarray(start, start + length))
      if (message === null || length === 'garbled') {
        this.#garbled += 1
        at = start + START.length
      } else {
        messages.push(message)
        at = start + length
      }
    }
    this.#bytes = this.#bytes.subarray(at)
    return messages
  }
}

function frameLength(bytes: Buffer, start: number): number | 'more' | 'garbled' {
  const head = bytes.toString('latin1', start, start + MAX_HEAD).replaceAll(SOH, '|')
  const [matched, digits] = HEAD.exec(head) ?? []
  if (matched === undefined) return head.length < MAX_HEAD && HALF_HEAD.test(head) ? 'more' : 'garbled'
  const length = matched.length + Number(digits) + TRAILER
  if (length > MAX_BODY) return 'garbled'
  // Another message begins before this one is said to end: it would be swallowed by the wrong length.
  const next = bytes.indexOf(NEXT, start)
  if (next >= 0 && next < start + length - 1) return 'garbled'
  return bytes.length - start < length ? 'more' : length
}

function readFrame(frame: Buffer): FixMessage | null {
  const body = frame.subarray(0, -TRAILER)
  const isWhole = body.at(-1) === SEPARATOR && frame.toString('latin1', body.length) === `${Tag.CheckSum}=${checksumOf(body)}${SOH}`
  const fields = isWhole ? splitFields(body.toString('latin1')) : null
  return fields?.[2]?.[0] === Tag.MsgType ? new FixMessage(fields) : null
}
