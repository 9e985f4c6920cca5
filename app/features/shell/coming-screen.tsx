import { useTranslation } from 'react-i18next'
import { paths } from '../../platform/paths'
import { ButtonLink, EmptyState } from '../../ui'

/** Says honestly that a page is not open yet, and leads back. */
export function ComingScreen() {
  const { t } = useTranslation('public')
  return (
    <EmptyState
      art="none"
      title={t('comingTitle')}
      text={t('comingText')}
      action={
        <ButtonLink variant="secondary" href={paths.home()}>
          {t('toMarkets')}
        </ButtonLink>
      }
    />
  )
}
