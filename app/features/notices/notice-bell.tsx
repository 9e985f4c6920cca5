import { useTranslation } from 'react-i18next'
import { paths } from '../../addresses/paths'
import { IconLink } from '../../ui'
import { useSite } from '../../visitor/site'

/** The way to the notices, with a mark while some are unread. */
export function NoticeBell() {
  const { t } = useTranslation('notice')
  const unread = useSite().unreadNotices ?? 0
  const label = unread === 0 ? t('page.title') : t('page.bell', { count: unread })
  return <IconLink icon="bell" href={paths.mine.notices()} label={label} dot={unread > 0} />
}
