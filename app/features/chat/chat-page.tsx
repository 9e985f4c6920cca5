/** Customer service: the chat provider's page in a frame, or the way to the company where there is none or it does not come. */
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../platform/paths'
import { useTenant } from '../../platform/site'
import { Button, ButtonLink, Card, EmptyState, media, ProgressLine, Skeleton, SkeletonGroup, token } from '../../ui'
import { useHydrated } from '../orders/use-hydrated'
import type { ChatData } from './chat-data'

/** Whoever waits longer is told that nothing comes. */
export const CHAT_WAIT_MS = 10_000

const Room = styled(Card)`
  position: relative;
  display: grid;
  overflow: hidden;
  height: max(420px, calc(100dvh - ${token.size.bar} - 48px));
  ${media.desktop} { height: max(480px, calc(100dvh - 64px - 140px)); }
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
const Choices = styled.span`
  display: flex;
  flex-wrap: wrap;
  justify-content: center;
  gap: ${token.space[2]};
`

export function ChatPage({ data }: { data: ChatData }) {
  const { t } = useTranslation('account')
  const [attempt, setAttempt] = useState(0)
  if (data.link === null) {
    return <Words title={t('chat.none')} text={t('chat.noneText')} action={<EmailLink />} />
  }
  if (data.opensWindow) {
    return <Words title={t('chat.window')} text={t('chat.windowText')} action={<WindowLink link={data.link} />} />
  }
  return <ChatFrame key={attempt} link={data.link} onAgain={() => setAttempt((before) => before + 1)} />
}

function ChatFrame({ link, onAgain }: { link: string; onAgain: () => void }) {
  const { t } = useTranslation('account')
  const { name } = useTenant()
  // A frame in the server's page could have loaded before anybody listens, and would then be taken for one that never came.
  const isHydrated = useHydrated()
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  useEffect(() => {
    if (state !== 'loading') return
    const timer = setTimeout(() => setState('failed'), CHAT_WAIT_MS)
    return () => clearTimeout(timer)
  }, [state])
  if (state === 'failed') {
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
              <EmailLink />
            </Choices>
          }
        />
      </div>
    )
  }
  const isLoading = state === 'loading'
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
            onLoad={() => setState('shown')}
          />
        ) : null}
      </Room>
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

function EmailLink() {
  const { t } = useTranslation('account')
  return (
    <ButtonLink variant="secondary" icon="mail" href={paths.mine.email()}>
      {t('chat.email')}
    </ButtonLink>
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
