/** The keys of a review queue: j and k through the list, a and r decide, + - . turn the picture. Never while one types. */
import { useLatest } from '~/ui/use-latest'
import { useBeforePaint } from '../../../ui'
import { isShortcutKey } from '../../../ui/shortcut-key'

type ReviewKeys = Readonly<Partial<Record<'j' | 'k' | 'a' | 'r' | '+' | '-' | '.', () => void>>>

export function useReviewKeys(keys: ReviewKeys): void {
  const latest = useLatest(keys)
  useBeforePaint(() => {
    const press = (event: KeyboardEvent) => {
      if (!isShortcutKey(event)) return
      // The plus of most keyboards stands on the key of the equals sign.
      const key = (event.key === '=' ? '+' : event.key.toLowerCase()) as keyof ReviewKeys
      const run = latest.current[key]
      if (run === undefined) return
      event.preventDefault()
      run()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [])
}
