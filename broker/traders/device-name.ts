/** What a client calls itself, in the words a person knows it by. A hint and no proof: anybody can write any User-Agent. */
import Bowser from 'bowser'
import type { TraderSession } from '../../contract/sessions'

interface DeviceName {
  /** `Chrome, Windows`; empty where the client did not say or is not known. */
  readonly name: string
  readonly kind: TraderSession['device_kind']
}

const KINDS: Readonly<Record<string, TraderSession['device_kind']>> = { mobile: 'phone', tablet: 'tablet', desktop: 'desktop' }

const LONGEST_READ = 300
const BROWSERS: ReadonlySet<string> = new Set(Object.values(Bowser.BROWSER_MAP as Record<string, string>))
const SYSTEMS: ReadonlySet<string> = new Set(Object.values(Bowser.OS_MAP as Record<string, string>))

const knownName = (name: string | undefined, names: ReadonlySet<string>): string => (name !== undefined && names.has(name) ? name : '')

export function deviceName(userAgent: string): DeviceName {
  if (userAgent.trim() === '') return { name: '', kind: 'other' }
  const { browser, os, platform } = Bowser.parse(userAgent.slice(0, LONGEST_READ))
  // The library quotes a client that none of its lists knows; a mail of ours must not.
  const name = [knownName(browser.name, BROWSERS), knownName(os.name, SYSTEMS)].filter(Boolean).join(', ')
  return { name, kind: KINDS[platform.type ?? ''] ?? 'other' }
}
