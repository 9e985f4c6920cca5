/** Customer service: the chat provider's page in a frame, or the ways to the company where there is none or it does not come. */
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { Button, ButtonLink, Card, EmptyState, Link, media, Note, ProgressLine, Skeleton, SkeletonGroup, token } from '../../ui'
import { useHydrated } from '../../ui/use-hydrated'
import { useTenant } from '../../visitor/site'
import type { FeedbackAnswer } from '../feedback/feedback-data'
import type { ChatData } from './chat-data'
import { ServicePage } from './service-page'
import { useChatCheck } from './use-chat-check'

/** Whoever waits longer is told that nothing comes. */
export const CHAT_WAIT_MS = 10_000

const Room = styled(Card)`
  position: relative;
  display: grid;
  overflow: hidden;
  height: max(380px, calc(100dvh - ${token.size.bar} - 100px));
  ${media.desktop} { height: max(440px, calc(100dvh - 64px - 188px)); }
`
const Frame = styled.iframe`
  width: 100%;
  height: 100%;
  border: 0;
  &[data-loading] { visibility: hidden; }
`
const Waiting = styled(SkeletonGroup)`
  position: absolute;
  inset: 0;
  display: grid;
  align-content: end;
  gap: ${token.space[3]};
  padding: ${token.space[4]};
  > :nth-child(even) { justify-self: end; }
`
const Beside = styled.p`
  margin-block-start: ${token.space[2]};
  font-size: ${token.type.xs};
  line-height: 1.5;
  color: ${token.text.muted};
`
const About = styled(Note)`
  margin-block-end: ${token.space[3]};
`
const Choices = styled.span`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${token.space[2]};
`

interface ChatPageProps {
  readonly data: ChatData
  /** A message that was refused, on a page that has the form. */
  readonly answer: FeedbackAnswer | null
}

export function ChatPage({ data, answer }: ChatPageProps) {
  const { t } = useTranslation('account')
  const [attempt, setAttempt] = useState(0)
  if (data.link === null) return <ServicePage data={data} answer={answer} />
  return (
    <>
      {data.about === '' ? null : <About>{data.about}</About>}
      {data.opensWindow ? (
        <Words title={t('chat.window')} text={t('chat.windowText')} action={<WindowLink link={data.link} />} />
      ) : (
        <ChatFrame key={attempt} link={data.link} onAgain={() => setAttempt((before) => before + 1)} />
      )}
    </>
  )
}

function ChatFrame({ link, onAgain }: { link: string; onAgain: () => void }) {
  const { t } = useTranslation('account')
  const { name } = useTenant()
  // A frame in the server's page could have loaded before anybody listens, and would then be taken for one that never came.
  const isHydrated = useHydrated()
  const reach = useChatCheck(link)
  const [hasLoaded, setHasLoaded] = useState(false)
  const [isLate, setIsLate] = useState(false)
  const isShown = hasLoaded && reach === 'there'
  useEffect(() => {
    if (isShown) return
    const timer = setTimeout(() => setIsLate(true), CHAT_WAIT_MS)
    return () => clearTimeout(timer)
  }, [isShown])
  if (reach === 'refuses') return <Words title={t('chat.window')} text={t('chat.windowText')} action={<WindowLink link={link} />} />
  if (reach === 'gone' || (isLate && !isShown)) {
    return (
      <div role="alert">
        <Words
          title={t('chat.failed')}
          text={t('chat.failedText')}
          action={
            <Choices>
              <Button variant="primary" onClick={onAgain}>
                {t('public:retry')}
              </Button>
              <ButtonLink variant="secondary" icon="message-square" href={paths.feedback()}>
                {t('chat.write')}
              </ButtonLink>
              <ButtonLink variant="secondary" icon="mail" href={paths.mine.email()}>
                {t('chat.email')}
              </ButtonLink>
            </Choices>
          }
        />
      </div>
    )
  }
  const isLoading = !isShown
  return (
    <>
      <noscript>
        <WindowLink link={link} />
      </noscript>
      <ProgressLine active={isLoading && isHydrated} label={t('chat.loading')} />
      <Room $flat aria-busy={isLoading}>
        {isLoading ? (
          <Waiting label={t('chat.loading')}>
            <Skeleton width="62%" height={40} shape="block" />
            <Skeleton width="48%" height={40} shape="block" />
            <Skeleton width="56%" height={40} shape="block" />
          </Waiting>
        ) : null}
        {isHydrated ? (
          <Frame
            src={link}
            title={t('chat.title', { company: name })}
            sandbox="allow-scripts allow-forms"
            referrerPolicy="no-referrer"
            data-loading={isLoading ? '' : undefined}
            onLoad={() => setHasLoaded(true)}
          />
        ) : null}
      </Room>
      {/* What stands in the frame cannot be seen from here: a page that shows itself in no frame leaves it empty. */}
      <Beside>
        {t('chat.nothingSeen')}{' '}
        <Link inline href={link} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
          {t('chat.open')}
        </Link>
      </Beside>
    </>
  )
}

function Words({ title, text, action }: { title: string; text: string; action: ReactNode }) {
  return (
    <Card $pad $flat>
      <EmptyState art="none" level={2} title={title} text={text} action={action} />
    </Card>
  )
}

function WindowLink({ link }: { link: string }) {
  const { t } = useTranslation('account')
  return (
    <ButtonLink variant="primary" icon="headset" href={link} target="_blank" rel="noopener noreferrer" referrerPolicy="no-referrer">
      {t('chat.open')}
    </ButtonLink>
  )
}
