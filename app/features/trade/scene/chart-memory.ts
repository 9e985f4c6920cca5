/**
 * Where this device keeps how charts were left, and the period of each instrument. Apart from chart-layout.ts, which brings a
 * library that the page can do without and comes later than a period can be chosen.
 */
import type { Period } from '../../../../contract/primitives'
import { TRADE_PERIODS } from './trade-address'

export const layoutKey = (code: string): string => `candor.chart.layout.${code}`
export const periodKey = (code: string): string => `candor.chart.period.${code}`
export const DEVICE_KEY = 'candor.chart.device'

/** The period that was last chosen for an instrument; undefined where none, or nothing readable, is kept. */
export function keptPeriod(storage: Pick<Storage, 'getItem'>, code: string): Period | undefined {
  try {
    const kept = storage.getItem(periodKey(code))
    return TRADE_PERIODS.find((period) => period === kept)
  } catch {
    return undefined
  }
}

export function keepPeriod(storage: Pick<Storage, 'setItem'>, code: string, period: Period): void {
  keepText(storage, periodKey(code), period)
}

/** A device without storage, or a full one, forgets with the page. */
export function keepText(storage: Pick<Storage, 'setItem'>, key: string, text: string): void {
  try {
    storage.setItem(key, text)
  } catch {
    // See above.
  }
}

type DeviceStorage = Pick<Storage, 'getItem' | 'setItem'>

const NO_STORAGE: DeviceStorage = { getItem: () => null, setItem: () => {} }

/** A browser that forbids storage throws as soon as it is named. */
export function deviceStorage(): DeviceStorage {
  try {
    return window.localStorage
  } catch {
    return NO_STORAGE
  }
}
