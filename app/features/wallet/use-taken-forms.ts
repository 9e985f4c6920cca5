import { useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

/** Counts the forms that were taken: each gives way to an empty one. A taken form is answered by a redirect, a refused one by words. */
export function useTakenForms(isRefused: boolean): number {
  const { state, formData } = useNavigation()
  const [taken, setTaken] = useState(0)
  const isSending = useRef(false)
  useEffect(() => {
    if (formData?.get('intent') === 'submit') isSending.current = true
    else if (state === 'idle' && isSending.current) {
      isSending.current = false
      if (!isRefused) setTaken((count) => count + 1)
    }
  }, [state, formData, isRefused])
  return taken
}
