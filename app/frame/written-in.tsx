/** Words of a company that are not in the reader's language: which one they are in, for eyes and for what reads aloud. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { directionOf, type Language, languageFacts } from '../language/language'
import { token } from '../ui'
import { useSiteOrNone } from '../visitor/site'

const Told = styled.small`
  flex: none;
  font-size: ${token.type.xs};
  color: ${token.text.muted};
`

/** For the element round the words; nothing where they are in the reader's own language, or nobody knows. */
export function useWrittenIn(language: Language | undefined): { readonly lang?: string; readonly dir?: 'ltr' | 'rtl' } {
  const reader = useSiteOrNone()?.language
  return language === undefined || language === reader ? {} : { lang: languageFacts(language).tag, dir: directionOf(language) }
}

export function WrittenIn({ language }: { readonly language: Language | undefined }) {
  const { t } = useTranslation('public')
  const reader = useSiteOrNone()?.language
  if (language === undefined || language === reader) return null
  return <Told>{t('writtenIn', { name: languageFacts(language).ownName })}</Told>
}
