/** A receipt that another page hands over in the fragment of the address is checked at once. */
import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { useLatest } from '../../ui/use-latest'

export function useHandedText(checkText: (text: string) => void): void {
  const { hash } = useLocation()
  const latest = useLatest(checkText)
  useEffect(() => {
    const text = textOfFragment(hash)
    if (text !== null) latest.current(text)
  }, [hash])
}

/** Null where the fragment is empty or no text. */
function textOfFragment(hash: string): string | null {
  try {
    return decodeURIComponent(hash.slice(1)) || null
  } catch {
    return null
  }
}
