/** Where this device keeps the layout of a chart. Apart from chart-layout.ts, which brings a library that the page can do without. */
import type { Period } from '../../../contract/primitives'
import { TRADE_PERIODS } from './trade-address'

export const layoutKey = (code: string): string => `candor.chart.layout.${code}`
export const DEVICE_KEY = 'candor.chart.device'

/** The period in which an instrument was last looked at; undefined where nothing readable is kept. */
export function keptPeriod(storage: Pick<Storage, 'getItem'>, code: string): Period | undefined {
  try {
    const kept: unknown = JSON.parse(storage.getItem(layoutKey(code)) ?? 'null')
    if (typeof kept !== 'object' || kept === null || !('period' in kept)) return undefined
    return TRADE_PERIODS.find((period) => period === kept.period)
  } catch {
    return undefined
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
