/** The form that opens a case: the fill, what the rules say of it now, what is wrong, and what happens next. */
import { Form, useNavigation } from '@remix-run/react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { ChallengeReason } from '../../../contract/challenges'
import { CHALLENGE_REASONS } from '../../../contract/form-bounds'
import { paths } from '../../addresses/paths'
import { useToldAnswer } from '../../forms/use-told-answer'
import type { ShownAnswer, ShownFill } from '../../terms/challenge'
import { hoursText } from '../../time/wait-text'
import { Button, Columns, decimalText, Field, Link, media, Note, Sheet, Stack, Text, TextArea, token } from '../../ui'
import { useHydrated } from '../../ui/use-hydrated'
import { CaseCard, FillFacts, UtcMoment } from './case-parts'
import type { ChallengeAnswer, ChallengeFormData } from './dispute-data'
import { RuleAnswer } from './rule-answer'

/** In the middle where there is room, from below where there is not. */
const Dialog = styled(Sheet)`
  ${media.tablet} { && { inset-block: 0; margin-block: auto; block-size: fit-content; } }
`
const Fields = styled(Form)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
`
const Reasons = styled.fieldset`
  display: grid;
  gap: ${token.space[2]};
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  legend { padding: 0; margin-block-end: 6px; font-size: ${token.type.sm}; font-weight: 500; color: ${token.text.secondary}; }
  label {
    display: flex;
    gap: ${token.space[3]};
    align-items: center;
    min-height: 48px;
    padding: 10px ${token.space[3]};
    border: 1px solid ${token.border.control};
    border-radius: ${token.radius.sm};
    cursor: pointer;
  }
  b { display: block; font-weight: 600; line-height: 1.3; }
  small { font-size: ${token.type.xs}; line-height: 1.35; color: ${token.text.secondary}; }
  label:has(:checked) { border-color: ${token.brand.text}; background: ${token.brand.soft}; }
  p { color: ${token.status.danger.text}; font-size: ${token.type.sm}; }
`

interface ChallengeFormProps {
  readonly data: ChallengeFormData
  readonly answer: ChallengeAnswer | null
}

/** What was typed so far: closing the sheet throws nothing away. */
interface Draft {
  readonly reason: ChallengeReason | null
  readonly words: string
}

/**
 * The fill with the answer of the rules, and the form: over them in a sheet where the site led here, in its place among them where the
 * page was read as a document, with or without scripts.
 */
export function ChallengeForm({ data, answer }: ChallengeFormProps) {
  const { t } = useTranslation('proof')
  const { preview } = data
  const isHydrated = useHydrated()
  const [isSheet] = useState(isHydrated)
  const [isOpen, setIsOpen] = useState(true)
  const [draft, setDraft] = useState<Draft>({ reason: answer?.reason ?? null, words: answer?.words ?? '' })
  const form = <OpenForm data={data} answer={answer} draft={draft} onDraft={setDraft} />
  return (
    <Columns>
      <Stack>
        {preview.challenge !== '' ? (
          <Note tone="info">
            {t('challenge.exists')}{' '}
            <Link inline href={paths.mine.challenges({ id: preview.challenge })}>
              {t('challenge.one', { id: preview.challenge })}
            </Link>
          </Note>
        ) : preview.isOver ? (
          <Note tone="warn">
            {t('challenge.over')} <UtcMoment at={preview.until} />
          </Note>
        ) : isSheet ? (
          <>
            <Button variant="primary" size="lg" block aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
              {t('challenge.open')}
            </Button>
            <Dialog open={isOpen} onClose={() => setIsOpen(false)} title={t('challenge.open')} closeLabel={t('public:close')}>
              <Stack>
                <FillLine fill={preview.fill} />
                <RulesNote answer={preview.answer} />
                {form}
              </Stack>
            </Dialog>
          </>
        ) : (
          <CaseCard title={t('challenge.open')}>{form}</CaseCard>
        )}
        <RuleAnswer answer={preview.answer} />
      </Stack>
      <CaseCard title={t('challenge.fill')}>
        <FillFacts fill={preview.fill} />
      </CaseCard>
    </Columns>
  )
}

/** The fill in one line. */
function FillLine({ fill }: { readonly fill: ShownFill }) {
  const { t } = useTranslation('proof')
  return (
    <Text $size="sm" $tone="secondary">
      <bdi>{fill.instrument}</bdi> · {t(fill.side === 'buy' ? 'order:long' : 'order:short')} <bdi dir="ltr">{decimalText(fill.lots)}</bdi> ·{' '}
      {t(`order:event.${fill.event}`)} <bdi dir="ltr">{decimalText(fill.price)}</bdi> · <UtcMoment at={fill.at} />
    </Text>
  )
}

const NOTE_TONES = { same: 'ok', different: 'danger', unknown: 'neutral' } as const

/** What the rules said while the sheet opened. It argues against nothing: whatever it says, the form can be sent. */
function RulesNote({ answer: { verdict, expected } }: { readonly answer: ShownAnswer }) {
  const { t } = useTranslation('proof')
  return (
    <Note tone={NOTE_TONES[verdict]}>
      <b>{t(`challenge.verdict.${verdict}`)}</b>
      {expected === '' ? null : (
        <>
          {' · '}
          {t('challenge.expected')} <bdi dir="ltr">{decimalText(expected)}</bdi>
        </>
      )}
    </Note>
  )
}

interface OpenFormProps extends ChallengeFormProps {
  readonly draft: Draft
  readonly onDraft: (draft: Draft) => void
}

function OpenForm({ data, answer, draft, onDraft }: OpenFormProps) {
  const { t } = useTranslation('proof')
  const { state } = useNavigation()
  const problemId = useId()
  // The first key: reading the page anew must not make a second case of a form that is sent again.
  const [firstKey] = useState(data.formKey)
  useToldAnswer(answer, 'challenge')
  const isBusy = state === 'submitting'
  const problem = answer?.problems.reason
  const message = answer === null ? '' : answer.message || (answer.messageKey === undefined ? '' : t(answer.messageKey))
  return (
    <Fields method="post" noValidate onSubmit={(event) => isBusy && event.preventDefault()}>
      <input type="hidden" name="form_key" value={answer?.formKey ?? firstKey} />
      {message === '' ? null : (
        <Note tone="danger" role="alert">
          {message}
        </Note>
      )}
      <Reasons aria-describedby={problem === undefined ? undefined : problemId}>
        <legend>{t('challenge.what')}</legend>
        {CHALLENGE_REASONS.map((reason) => (
          <label key={reason}>
            <input
              type="radio"
              name="reason"
              value={reason}
              required
              checked={draft.reason === reason}
              onChange={() => onDraft({ ...draft, reason })}
            />
            <span>
              <b>{t(`challenge.reason.${reason}`)}</b> <small>{t(`challenge.reasonText.${reason}`)}</small>
            </span>
          </label>
        ))}
        {problem === undefined ? null : (
          <p id={problemId} role="alert">
            {problem}
          </p>
        )}
      </Reasons>
      <Field label={t('challenge.words')} error={answer?.problems.words}>
        {(aria) => (
          <TextArea
            {...aria}
            name="words"
            rows={4}
            value={draft.words}
            onChange={(event) => onDraft({ ...draft, words: event.target.value })}
          />
        )}
      </Field>
      <Note icon="hourglass">{t('challenge.promise', { span: hoursText(t, data.preview.answerHours) })}</Note>
      <Button type="submit" variant="primary" size="lg" block busy={isBusy}>
        {t('challenge.open')}
      </Button>
    </Fields>
  )
}
