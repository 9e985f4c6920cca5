/** Well-mixed 32-bit numbers, the same on every machine: only integers are multiplied. */

/** From four others (the finaliser of MurmurHash3, once an input). */
export function hash32(a: number, b: number, c: number, d: number): number {
  let h = mix(a ^ 0x9e3779b9)
  h = mix(h ^ b)
  h = mix(h ^ c)
  return mix(h ^ d)
}

/** The n-th number of the sequence named by `seed`: one multiplication and one mixing, for the innermost loops. */
export function sequenceHash(seed: number, n: number): number {
  return mix(seed + Math.imul(n, 0x9e3779b1))
}

/** From text, for naming instruments. */
export function textHash(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return mix(h)
}

export function mix(value: number): number {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** Standard deviation of the sum of four bytes: the unit in which `unitNormal` counts. */
const FOUR_BYTES_DEVIATION = Math.sqrt((4 * (256 ** 2 - 1)) / 12)
const FOUR_BYTES_MEAN = 4 * 127.5

/** Almost normal, mean 0, deviation 1, never beyond ±3.5: no transcendental function, so every machine computes the same bits. */
export function unitNormal(hash: number): number {
  const sum = (hash & 255) + ((hash >>> 8) & 255) + ((hash >>> 16) & 255) + (hash >>> 24)
  return (sum - FOUR_BYTES_MEAN) / FOUR_BYTES_DEVIATION
}
