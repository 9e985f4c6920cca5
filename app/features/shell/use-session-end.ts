import { useLocation, useNavigate, useNavigation } from '@remix-run/react'
import { useCallback, useEffect, useState } from 'react'
import { useLatest } from '~/ui/use-latest'
import { paths } from '../../addresses/paths'

/**
 * What the live connection calls when the session of this page was ended: it leads to the login page, once. A visitor who is
 * just logging out, or whose page was read anew meanwhile, is left alone: by then somebody else or nobody is signed in.
 */
export function useSessionEnd(traderId: string | null): () => void {
  const [endedFor, setEndedFor] = useState<string | null>(null)
  const { pathname, search } = useLocation()
  const isIdle = useNavigation().state === 'idle'
  const navigate = useNavigate()
  const signedIn = useLatest(traderId)
  useEffect(() => {
    if (endedFor === null || !isIdle) return
    setEndedFor(null)
    if (endedFor === traderId) navigate(paths.action.sessionEnded({ from: pathname + search }), { replace: true })
  }, [endedFor, isIdle, traderId, navigate, pathname, search])
  return useCallback(() => setEndedFor(signedIn.current), [])
}
