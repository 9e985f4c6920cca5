/** `tenant rollback <id> <revision>`: the folder becomes byte for byte what the revision was; refused when it could not be served. */
import { userInfo } from 'node:os'
import { findRevision } from '../../app/brand-files/brand-history.server'
import { putBack } from '../../app/brand-files/put-back.server'
import { explainProblem } from '../../contract/tenant/problem'
import { describeRevision, openHistory, revisionsOf } from './open-history'
import { brandPlaces } from './read-brands'

const USAGE = 'rollback <id> <revision>'

export async function run([id = '', wanted]: readonly string[]): Promise<void> {
  if (wanted === undefined) throw new Error(`usage: npm run tenant -- ${USAGE}`)
  const history = await openHistory()
  const revision = findRevision(revisionsOf(history, id, USAGE), wanted)
  const outcome = putBack(await brandPlaces(), history, { id, revision, at: Date.now(), by: `machine:${userInfo().username}` })
  if (outcome.kind === 'refused') {
    for (const problem of outcome.problems) console.error(explainProblem(problem))
    throw new Error(`revision ${revision.number} of ${id} could not be served: nothing was changed`)
  }
  if (outcome.kind === 'same') console.log(`${id} is already as it was in revision ${revision.number}`)
  else console.log(`${id} is as it was in revision ${revision.number}:\n${describeRevision(outcome.revision)}`)
}
