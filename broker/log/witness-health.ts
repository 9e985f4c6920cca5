/** How the witnesses of a company's log stand, for whoever watches the server. */
import type { WitnessProblem } from './ask-witness'

/** `knows_more`: it has signed a longer log than ours. */
export type WitnessTrouble = WitnessProblem | 'knows_more'

export interface LogHealth {
  readonly tenantId: string
  readonly needed: number
  readonly witnesses: readonly {
    readonly name: string
    /** It has not signed the newest checkpoint. */
    readonly isBehind: boolean
    readonly trouble: WitnessTrouble | null
  }[]
  /** Since the newest checkpoint has been without enough signatures; 0 when it has them. */
  readonly quorumAgeMs: number
}

/** What is wrong, behind the name of the witness. */
export const TROUBLE_IN_WORDS: Readonly<Record<WitnessTrouble, string>> = {
  unreachable: 'cannot be reached',
  slow: 'does not answer in time',
  too_much: 'answers with more than an answer ever has',
  bad_answer: 'gives no answer of a witness',
  not_its_signature: 'answers with a signature that its key did not make over this checkpoint',
  wrong_time: 'signs another time than it is',
  refused_request: 'does not understand our request',
  unknown_key: "does not know our log's key: tell it the newest key of broker.json",
  unknown_log: 'does not know our log: tell it the key of broker.json',
  refused_proof: 'does not accept that our log has grown out of what it signed before',
  other_tree: 'has signed another tree of this size: somebody was shown another log',
  knows_more: 'has signed a longer log than ours: was the store put back from an older copy?',
  busy: 'asks us to come back later',
}
