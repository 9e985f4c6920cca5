/**
 * The form about a wrong word. The texts of the chosen screen are offered beneath the field, which also takes words that are typed;
 * without scripts they are those of the screen the reader came from.
 */
import { useNavigate } from '@remix-run/react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { WORDING_TEXT } from '../../../contract/form-bounds'
import { paths } from '../../addresses/paths'
import { directionOf, isLanguage, type Language, languageFacts } from '../../language/language'
import { SCREEN_TITLES } from '../../page/screens'
import { Control, Field, TextArea, TextInput } from '../../ui'
import { FieldSelect } from '../../ui/control-select'
import { useTenant } from '../../visitor/site'
import { MessageForm } from './message-form'
import type { WordingAnswer, WordingData } from './wording-data'

interface WordingFormProps {
  readonly data: WordingData
  readonly answer: WordingAnswer | null
}

export function WordingForm({ data, answer }: WordingFormProps) {
  const [place, setPlace] = useState({ screen: answer?.screen ?? data.screen, language: answer?.language ?? data.language })
  return (
    <MessageForm name="wording" data={data} answer={answer}>
      <PlaceFields place={place} onChange={setPlace} />
      <WordsField data={data} answer={answer} language={place.language} />
      <BetterField answer={answer} language={place.language} />
    </MessageForm>
  )
}

interface Place {
  readonly screen: string
  readonly language: Language
}

/** Screen and language; a choice brings the texts of that screen. */
function PlaceFields({ place, onChange }: { readonly place: Place; readonly onChange: (place: Place) => void }) {
  const { t } = useTranslation('account')
  const { languages } = useTenant()
  const navigate = useNavigate()
  const choose = (next: Place) => {
    onChange(next)
    navigate(paths.wording({ screen: next.screen, language: next.language }), { replace: true, preventScrollReset: true })
  }
  return (
    <>
      <Field label={t('wording.screen')}>
        {(aria) => (
          <Control>
            <FieldSelect {...aria} name="screen" value={place.screen} onChange={({ target }) => choose({ ...place, screen: target.value })}>
              <option value="">{t('wording.elsewhere')}</option>
              {Object.entries(SCREEN_TITLES).map(([path, title]) => (
                <option key={path} value={path}>
                  {t(title)}
                </option>
              ))}
            </FieldSelect>
          </Control>
        )}
      </Field>
      <Field label={t('wording.language')}>
        {(aria) => (
          <Control>
            <FieldSelect
              {...aria}
              name="language"
              value={place.language}
              onChange={({ target }) => isLanguage(target.value) && choose({ ...place, language: target.value })}
            >
              {languages.map((language) => (
                <option key={language} value={language} lang={languageFacts(language).tag}>
                  {languageFacts(language).ownName}
                </option>
              ))}
            </FieldSelect>
          </Control>
        )}
      </Field>
    </>
  )
}

const wordsIn = (language: Language) => ({ lang: languageFacts(language).tag, dir: directionOf(language) })

function WordsField({ data, answer, language }: WordingFormProps & Pick<Place, 'language'>) {
  const { t } = useTranslation('account')
  const listId = useId()
  const [words, setWords] = useState(answer?.words ?? '')
  const hasTexts = data.texts.length > 0
  return (
    <Field
      label={t('wording.words')}
      help={t(hasTexts ? 'wording.wordsHelp' : 'wording.wordsTyped')}
      error={words === answer?.words ? answer.problems.words : undefined}
    >
      {(aria) => (
        <>
          <TextInput
            {...aria}
            {...wordsIn(language)}
            name="words"
            list={hasTexts ? listId : undefined}
            autoComplete="off"
            required
            maxLength={WORDING_TEXT.max}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          {hasTexts ? (
            <datalist id={listId}>
              {data.texts.map((text) => (
                <option key={text} value={text} />
              ))}
            </datalist>
          ) : null}
        </>
      )}
    </Field>
  )
}

function BetterField({ answer, language }: Pick<WordingFormProps, 'answer'> & Pick<Place, 'language'>) {
  const { t } = useTranslation('account')
  const [text, setText] = useState(answer?.text ?? '')
  return (
    <Field label={t('wording.better')} error={text === answer?.text ? answer.problems.text : undefined}>
      {(aria) => (
        <TextArea
          {...aria}
          {...wordsIn(language)}
          name="text"
          rows={3}
          required
          maxLength={WORDING_TEXT.max}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
