/** The thin line at the top while the next page is on its way. A quick answer never shows it. */
import { useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ProgressLine } from '../../ui'

const SHOW_AFTER_MS = 150

export function NavigationProgress() {
  const { t } = useTranslation('public')
  const { state } = useNavigation()
  const [isShown, setIsShown] = useState(false)
  useEffect(() => {
    if (state === 'idle') return setIsShown(false)
    const timer = setTimeout(() => setIsShown(true), SHOW_AFTER_MS)
    return () => clearTimeout(timer)
  }, [state])
  return <ProgressLine active={isShown} label={t('loading')} />
}
