/** Which class of a risk profile an instrument belongs to. Majors and indices are those that ESMA decision (EU) 2018/796 names. */
import type { RiskClass } from '../../contract/tenant/risk-profiles'
import { CATEGORIES } from './catalogue'
import type { Instrument } from './instrument'

const MAJOR_CURRENCIES: ReadonlySet<string> = new Set(['USD', 'EUR', 'JPY', 'GBP', 'CAD', 'CHF'])
const MAJOR_INDICES: ReadonlySet<string> = new Set(['US500', 'NAS100', 'US30', 'GER40', 'UK100', 'JPN225'])

export function riskClassOf(instrument: Instrument): RiskClass {
  const category = CATEGORIES.find(({ id }) => id === instrument.categoryId)?.code
  switch (category) {
    case 'forex':
      return MAJOR_CURRENCIES.has(instrument.baseAsset) && MAJOR_CURRENCIES.has(instrument.quoteCurrency) ? 'major-fx' : 'minor-fx'
    case 'metals':
      return instrument.baseAsset === 'XAU' ? 'gold' : 'commodity'
    case 'indices':
      return MAJOR_INDICES.has(instrument.code) ? 'major-index' : 'minor-index'
    case 'energies':
      return 'commodity'
    default:
      // Whatever has no class of its own gets the strictest one.
      return 'crypto'
  }
}
