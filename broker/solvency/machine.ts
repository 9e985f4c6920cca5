/** What the tree of an hour takes from this machine: random numbers, so that nobody can foretell a part or a place, and its SHA-256. */
import { hash, randomFillSync } from 'node:crypto'

const BUFFER_BYTES = 65_536
const WORD_BYTES = 8
const WORD_SPAN = 2n ** 64n

/** @returns draws a whole number in [0, bound), every one as likely. `bound` is in 1…2⁶⁴. */
export function secureDraw(): (bound: bigint) => bigint {
  const buffer = Buffer.alloc(BUFFER_BYTES)
  let at = BUFFER_BYTES
  const word = () => {
    if (at === BUFFER_BYTES) {
      randomFillSync(buffer)
      at = 0
    }
    at += WORD_BYTES
    return buffer.readBigUInt64LE(at - WORD_BYTES)
  }
  return (bound) => {
    // What is left over of the span would make small numbers likelier.
    const fair = WORD_SPAN - (WORD_SPAN % bound)
    for (let drawn = word(); ; drawn = word()) if (drawn < fair) return drawn % bound
  }
}

export const machineSha256 = (bytes: Uint8Array): Uint8Array => hash('sha256', bytes, 'buffer')
