import { useTranslation } from 'react-i18next'
import type { Instrument } from '../../terms/instrument'

/** "Euro / US Dollar" in the visitor's language; the assets' codes for an instrument that nobody has named yet. */
export function useInstrumentName(): (instrument: Pick<Instrument, 'code' | 'baseAsset' | 'quoteCurrency'>) => string {
  const { t } = useTranslation('product')
  return ({ code, baseAsset, quoteCurrency }) => t(`name.${code}`, { defaultValue: `${baseAsset} / ${quoteCurrency}` })
}
