/**
 * Takes pictures from one store to the other while the server runs.
 *
 * Invariant: a file goes only once the other store gives it back to the byte, so it is in one of the two at any moment, and whoever stops
 * in between begins again and finds the rest.
 */
import type { FilePlace, FileStore } from './file-store'

interface Move {
  readonly from: FileStore
  readonly to: FileStore
  /** Told after each file how many have been moved. */
  readonly onMoved?: (count: number) => void
}

/** How many files were moved. @throws FilesUnavailable where one of the two cannot be used: what has been moved stays so. */
export async function moveFiles({ from, to, onMoved }: Move): Promise<number> {
  let moved = 0
  for await (const place of from.list()) {
    if (!(await moveFile(from, to, place))) continue
    moved += 1
    onMoved?.(moved)
  }
  return moved
}

/** False where it is gone: its time was over. */
async function moveFile(from: FileStore, to: FileStore, place: FilePlace): Promise<boolean> {
  const bytes = await from.get(place)
  if (bytes === null) return false
  const isThere = async (): Promise<boolean> => (await to.get(place))?.equals(bytes) ?? false
  // What a move that was broken off left there may be half of it.
  if (!(await isThere())) {
    await to.put(place, bytes)
    if (!(await isThere())) throw new Error(`${place.tenantId}/${place.storeKey} does not come back as it was put: nothing more is moved`)
  }
  await from.delete(place)
  return true
}
