/** Randomness that a seed repeats: xoshiro128** over 32-bit words. Nothing in a simulation is drawn from anywhere else. */
export class Random {
  private readonly state = new Uint32Array(4)

  constructor(seed: number) {
    // SplitMix32 spreads seeds that lie side by side over the whole state.
    let mixed = seed >>> 0
    for (let i = 0; i < 4; i++) {
      mixed = (mixed + 0x9e3779b9) >>> 0
      let word = Math.imul(mixed ^ (mixed >>> 16), 0x21f0aaad)
      word = Math.imul(word ^ (word >>> 15), 0x735a2d97)
      this.state[i] = word ^ (word >>> 15)
    }
  }

  /** 0 to 2³² − 1. */
  word(): number {
    const [, s1 = 0] = this.state
    const { state } = this
    const result = Math.imul(rotate(Math.imul(s1, 5), 7), 9) >>> 0
    state[2]! ^= state[0]!
    state[3]! ^= state[1]!
    state[1]! ^= state[2]!
    state[0]! ^= state[3]!
    state[2]! ^= s1 << 9
    state[3] = rotate(state[3]!, 11)
    return result
  }

  /** 0 to `limit` − 1. */
  below(limit: number): number {
    return Math.floor((this.word() / 0x1_0000_0000) * limit)
  }

  /** Both ends included. */
  between(low: number, high: number): number {
    return low + this.below(high - low + 1)
  }

  /** True in `percent` of 100 cases. */
  chance(percent: number): boolean {
    return this.word() / 0x1_0000_0000 < percent / 100
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }

  /** One of the names, as often as its weight says. */
  weighted<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const entries = Object.entries(weights) as [Name, number][]
    let left = this.below(entries.reduce((sum, [, weight]) => sum + weight, 0))
    for (const [name, weight] of entries) {
      left -= weight
      if (left < 0) return name
    }
    return entries[0]![0]
  }
}

function rotate(word: number, by: number): number {
  return (word << by) | (word >>> (32 - by))
}
