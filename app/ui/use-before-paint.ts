import { useEffect, useLayoutEffect } from 'react'

/**
 * An effect that has run when its component can be seen: what a person may press at once is heard at once. On the server nothing is
 * seen, and React would warn of a layout effect there.
 */
export const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect
