/**
 * The announcement: where the service is not offered, the risk, what stands behind the site, and how to keep an account safe. The
 * text is fixed but for the countries, which are those that registration refuses, and for what the broker states about itself.
 */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { useWrittenIn, WrittenIn } from '../../frame/written-in'
import type { Language } from '../../language/language'
import type { BrokerStatement } from '../../terms/broker-statement'
import { Card, Link, Prose, token } from '../../ui'
import { useTenant } from '../../visitor/site'
import { HonestyPanel } from '../honesty/honesty-panel'

const Article = styled.article`
  max-width: 68ch;
  font-size: ${token.type.lg};
  line-height: 1.65;
  h2 { font-size: 1.125em; margin-block: ${token.space[6]} ${token.space[3]}; }
  h2:first-child { margin-block-start: 0; }
  ul { list-style: disc; padding-inline-start: 1.2em; display: grid; gap: 6px; }
  p + p { margin-block-start: ${token.space[3]}; }
`
const DemoWarning = styled.p`
  font-weight: 700;
  font-size: 1.125em;
  color: ${token.status.danger.text};
  margin-block-end: ${token.space[5]};
`

const Told = styled.section`
  margin-block-end: ${token.space[6]};
  padding-block-end: ${token.space[5]};
  border-block-end: 1px solid ${token.border.hairline};
  && > h2 { margin-block: 0 ${token.space[1]}; }
  time { display: block; font-size: ${token.type.sm}; color: ${token.text.muted}; margin-block-end: ${token.space[3]}; }
  > div { font-size: inherit; }
`

interface ShownAnnouncement {
  readonly id: string
  readonly title: string
  /** Sanitised by the broker. */
  readonly content: string
  /** Undefined where the broker does not tell. */
  readonly language: Language | undefined
  readonly languages: readonly Language[] | undefined
  readonly day: { readonly iso: string; readonly text: string }
}

interface AnnouncementProps {
  /** Their names in the visitor's language, as one list. */
  readonly countries: string
  /** What the company tells now, newest first. */
  readonly announcements: readonly ShownAnnouncement[]
  /** Null where the broker could not be asked. */
  readonly statement: BrokerStatement | null
}

function ToldNow({ told: { id, title, content, day, language, languages } }: { told: ShownAnnouncement }) {
  const written = useWrittenIn(language)
  return (
    <Told aria-labelledby={`announcement-${id}`}>
      <h2 id={`announcement-${id}`} dir="auto" {...written}>
        {title}
      </h2>
      <time dateTime={day.iso}>{day.text}</time>
      <WrittenIn language={language} languages={languages} />
      <div {...written}>
        <Prose html={content} />
      </div>
    </Told>
  )
}

export function Announcement({ countries, announcements, statement }: AnnouncementProps) {
  const { t } = useTranslation('user')
  const tenant = useTenant()
  return (
    <Card as="div" $pad $flat>
      <Article>
        {tenant.isDemoSite ? <DemoWarning>{t('announcementText.demo')}</DemoWarning> : null}
        {announcements.map((told) => (
          <ToldNow key={told.id} told={told} />
        ))}
        <h2>{t('announcementText.availabilityTitle')}</h2>
        <p>{t('announcementText.availability', { countries })}</p>
        <h2>{t('announcementText.riskTitle')}</h2>
        <p>{t('announcementText.risk')}</p>
        <HonestyPanel statement={statement} />
        <h2>{t('announcementText.safetyTitle')}</h2>
        <ul>
          <li>{t('announcementText.safetyPassword')}</li>
          <li>{t('announcementText.safetyDeposit')}</li>
          <li>
            {t('announcementText.safetyEmail')}{' '}
            <Link inline href={paths.mine.email()}>
              {t('companyEmail')}
            </Link>
          </li>
        </ul>
      </Article>
    </Card>
  )
}
