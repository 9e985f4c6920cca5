import { useTranslation } from 'react-i18next'
import type { Instrument } from '../../../contract/market'

/** "Euro / US Dollar" in the visitor's language; the assets' codes for an instrument that nobody has named yet. */
export function useInstrumentName(): (instrument: Pick<Instrument, 'Code' | 'BaseAsset' | 'QuoteCurrency'>) => string {
  const { t } = useTranslation('product')
  return ({ Code, BaseAsset, QuoteCurrency }) => t(`name.${Code}`, { defaultValue: `${BaseAsset} / ${QuoteCurrency}` })
}
