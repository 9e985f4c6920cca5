/** Words of a company that are not in the reader's language: which one they are in, for eyes and for what reads aloud. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { languageName } from '../language/intl'
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

interface WrittenInProps {
  /** The language of the words; undefined where nobody knows. */
  readonly language: Language | undefined
  /** All in which they are; left out where the broker does not tell. */
  readonly languages?: readonly Language[] | undefined
}

/** Says it to the reader, in the reader's words. */
export function WrittenIn({ language, languages }: WrittenInProps) {
  const { t } = useTranslation('public')
  const reader = useSiteOrNone()?.language
  if (language === undefined || reader === undefined || language === reader) return null
  const key = languages?.length === 1 ? 'onlyIn' : 'writtenIn'
  return <Told suppressHydrationWarning>{t(key, { name: languageName(reader, language) })}</Told>
}
