/** What a client calls itself, in the words a person knows it by. A hint and no proof: anybody can write any User-Agent. */
import Bowser from 'bowser'
import type { TraderSession } from '../../contract/sessions'

export interface DeviceName {
  /** `Chrome, Windows`; empty where the client did not say or is not known. */
  readonly name: string
  readonly kind: TraderSession['device_kind']
}

const KINDS: Readonly<Record<string, TraderSession['device_kind']>> = { mobile: 'phone', tablet: 'tablet', desktop: 'desktop' }

export function deviceName(userAgent: string): DeviceName {
  if (userAgent.trim() === '') return { name: '', kind: 'other' }
  const { browser, os, platform } = Bowser.parse(userAgent)
  // Names come from the library's own lists; a client that none of them knows is not quoted.
  const name = [browser.name, os.name].filter(Boolean).join(', ')
  return { name, kind: KINDS[platform.type ?? ''] ?? 'other' }
}
