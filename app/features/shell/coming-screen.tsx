import { useTranslation } from 'react-i18next'
import { paths } from '../../platform/paths'
import { ButtonLink, EmptyState } from '../../ui'

/** Says honestly that a page is not open yet, and leads back. */
export function ComingScreen({ title }: { title: string }) {
  const { t } = useTranslation('public')
  return (
    <EmptyState
      level={1}
      art="none"
      title={title}
      text={
        <>
          {t('comingTitle')}. {t('comingText')}
        </>
      }
      action={
        <ButtonLink variant="secondary" href={paths.home()}>
          {t('toMarkets')}
        </ButtonLink>
      }
    />
  )
}
