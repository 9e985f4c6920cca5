/** The documents: two pictures, name and number. What was typed and sent stays when the server refuses. */
import { Form, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../platform/paths'
import { useTenant } from '../../platform/site'
import { Button, Card, Field, Note, Stack, TextInput, token, useToast } from '../../ui'
import { useHydrated } from '../orders/use-hydrated'
import type { IdentityAnswer, IdentityData } from './identity-data'
import { Pair } from './picture-frame'
import { PictureTile } from './picture-tile'
import { type PictureControl, usePicture } from './use-picture'

const Photos = styled.fieldset`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 6px;
  min-width: 0;
  border: 0;
  padding: 0;
  margin: 0;
  legend { padding: 0; margin-block-end: 6px; font-size: ${token.type.sm}; font-weight: 500; color: ${token.text.secondary}; }
`

/** Tells a refusal once, and leads to what has to be changed. */
function useRefusal(answer: IdentityAnswer | null, front: PictureControl, reverse: PictureControl) {
  const { t } = useTranslation('account')
  const toast = useToast()
  const name = useRef<HTMLInputElement>(null)
  const cardId = useRef<HTMLInputElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is told once, however often the form is drawn.
  useEffect(() => {
    if (answer === null) return
    toast.show({ tone: 'err', key: 'identity', title: answer.message || t(answer.messageKey ?? 'failed') })
    if (answer.fields.front !== undefined && answer.urls.front === '') front.markLost(answer.fields.front)
    if (answer.fields.reverse !== undefined && answer.urls.reverse === '') reverse.markLost(answer.fields.reverse)
    if (answer.fields.name !== undefined) name.current?.focus()
    else if (answer.fields.card_id !== undefined) cardId.current?.focus()
  }, [answer])
  return { name, cardId }
}

export function IdentityForm({ data, answer }: { data: IdentityData; answer: IdentityAnswer | null }) {
  const { t } = useTranslation('account')
  const tenant = useTenant()
  const hasScripts = useHydrated()
  const navigation = useNavigation()
  const front = usePicture(answer?.urls.front ?? '')
  const reverse = usePicture(answer?.urls.reverse ?? '')
  const fields = useRefusal(answer, front, reverse)
  const [name, setName] = useState(answer?.name ?? data.name)
  const [cardId, setCardId] = useState(answer?.cardId ?? '')
  const isBusy = navigation.state !== 'idle' && navigation.formAction === paths.mine.auth()
  const isComplete = front.state.kind === 'ready' && reverse.state.kind === 'ready' && name.trim() !== '' && cardId.trim() !== ''
  return (
    <Card $pad $flat>
      <Form method="post" encType="multipart/form-data" noValidate>
        <Stack>
          {/* Without scripts nothing else says what went wrong. */}
          {answer === null || hasScripts ? null : (
            <Note tone="danger" role="alert">
              {answer.message || t(answer.messageKey ?? 'failed')}
            </Note>
          )}
          <Photos>
            <legend>{t('identity.photos')}</legend>
            <Pair>
              <PictureTile side="front" control={front} error={answer?.fields.front} />
              <PictureTile side="reverse" control={reverse} error={answer?.fields.reverse} />
            </Pair>
          </Photos>
          <Field label={t('identity.fullName')} error={answer?.fields.name}>
            {(aria) => (
              <TextInput
                {...aria}
                ref={fields.name}
                name="name"
                dir="auto"
                autoComplete="name"
                maxLength={128}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
            )}
          </Field>
          <Field label={t('identity.number')} error={answer?.fields.card_id}>
            {(aria) => (
              <TextInput
                {...aria}
                ref={fields.cardId}
                name="card_id"
                dir="ltr"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={64}
                placeholder={t('identity.numberHint')}
                value={cardId}
                onChange={(event) => setCardId(event.currentTarget.value)}
              />
            )}
          </Field>
          <Note icon="lock-keyhole">{t('identity.privacy', { brand: tenant.name })}</Note>
          <Button type="submit" variant="primary" size="lg" block busy={isBusy} disabled={hasScripts && !isComplete}>
            {t('identity.submit')}
          </Button>
        </Stack>
      </Form>
    </Card>
  )
}
