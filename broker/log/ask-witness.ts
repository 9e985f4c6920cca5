/**
 * One question to one witness (C2SP tlog-witness): here is a newer checkpoint and the proof that it has grown out of what you know; sign it.
 *
 * Invariant: nothing that comes back is believed but a line that the witness's own key has signed over this very checkpoint, at about
 * this time. How much is read and how long it may take is bounded, and nobody is followed elsewhere.
 */
import { toBase64 } from '../../rules/log/base64'
import { cosignaturesOf } from '../../rules/log/cosignature'
import type { Hash } from '../../rules/log/merkle'
import { isOfKey, parseNote, signatureLine } from '../../rules/log/note'
import { readBounded } from '../ground/read-bounded'
import type { NamedWitness } from './witness-policy'

interface WitnessQuestion {
  readonly oldSize: number
  readonly proof: readonly Hash[]
  /** The checkpoint as the company's note. */
  readonly note: string
}

/** Why a witness has not signed. */
export type WitnessProblem =
  | 'unreachable'
  | 'slow'
  | 'too_much'
  | 'bad_answer'
  | 'not_its_signature'
  | 'wrong_time'
  | 'refused_request'
  | 'unknown_key'
  | 'unknown_log'
  | 'refused_proof'
  | 'other_tree'
  | 'busy'

type WitnessAnswer =
  | { readonly kind: 'signed'; readonly line: string; readonly timeSeconds: number }
  /** It knows another size than we thought. */
  | { readonly kind: 'knows'; readonly size: number }
  | { readonly kind: 'problem'; readonly problem: WitnessProblem; readonly status?: number }

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 16_384
/** A witness's clock may be off by so much. */
const TIME_OFF_SECONDS = 600

const OF_STATUS: Readonly<Record<number, WitnessProblem>> = {
  400: 'refused_request',
  403: 'unknown_key',
  404: 'unknown_log',
  422: 'refused_proof',
  429: 'busy',
  503: 'busy',
}

/** @param nowMs Unix milliseconds */
export async function askWitness(
  witness: NamedWitness,
  question: WitnessQuestion,
  { nowMs, signal, timeoutMs = TIMEOUT_MS }: { readonly nowMs: () => number; readonly signal: AbortSignal; readonly timeoutMs?: number },
): Promise<WitnessAnswer> {
  const limit = AbortSignal.timeout(timeoutMs)
  try {
    const response = await fetch(`${witness.url}/add-checkpoint`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain; charset=utf-8' },
      body: requestBody(question),
      redirect: 'manual',
      signal: AbortSignal.any([signal, limit]),
    })
    const text = await readBounded(response, MAX_ANSWER_BYTES)
    if (text === null) return { kind: 'problem', problem: 'too_much' }
    if (response.status === 409) return judgeConflict(response, text, question)
    if (response.status === 200) return judgeSignature(witness, question.note, text, nowMs())
    return { kind: 'problem', problem: OF_STATUS[response.status] ?? 'bad_answer', status: response.status }
  } catch {
    return { kind: 'problem', problem: limit.aborted ? 'slow' : 'unreachable' }
  }
}

function requestBody({ oldSize, proof, note }: WitnessQuestion): string {
  return [`old ${oldSize}`, ...proof.map(toBase64), '', note].join('\n')
}

function judgeConflict({ headers }: Response, text: string, { oldSize }: WitnessQuestion): WitnessAnswer {
  const [, digits] = /^(0|[1-9]\d{0,15})\n$/.exec(text) ?? []
  if (digits === undefined || !/^text\/x\.tlog\.size\b/.test(headers.get('content-type') ?? ''))
    return { kind: 'problem', problem: 'bad_answer', status: 409 }
  // The size is right and still it does not agree: under this size it knows another tree.
  return Number(digits) === oldSize ? { kind: 'problem', problem: 'other_tree' } : { kind: 'knows', size: Number(digits) }
}

function judgeSignature({ noteKey }: NamedWitness, note: string, lines: string, nowMs: number): WitnessAnswer {
  const answered = parseNote(`${note}${lines}`)
  const asked = parseNote(note)
  if (answered === null || asked === null || answered.text !== asked.text) return { kind: 'problem', problem: 'bad_answer' }
  const [found] = cosignaturesOf(answered, [noteKey])
  if (found?.outcome !== 'signed' || found.timeSeconds === null) return { kind: 'problem', problem: 'not_its_signature' }
  const { timeSeconds } = found
  if (Math.abs(timeSeconds - nowMs / 1_000) > TIME_OFF_SECONDS) return { kind: 'problem', problem: 'wrong_time' }
  // Of several that it may have sent, the one with this time.
  const own = answered.signatures.find(
    (one) => isOfKey(one, noteKey) && cosignaturesOf({ text: asked.text, signatures: [one] }, [noteKey])[0]?.timeSeconds === timeSeconds,
  )
  return own === undefined ? { kind: 'problem', problem: 'not_its_signature' } : { kind: 'signed', line: signatureLine(own), timeSeconds }
}
