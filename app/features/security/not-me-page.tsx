/**
 * Where the mail about a new device leads. The key stands in the fragment, which no server and no log sees; once it is used up
 * it leaves the address bar too.
 */
import { Form, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { Button, ButtonLink, Card, Field, Icon, Link, Stack, TextInput, token } from '../../ui'
import { Narrow } from '../../ui/narrow'
import { keyOf, type NotMeAnswer } from './not-me-key'

const Words = styled.div`
  display: grid;
  justify-items: start;
  gap: ${token.space[2]};
  h2 { font-size: ${token.type.lg}; font-weight: 600; outline: 0; }
  p, li { color: ${token.text.secondary}; line-height: 1.5; }
  ul { list-style: disc; padding-inline-start: 1.2em; display: grid; gap: 4px; }
  > svg { color: ${token.status.ok.text}; }
`
const Problem = styled.p`
  color: ${token.status.danger.text};
  font-size: ${token.type.sm};
`

/** Null until scripts have looked; empty when the address had none. */
function useKeyOfAddress(): string | null {
  const [key, setKey] = useState<string | null>(null)
  useEffect(() => {
    const read = () => setKey(keyOf(window.location.hash))
    read()
    window.addEventListener('hashchange', read)
    return () => window.removeEventListener('hashchange', read)
  }, [])
  return key
}

function Frozen() {
  const { t } = useTranslation('account')
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    title.current?.focus()
    if (window.location.hash !== '') window.history.replaceState(window.history.state, '', window.location.pathname)
  }, [])
  return (
    <Card $pad $flat>
      <Stack>
        <Words>
          <Icon name="shield-check" size={24} />
          <h2 ref={title} tabIndex={-1}>
            {t('notMe.doneTitle')}
          </h2>
          <p>{t('notMe.doneText')}</p>
        </Words>
        <ButtonLink variant="primary" size="lg" block href={paths.forgot()}>
          {t('notMe.newPassword')}
        </ButtonLink>
      </Stack>
    </Card>
  )
}

export function NotMePage({ answer }: { answer: NotMeAnswer | null }) {
  const { t } = useTranslation('account')
  const isBusy = useNavigation().formMethod === 'POST'
  const key = useKeyOfAddress()
  const problem = answer?.message === '' ? undefined : answer?.message
  if (answer?.isFrozen) {
    return (
      <Narrow>
        <Frozen />
      </Narrow>
    )
  }
  return (
    <Narrow>
      <Card $pad $flat>
        <Form method="post" noValidate>
          <Stack>
            <Words>
              <h2>{t('notMe.question')}</h2>
              <p>{t('notMe.lead')}</p>
              <ul>
                <li>{t('notMe.endsSessions')}</li>
                <li>{t('notMe.needsPassword')}</li>
                <li>{t('notMe.keepsPositions')}</li>
              </ul>
            </Words>
            {key === null || key === '' ? (
              <Field label={t('notMe.key')} help={t('notMe.keyHelp')} error={problem} announce>
                {(aria) => (
                  <TextInput
                    {...aria}
                    name="token"
                    mono
                    dir="ltr"
                    autoComplete="off"
                    autoCapitalize="none"
                    spellCheck={false}
                    maxLength={300}
                  />
                )}
              </Field>
            ) : (
              <>
                <input type="hidden" name="token" value={key} />
                {problem === undefined ? null : <Problem role="alert">{problem}</Problem>}
              </>
            )}
            {problem === undefined ? null : (
              <p>
                {t('notMe.instead')}{' '}
                <Link href={paths.forgot()} inline>
                  {t('notMe.newPassword')}
                </Link>
              </p>
            )}
            <Button type="submit" variant="danger" size="lg" block busy={isBusy}>
              {t('notMe.submit')}
            </Button>
            <p>
              {t('notMe.wasMe')}{' '}
              <Link href={paths.home()} inline>
                {t('public:toMarkets')}
              </Link>
            </p>
          </Stack>
        </Form>
      </Card>
    </Narrow>
  )
}
