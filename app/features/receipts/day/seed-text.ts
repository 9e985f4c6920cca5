/** What became of the simulated prices of a day, in a sentence. */
import { useTranslation } from 'react-i18next'
import type { SeedVerdict } from '../../../../rules/simulated/seed-check'
import { groupDigits } from '../../../ui'

export const minuteText = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ')

export function useSeedText(): (seeds: SeedVerdict) => string {
  const { t } = useTranslation('proof')
  return (seeds) => {
    switch (seeds.said) {
      case 'passed':
        return t('day.seed.passed', { ticks: groupDigits(String(seeds.ticks)) })
      case 'open':
        return t('day.seed.open', { day: seeds.day, time: minuteText(seeds.until) })
      case 'late':
        return t('day.seed.late', { day: seeds.day, time: minuteText(seeds.at), ticks: groupDigits(String(seeds.ticks)) })
      case 'tick': {
        const { code, time, expected, stated } = seeds.tick
        const at = new Date(time).toISOString().slice(11, 23)
        return t('day.seed.tick', { code, time: at, expected: expected || '–', stated })
      }
      case 'none':
      case 'unreadable':
        return t(`day.seed.${seeds.said}`)
      case 'noPrices':
        return t('day.why.no_prices')
      default:
        return t(`day.seed.${seeds.said}`, { day: seeds.day })
    }
  }
}
