import { useState } from 'react'
import { type AccountKind, type Areas, type FormAnswer, type FormValues, type SentCode, targetOf } from './sign-in-data'

/**
 * Which sending counts for what stands in the form now: the pause belongs to the address it went to. The answer to a press is
 * newer than what the page was loaded with.
 */
export function useCodeTarget(
  kind: AccountKind,
  values: FormValues,
  areas: Areas,
  { loaded, answer }: { loaded: SentCode | null; answer: FormAnswer | undefined },
) {
  const [typed, setTyped] = useState<{ kind: AccountKind; account?: string; areaId?: string }>({ kind })
  const own = typed.kind === kind ? typed : { kind }
  const account = own.account ?? values.account ?? ''
  const areaId = own.areaId ?? (values.area_id || areas.usual)
  const target = targetOf(kind, account, areaId)
  const latest = newerOf(answer?.sent ?? null, loaded)
  return {
    account: account.trim(),
    sent: latest?.target === target ? latest : null,
    setAccount: (next: string) => setTyped({ ...own, kind, account: next }),
    setArea: (next: string) => setTyped({ ...own, kind, areaId: next }),
  }
}

function newerOf(a: SentCode | null, b: SentCode | null): SentCode | null {
  if (a === null || b === null) return a ?? b
  return b.until > a.until ? b : a
}
