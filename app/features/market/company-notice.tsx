/** The company's newest announcement in one line, or where announcements are. */
import { useTranslation } from 'react-i18next'
import { paths } from '../../addresses/paths'
import { useWrittenIn, WrittenIn } from '../../frame/written-in'
import { NoticeStrip } from '../../ui'
import type { HomeData } from './home-data'

export function CompanyNotice({ announcement, boxed = false }: Pick<HomeData, 'announcement'> & { readonly boxed?: boolean }) {
  const { t } = useTranslation('product')
  const written = useWrittenIn(announcement?.language)
  return (
    <NoticeStrip
      href={paths.mine.announcement()}
      title={t('notice.title')}
      text={announcement === null ? t('notice.text') : <bdi {...written}>{announcement.title}</bdi>}
      end={<WrittenIn language={announcement?.language} languages={announcement?.languages} />}
      boxed={boxed}
    />
  )
}
