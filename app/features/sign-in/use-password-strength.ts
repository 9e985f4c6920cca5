import { useEffect, useState } from 'react'
import type { PasswordStrength } from './measure-password'

/** The strength of what is typed; null while nothing is, or while the measure is not there. The broker decides, not this. */
export function usePasswordStrength(password: string, ownWords: readonly string[]) {
  const [measured, setMeasured] = useState<{ password: string; strength: PasswordStrength } | null>(null)
  const words = ownWords.join('\n')
  useEffect(() => {
    let isCurrent = true
    if (password === '') return setMeasured(null)
    import('./measure-password').then(
      ({ measurePassword }) => isCurrent && setMeasured({ password, strength: measurePassword(password, words.split('\n')) }),
      // Without the measure there is no meter; the form works all the same.
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [password, words])
  /** Fetches the measure ahead of the first letter. */
  const prepare = () => void import('./measure-password').catch(() => undefined)
  return { strength: password === '' ? null : (measured?.strength ?? null), prepare }
}
