/** What waits for one price from both sides: what lies below it, and what lies above. */
import type { Fixed } from '../../rules/decimal'
import { type TriggerHandle, TriggerQueue } from './trigger-queue'

export type { TriggerHandle }

export interface BothSides<Value> {
  readonly below: TriggerQueue<Value>
  readonly above: TriggerQueue<Value>
}

export function bothSides<Value>(): BothSides<Value> {
  return { below: new TriggerQueue<Value>('at-or-below'), above: new TriggerQueue<Value>('at-or-above') }
}

export function reaches<Value>({ below, above }: BothSides<Value>, price: Fixed): boolean {
  return below.isReached(price) || above.isReached(price)
}

/** Takes out and returns everything that the price reaches. */
export function takeBoth<Value>({ below, above }: BothSides<Value>, price: Fixed): Value[] {
  return reaches({ below, above }, price) ? [...below.takeReached(price), ...above.takeReached(price)] : []
}
