/** How long something takes, as a part of a sentence: its words have the case that "within …" asks for. */
import type { TFunction } from 'i18next'

/** From two hours on in whole hours, rounded up. */
export function waitText(t: TFunction, minutes: number): string {
  return minutes < 120 ? t('withdraw:minutes', { count: minutes }) : hoursText(t, Math.ceil(minutes / 60))
}

export function hoursText(t: TFunction, hours: number): string {
  return t('withdraw:hours', { count: hours })
}
