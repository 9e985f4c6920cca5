/** The documents: two pictures, name and number. What was typed and sent stays when the server refuses. */

import { Form, useNavigation } from '@remix-run/react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { LONGEST } from '../../../contract/form-bounds'
import { IMAGE_MEGABYTES } from '../../../contract/told-limits'
import { paths } from '../../addresses/paths'
import { useToldAnswer } from '../../forms/use-told-answer'
import { Pair } from '../../pictures/picture-frame'
import type { Side } from '../../pictures/picture-side'
import { PictureTile } from '../../pictures/picture-tile'
import { type PictureControl, usePicture } from '../../pictures/use-picture'
import { Button, Card, Field, type FieldProblems, Note, ProblemSummary, Stack, TextInput, token, useFormProblems } from '../../ui'
import { useHydrated } from '../../ui/use-hydrated'
import { useTenant } from '../../visitor/site'
import type { IdentityAnswer, IdentityData, IdentityField } from './identity-data'

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

/** What a picture lacks before it can be submitted; nothing once it is at the broker. */
function usePictureProblem() {
  const { t } = useTranslation('account')
  return ({ state }: PictureControl, side: Side): string | undefined => {
    if (state.kind === 'ready') return undefined
    if (state.kind === 'empty') return t(`identity.missing.${side}`)
    if (state.kind === 'sending') return t('public:pictureOnItsWay')
    return state.message || t(state.canRetry ? 'identity.notSent' : 'identity.unreadable', { megabytes: IMAGE_MEGABYTES })
  }
}

/** Tells a refusal, and leads to what has to be changed. */
function useRefusal(answer: IdentityAnswer | null, front: PictureControl, reverse: PictureControl) {
  const name = useRef<HTMLInputElement>(null)
  const cardId = useRef<HTMLInputElement>(null)
  useToldAnswer(answer, 'identity', ({ problems, urls }) => {
    if (problems.front !== undefined && urls.front === '') front.markLost(problems.front)
    if (problems.reverse !== undefined && urls.reverse === '') reverse.markLost(problems.reverse)
    if (problems.name !== undefined) name.current?.focus()
    else if (problems.card_id !== undefined) cardId.current?.focus()
  })
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
  // The first key: reading the page anew must not make a second submission of a form that is sent again.
  const [firstKey] = useState(data.formKey)
  const [name, setName] = useState(answer?.name ?? data.name)
  const [cardId, setCardId] = useState(answer?.cardId ?? '')
  const isBusy = navigation.state !== 'idle' && navigation.formAction === paths.mine.auth()
  const pictureProblem = usePictureProblem()
  const missing: FieldProblems<IdentityField> = {
    front: pictureProblem(front, 'front'),
    reverse: pictureProblem(reverse, 'reverse'),
    name: name.trim() === '' ? t('public:error.IDENTITY_NAME_REQUIRED') : undefined,
    card_id: cardId.trim() === '' ? t('public:error.IDENTITY_NUMBER_REQUIRED') : undefined,
  }
  const { tries, hold } = useFormProblems(missing)
  // A refusal is about what was sent: it goes when that is changed.
  const refused = (field: 'name' | 'card_id', isSame: boolean) => (isSame ? answer?.problems[field] : undefined)
  const problemOf = (field: IdentityField) => (tries > 0 ? missing[field] : undefined)
  return (
    <Card $pad $flat>
      <Form method="post" encType="multipart/form-data" noValidate onSubmit={hold}>
        <input type="hidden" name="form_key" value={answer?.formKey ?? firstKey} />
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
              <PictureTile side="front" control={front} error={problemOf('front') ?? answer?.problems.front} />
              <PictureTile side="reverse" control={reverse} error={problemOf('reverse') ?? answer?.problems.reverse} />
            </Pair>
          </Photos>
          <Field label={t('identity.fullName')} error={problemOf('name') ?? refused('name', name === answer?.name)}>
            {(aria) => (
              <TextInput
                {...aria}
                ref={fields.name}
                name="name"
                dir="auto"
                autoComplete="name"
                maxLength={LONGEST.realName}
                value={name}
                onChange={(event) => setName(event.currentTarget.value)}
              />
            )}
          </Field>
          <Field label={t('identity.number')} error={problemOf('card_id') ?? refused('card_id', cardId === answer?.cardId)}>
            {(aria) => (
              <TextInput
                {...aria}
                ref={fields.cardId}
                name="card_id"
                dir="ltr"
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={LONGEST.documentNumber}
                placeholder={t('identity.numberHint')}
                value={cardId}
                onChange={(event) => setCardId(event.currentTarget.value)}
              />
            )}
          </Field>
          <Note icon="lock-keyhole">{t('identity.privacy', { brand: tenant.name })}</Note>
          <ProblemSummary problems={missing} tries={tries} />
          <Button type="submit" variant="primary" size="lg" block busy={isBusy}>
            {t('identity.submit')}
          </Button>
        </Stack>
      </Form>
    </Card>
  )
}
