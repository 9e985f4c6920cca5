/** Brings what the document left out, as soon as the page stands. */
import { useFetcher } from '@remix-run/react'
import { useEffect } from 'react'

/** @returns what the address answered; undefined before that, and where nothing was left out. */
export function useLeftOut<Data>(isLeftOut: boolean, address: string) {
  const { data, load } = useFetcher<Data>()
  useEffect(() => {
    if (isLeftOut) load(address)
  }, [isLeftOut, address, load])
  return isLeftOut ? data : undefined
}
