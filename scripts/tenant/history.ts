/** `tenant history <id>`: every recorded revision of a brand's folder, oldest first: number, time, hash, who. */
import { describeRevision, openHistory, revisionsOf } from './open-history'

export async function run([id]: readonly string[]): Promise<void> {
  for (const revision of revisionsOf(await openHistory(), id, 'history <id>')) console.log(describeRevision(revision))
}
