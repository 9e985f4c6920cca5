/** The nonce of this page's content security policy. Only the server knows it; browsers hide the attribute from scripts. */
import { createContext, useContext } from 'react'

export const NonceContext = createContext<string | undefined>(undefined)

export function useNonce(): string | undefined {
  return useContext(NonceContext)
}
