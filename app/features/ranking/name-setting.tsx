import { useFetcher } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { LONGEST } from '../../../contract/form-bounds'
import type { RankingProfile } from '../../terms/ranking'
import { Button, Checkbox, Field, media, Switch, TextInput, token, useToast } from '../../ui'
import { useHydrated } from '../../ui/use-hydrated'
import type { ProfileAnswer } from './ranking-data'

const Form = styled.div`
  form {
    display: grid;
    gap: ${token.space[3]};
    padding: ${token.space[2]} ${token.space[4]};
    border-radius: ${token.radius.md};
    background: ${token.surface.surface};
    box-shadow: ${token.shadow.card};
  }
  form[data-open] { padding-block: ${token.space[3]}; }
  ${media.desktop} {
    form[data-open] { grid-template-columns: 320px minmax(0, 1fr) auto; align-items: start; gap: ${token.space[6]}; }
    form[data-open] > button:last-of-type { margin-block-start: 26px; }
  }
`
const Choice = styled.div`
  display: grid;
  gap: 2px;
  > button { width: 100%; min-height: 44px; font-weight: 500; }
  ${media.desktop} { > button { max-width: 320px; } }
  > p { display: flex; align-items: center; flex-wrap: wrap; gap: 0 ${token.space[2]}; font-size: ${token.type.sm}; color: ${token.text.secondary}; }
`
/** Pulled to the edge of the text, so that its face does not indent the line. */
const Edit = styled(Button)`
  margin-inline-start: -8px;
`

/** Whether the trader's name stands in the ranking, and which. Off until they say otherwise. */
export function NameSetting({ profile, back }: { profile: RankingProfile; back: string }) {
  const { t } = useTranslation('documentary')
  const hasScripts = useHydrated()
  const fetcher = useFetcher<ProfileAnswer>()
  const [shows, setShows] = useState(profile.showsName)
  const [name, setName] = useState(profile.name)
  const [isEditing, setIsEditing] = useState(profile.name === '')
  const [isDismissed, setIsDismissed] = useState(false)
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  useSaved(answer, (saved) => {
    setShows(saved.showsName)
    setName(saved.name)
    setIsEditing(saved.name === '')
  })
  const isSaved = profile.showsName
  const isOpen = !hasScripts || (shows && (isEditing || !isSaved))
  const isChanged = shows !== isSaved || name !== profile.name
  const error = answer?.done === false && !isDismissed ? answer.message || t('name.failed') : undefined
  return (
    <Form>
      <fetcher.Form method="post" action={back} data-open={isOpen ? '' : undefined} onSubmit={() => setIsDismissed(false)}>
        <input type="hidden" name="back" value={back} />
        {hasScripts ? <input type="hidden" name="reply" value="data" /> : null}
        <Choice>
          {hasScripts ? (
            <Switch
              name="shows_name"
              label={t('name.label')}
              checked={shows}
              onChange={(next) => {
                setIsDismissed(true)
                setShows(next)
              }}
            />
          ) : (
            <Checkbox name="shows_name" value="1" defaultChecked={isSaved} label={t('name.label')} />
          )}
          {isSaved ? null : <p>{t('name.off')}</p>}
          {isSaved && shows && !isOpen ? (
            <p>
              <bdi>{t('name.on', { name: profile.name })}</bdi>
              <Edit variant="ghost" size="sm" onClick={() => setIsEditing(true)}>
                {t('name.change')}
              </Edit>
            </p>
          ) : null}
        </Choice>
        {isOpen ? (
          <Field label={t('name.field')} help={t('name.help', { max: LONGEST.rankingName })} error={error} announce>
            {(aria) => (
              <TextInput
                {...aria}
                name="name"
                dir="auto"
                autoComplete="nickname"
                maxLength={LONGEST.rankingName}
                {...(hasScripts ? { value: name } : { defaultValue: profile.name })}
                onChange={(event) => {
                  setIsDismissed(true)
                  setName(event.currentTarget.value)
                }}
              />
            )}
          </Field>
        ) : (
          <input type="hidden" name="name" value={name} />
        )}
        {isChanged || !hasScripts ? (
          <Button type="submit" variant="primary" busy={fetcher.state !== 'idle'}>
            {t('name.save')}
          </Button>
        ) : null}
        {!isOpen && error !== undefined ? <p role="alert">{error}</p> : null}
      </fetcher.Form>
    </Form>
  )
}

/** Tells once what was saved. */
function useSaved(answer: ProfileAnswer | undefined, onSaved: (profile: RankingProfile) => void): void {
  const { t } = useTranslation('documentary')
  const toast = useToast()
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is told once, however often the screen is drawn.
  useEffect(() => {
    if (answer?.done !== true) return
    onSaved(answer.profile)
    toast.show({ tone: 'ok', key: 'ranking-name', title: t(answer.profile.showsName ? 'name.shown' : 'name.hidden') })
  }, [answer])
}
