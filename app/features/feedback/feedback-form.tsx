/** The form of the feedback page: kind, text with its counter, a trader's picture, a visitor's address and captcha. */

import { type FormEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { FEEDBACK_TEXT, MESSAGE_KINDS } from '../../../contract/form-bounds'
import { IMAGE_MEGABYTES } from '../../../contract/told-limits'
import { paths } from '../../addresses/paths'
import { ProblemLine } from '../../pictures/picture-tile'
import { ProofTile } from '../../pictures/proof-tile'
import { usePicture } from '../../pictures/use-picture'
import { Field, Icon, Link, Note, TextArea, token } from '../../ui'
import type { FeedbackAnswer, FeedbackData } from './feedback-data'
import { MessageForm } from './message-form'

const Kinds = styled.fieldset`
  display: grid;
  grid-template-columns: repeat(2, minmax(0, 1fr));
  gap: ${token.space[2]};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  legend { padding: 0; margin-block-end: 6px; font-size: ${token.type.sm}; font-weight: 500; line-height: 20px; color: ${token.text.secondary}; }
`
const Kind = styled.label`
  position: relative;
  display: flex;
  align-items: center;
  justify-content: center;
  min-height: 48px;
  padding: 6px ${token.space[2]};
  border: 1px solid ${token.border.control};
  border-radius: ${token.radius.sm};
  text-align: center;
  font-weight: 600;
  font-size: ${token.type.sm};
  overflow-wrap: anywhere;
  cursor: pointer;
  input { position: absolute; inset: 0; width: 100%; height: 100%; margin: 0; opacity: 0; cursor: pointer; }
  &:hover { background: ${token.surface.hover}; }
  &:has(:checked) { border-color: ${token.brand.text}; box-shadow: inset 0 0 0 1px ${token.brand.text}; background: ${token.brand.soft}; }
  &:has(:focus-visible) { outline: 2px solid ${token.focus}; outline-offset: 2px; }
  &:has([aria-invalid]) { border-color: ${token.status.danger.text}; }
`
const Problem = styled(ProblemLine)`
  grid-column: 1 / -1;
`
const Counter = styled.span`
  font-variant-numeric: tabular-nums;
  font-weight: 400;
  color: ${token.text.muted};
  &[data-over] { color: ${token.status.danger.text}; font-weight: 600; }
`

interface FeedbackFormProps {
  readonly data: FeedbackData
  readonly answer: FeedbackAnswer | null
}

export function FeedbackForm({ data, answer }: FeedbackFormProps) {
  const { t } = useTranslation('account')
  const picture = usePicture(answer?.picture ?? '')
  // A message is not sent without the picture that is on its way.
  const onItsWay = picture.state.kind === 'sending' ? t('public:pictureOnItsWay') : undefined
  const [wasHeld, setHeld] = useState(false)
  const holdForPicture = (event: FormEvent) => {
    if (onItsWay !== undefined) event.preventDefault()
    setHeld(onItsWay !== undefined)
  }
  const showLostPicture = ({ problems, picture: kept }: FeedbackAnswer) => {
    if (problems.proof !== undefined && kept === '') picture.markLost(problems.proof)
  }
  return (
    <MessageForm name="feedback" data={data} answer={answer} hasFiles onRefused={showLostPicture} onSubmit={holdForPicture}>
      <KindField answer={answer} />
      <MessageField answer={answer} begins={data.begins} />
      {data.isSignedIn ? (
        <ProofTile
          control={picture}
          error={(wasHeld ? onItsWay : undefined) ?? answer?.problems.proof}
          words={{
            label: t('feedback.picture'),
            add: t('feedback.pictureAdd'),
            hint: t('feedback.pictureHint', { megabytes: IMAGE_MEGABYTES }),
            alt: t('feedback.pictureAlt'),
          }}
        />
      ) : (
        <Note icon="image-up">
          {t('feedback.pictureLogin')}{' '}
          <Link inline href={paths.login({ from: paths.feedback() })}>
            {t('auth:logIn')}
          </Link>
        </Note>
      )}
    </MessageForm>
  )
}

function KindField({ answer }: Pick<FeedbackFormProps, 'answer'>) {
  const { t } = useTranslation('account')
  const problemId = useId()
  const [chosen, setChosen] = useState(answer?.kind ?? null)
  const problem = chosen === null ? answer?.problems.kind : undefined
  return (
    <Kinds>
      <legend>{t('feedback.kind.label')}</legend>
      {MESSAGE_KINDS.map((kind) => (
        <Kind key={kind}>
          <input
            type="radio"
            name="kind"
            value={kind}
            required
            defaultChecked={kind === answer?.kind}
            aria-invalid={problem === undefined ? undefined : true}
            aria-describedby={problem === undefined ? undefined : problemId}
            onChange={() => setChosen(kind)}
          />
          {t(`feedback.kind.${kind}`)}
        </Kind>
      ))}
      {problem === undefined ? null : (
        <Problem id={problemId} role="alert">
          <Icon name="circle-alert" size={14} />
          <span>{problem}</span>
        </Problem>
      )}
    </Kinds>
  )
}

function MessageField({ answer, begins }: Pick<FeedbackFormProps, 'answer'> & { begins: string }) {
  const { t } = useTranslation('account')
  const [text, setText] = useState(answer?.text ?? begins)
  const used = text.trim().length
  return (
    <Field
      label={t('feedback.text')}
      labelEnd={
        <Counter data-over={used > FEEDBACK_TEXT.max ? '' : undefined}>
          <bdi dir="ltr">
            {used} / {FEEDBACK_TEXT.max}
          </bdi>
        </Counter>
      }
      help={t('feedback.textHelp')}
      error={text === answer?.text ? answer.problems.text : undefined}
    >
      {(aria) => (
        <TextArea
          {...aria}
          name="text"
          rows={7}
          // An empty field that guesses its direction writes its hint from the left.
          dir={text === '' ? undefined : 'auto'}
          required
          placeholder={t('feedback.textPlaceholder')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
