/** Which of a table's counted ids were seen: a bit each, in blocks, so that millions take a megabyte. */

const BLOCK_BITS = 8_192

/** As it is kept in a file or sent between threads: blocks by their number, each in base64. */
export type PackedIds = readonly (readonly [block: number, bits: string])[]

export class IdSet {
  private readonly blocks = new Map<number, Uint8Array>()
  private count = 0
  private newest = 0n

  static unpack(...packed: readonly PackedIds[]): IdSet {
    const ids = new IdSet()
    for (const [block, text] of packed.flat()) ids.join(block, Buffer.from(text, 'base64'))
    return ids
  }

  get size(): number {
    return this.count
  }

  /** The largest; 0 where there is none. */
  get largest(): bigint {
    return this.newest
  }

  add(id: string): void {
    const [block, byte, bit] = placeOf(id)
    const bits = this.block(block)
    const before = bits[byte] ?? 0
    if ((before & bit) !== 0) return
    bits[byte] = before | bit
    this.count += 1
    const value = BigInt(id)
    if (value > this.newest) this.newest = value
  }

  has(id: string): boolean {
    const [block, byte, bit] = placeOf(id)
    return ((this.blocks.get(block)?.[byte] ?? 0) & bit) !== 0
  }

  pack(): PackedIds {
    return [...this.blocks].map(([block, bits]) => [block, Buffer.from(bits).toString('base64')] as const)
  }

  private block(number: number): Uint8Array {
    let bits = this.blocks.get(number)
    if (bits === undefined) {
      bits = new Uint8Array(BLOCK_BITS / 8)
      this.blocks.set(number, bits)
    }
    return bits
  }

  private join(block: number, other: Uint8Array): void {
    for (const [byte, bits] of other.entries()) {
      for (let bit = 0; bit < 8; bit++) if ((bits & (1 << bit)) !== 0) this.add(String(block * BLOCK_BITS + byte * 8 + bit))
    }
  }
}

function placeOf(id: string): readonly [block: number, byte: number, bit: number] {
  const number = Number(id)
  const place = number % BLOCK_BITS
  return [Math.floor(number / BLOCK_BITS), place >> 3, 1 << (place & 7)]
}
