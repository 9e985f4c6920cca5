/**
 * A finished page that is sent many times, each time with another nonce of the content security policy, plain or as gzip.
 *
 * The gzip form is made once. Each stretch between two nonces is compressed by itself and ends at a byte boundary with an empty
 * dictionary, and each nonce stands between them as a stored block: whatever its bytes are, nothing of the rest refers to them.
 * Only they and the checksum at the end change from answer to answer, and the checksum is not counted anew: CRC-32 is linear, so
 * what another nonce changes in it follows from the nonce alone.
 */
import { promisify } from 'node:util'
import { constants, crc32, deflateRaw } from 'node:zlib'

export type PageEncoding = 'gzip' | 'identity'

/** Bytes with the places of a nonce in them. */
interface Template {
  readonly bytes: Buffer
  readonly places: readonly number[]
}

const deflate = promisify(deflateRaw)
const GZIP_HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
/** The last block of the deflate stream: a fixed one with nothing in it. */
const LAST_BLOCK = Buffer.from([0x03, 0x00])
const TRAILER_BYTES = 8

function fillTemplate({ bytes, places }: Template, nonce: string): Buffer {
  // Every byte of it is written at once: nothing of older memory stays.
  const copy = Buffer.allocUnsafe(bytes.length)
  bytes.copy(copy)
  for (const place of places) copy.write(nonce, place, 'latin1')
  return copy
}

/** A stored block of deflate (RFC 1951 §3.2.4): its length, the same inverted, and the bytes as they are. */
function storedBlockHead(length: number): Buffer {
  const head = Buffer.alloc(5)
  head.writeUInt16LE(length, 1)
  head.writeUInt16LE(length ^ 0xffff, 3)
  return head
}

function joinParts(parts: readonly Buffer[], nonceLength: number, around: Buffer): Template {
  const places: number[] = []
  const pieces: Buffer[] = []
  let length = 0
  const add = (piece: Buffer) => {
    pieces.push(piece)
    length += piece.length
  }
  for (const [index, part] of parts.entries()) {
    if (index > 0) {
      add(around)
      places.push(length)
      add(Buffer.alloc(nonceLength))
    }
    add(part)
  }
  return { bytes: Buffer.concat(pieces), places }
}

/** What each of the 32 bits of a nonce's checksum, where it differs, changes in the checksum of the whole page. */
type ChecksumChanges = readonly number[]

/**
 * CRC-32 over bytes of a fixed length is linear over GF(2) but for a constant (RFC 1952 §8: a remainder of polynomials). A difference
 * `d` after a nonce becomes `crc32(rest, d) ^ crc32(rest, 0)` after the bytes behind it, whatever these are; each place of the nonce
 * adds one.
 */
function checksumChanges(behind: readonly Buffer[], nonceLength: number): ChecksumChanges {
  const length = Math.max(nonceLength, ...behind.map((part) => part.length))
  const zeros = Buffer.alloc(length)
  const onward = (difference: number, by: number) => crc32(zeros.subarray(0, by), difference) ^ crc32(zeros.subarray(0, by), 0)
  return Array.from({ length: 32 }, (_, bit) => {
    const own = (1 << bit) >>> 0
    let sum = 0
    // From the first place to the end, each place adding the same difference to what those before it have become.
    for (const [index, part] of behind.entries()) {
      const afterNonce = index === 0 ? own : onward(sum, nonceLength) ^ own
      sum = onward(afterNonce >>> 0, part.length) >>> 0
    }
    return sum
  })
}

interface Zipped {
  readonly template: Template
  /** Of the page with its stand-in. */
  readonly checksum: number
  readonly changes: ChecksumChanges
}

export class NonceTemplate {
  private readonly parts: readonly Buffer[]
  private readonly plain: Template
  private readonly standInChecksum: number
  private zipped: Promise<Zipped> | undefined

  /** @param standIn the nonce that the page was written with; every nonce it is sent with has the same length. */
  constructor(
    html: string,
    private readonly standIn: string,
  ) {
    this.parts = html.split(standIn).map((part) => Buffer.from(part))
    this.standInChecksum = crc32(standIn)
    this.plain = joinParts(this.parts, standIn.length, Buffer.alloc(0))
  }

  /** How often the nonce stands in the page. */
  get places(): number {
    return this.parts.length - 1
  }

  async withNonce(nonce: string, encoding: PageEncoding): Promise<Buffer> {
    if (nonce.length !== this.standIn.length) throw new Error('a nonce of another length does not fit the page')
    if (encoding === 'identity') return fillTemplate(this.plain, nonce)
    this.zipped ??= this.zip()
    const { template, checksum, changes } = await this.zipped
    const zipped = fillTemplate(template, nonce)
    const difference = crc32(nonce) ^ this.standInChecksum
    const changed = changes.reduce((sum, change, bit) => ((difference >>> bit) & 1 ? sum ^ change : sum), checksum)
    zipped.writeUInt32LE(changed >>> 0, zipped.length - TRAILER_BYTES)
    return zipped
  }

  private async zip(): Promise<Zipped> {
    const blocks = await Promise.all(this.parts.map((part) => deflate(part, { level: 6, finishFlush: constants.Z_FULL_FLUSH })))
    const { bytes, places } = joinParts(blocks, this.standIn.length, storedBlockHead(this.standIn.length))
    const trailer = Buffer.alloc(TRAILER_BYTES)
    trailer.writeUInt32LE(this.plain.bytes.length, 4)
    return {
      template: {
        bytes: Buffer.concat([GZIP_HEADER, bytes, LAST_BLOCK, trailer]),
        places: places.map((place) => place + GZIP_HEADER.length),
      },
      checksum: crc32(fillTemplate(this.plain, this.standIn)),
      changes: checksumChanges(this.parts.slice(1), this.standIn.length),
    }
  }
}
