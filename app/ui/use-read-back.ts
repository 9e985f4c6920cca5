import { useCallback } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReadBackText } from '.'

/** The sentence below a field whose text may be read in two ways. */
export function useReadBack(): ReadBackText {
  const { t } = useTranslation('public')
  return useCallback((number) => t('readBack', { number }), [t])
}
