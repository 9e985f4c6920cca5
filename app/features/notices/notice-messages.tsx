/** A message for each notice that is told while the page is open; what stands on the page is read anew, and with it the mark. */
import { useTranslation } from 'react-i18next'
import { paths } from '../../addresses/paths'
import { useListedNotices } from '../../realtime'
import { useReadAnew } from '../../realtime/use-read-anew'
import { Link, useToast } from '../../ui'

export function NoticeMessages() {
  const { t, i18n } = useTranslation('notice')
  const toast = useToast()
  const { readAnew } = useReadAnew()
  useListedNotices(({ id, kind }) => {
    // A broker that is newer than this page may tell what it has no words for.
    const title = i18n.exists(`notice:${kind}.title`) ? t(`${kind}.title`) : t('page.told')
    toast.show({
      tone: 'info',
      key: `notice ${id}`,
      durationMs: 8_000,
      title,
      text: <Link href={paths.mine.notices()}>{t('page.read')}</Link>,
    })
    readAnew()
  })
  return null
}
