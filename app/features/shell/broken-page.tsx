/** What is left when a page could not be made: what happened in plain words, the code in small text, and a way to try again. */
import { isRouteErrorResponse, useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { BROKER_UNREACHABLE, WINDING_DOWN } from '../../broker-client/failure-reasons'
import { lossCode } from '../../line/line-lost'
import { Button, ButtonLink, EmptyState, token } from '../../ui'
import { WindDownScreen } from './wind-down'

const Centre = styled.div`
  display: grid;
  place-items: center;
  min-height: 60dvh;
  padding: ${token.space[6]} ${token.space[4]};
`

interface Failure {
  readonly reason?: string
  readonly code?: string
  readonly message?: string
}

const isWithoutNetwork = (error: unknown): boolean => lossCode(error) !== null

function failureOf(error: unknown): { titleKey: string; textKey?: string; code: string; text: string } {
  const lost = lossCode(error)
  if (lost !== null) return { titleKey: 'public:connection.page.title', textKey: 'connection.page.text', code: lost, text: '' }
  if (!isRouteErrorResponse(error)) return { titleKey: 'public:pageFailed', code: 'PAGE', text: '' }
  const failure = (typeof error.data === 'object' && error.data !== null ? error.data : {}) as Failure
  const titleKey = failure.reason === BROKER_UNREACHABLE ? 'public:brokerUnreachable' : 'public:pageFailed'
  return { titleKey, code: failure.code ?? String(error.status), text: failure.message ?? '' }
}

const ASK_AGAIN_MS = 5_000

/** A screen that failed for want of a network comes by itself when there is one again. */
function useReturnWithNetwork(isWaiting: boolean, { state, revalidate }: ReturnType<typeof useRevalidator>): void {
  const isIdle = state === 'idle'
  useEffect(() => {
    if (!isWaiting || !isIdle) return
    window.addEventListener('online', revalidate)
    const timer = setTimeout(() => navigator.onLine && revalidate(), ASK_AGAIN_MS)
    return () => {
      window.removeEventListener('online', revalidate)
      clearTimeout(timer)
    }
  }, [isWaiting, isIdle, revalidate])
}

/** For a screen's own ErrorBoundary: inside the frame of the site. */
export function BrokenScreen({ error }: { error: unknown }) {
  const { t } = useTranslation('public')
  const revalidator = useRevalidator()
  const { titleKey, textKey = 'pageFailedText', code, text } = failureOf(error)
  useReturnWithNetwork(isWithoutNetwork(error), revalidator)
  if (isRouteErrorResponse(error) && error.data?.reason === WINDING_DOWN) return <WindDownScreen />
  return (
    <Centre>
      <EmptyState
        level={1}
        art={isWithoutNetwork(error) ? 'broken' : 'none'}
        title={t(titleKey)}
        text={text === '' ? t(textKey) : text}
        code={t('errorCode', { code })}
        action={
          <Button variant="secondary" busy={revalidator.state !== 'idle'} onClick={() => revalidator.revalidate()}>
            {t('retry')}
          </Button>
        }
      />
    </Centre>
  )
}

/** For the root, where nothing of the site may be there. */
export function BrokenPage({ error }: { error: unknown }) {
  const { t } = useTranslation('public')
  const { titleKey, code } = failureOf(error)
  return (
    <main id="main">
      <Centre>
        <EmptyState
          level={1}
          art="none"
          title={t(titleKey)}
          text={t('pageFailedText')}
          code={t('errorCode', { code })}
          action={
            <ButtonLink variant="secondary" href={paths.home()} reloadDocument>
              {t('retry')}
            </ButtonLink>
          }
        />
      </Centre>
    </main>
  )
}
