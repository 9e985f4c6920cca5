/**
 * Changes the language of the page in place: cookie, texts, direction, and then what loaders and broker say. No reload, so
 * nothing that was typed is lost.
 */
import { useRevalidator } from '@remix-run/react'
import { useCallback, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../addresses/paths'
import { COOKIE } from '../../cookies/cookies'
import { writePreferenceCookie } from '../../frame/preferences-state'
import type { Language } from '../../language/language'
import { loadTexts } from '../../language/load-texts'

interface LanguageChange {
  readonly change: (language: Language) => Promise<boolean>
  /** The language that is being fetched, or null. */
  readonly pending: Language | null
}

export function useChangeLanguage(): LanguageChange {
  const { i18n } = useTranslation()
  const { revalidate } = useRevalidator()
  const [pending, setPending] = useState<Language | null>(null)
  const wanted = useRef<Language | null>(null)

  const change = useCallback(
    async (language: Language): Promise<boolean> => {
      wanted.current = language
      setPending(language)
      try {
        if (!i18n.hasResourceBundle(language, 'public')) {
          // Without a hash the server leads to the texts of now.
          const texts = await loadTexts(paths.localeOf(language))
          for (const [group, bundle] of Object.entries(texts)) i18n.addResourceBundle(language, group, bundle)
        }
        // Only the last wish counts: texts that come late must not undo a newer choice.
        if (wanted.current !== language) return false
        writePreferenceCookie(COOKIE.language, language)
        await i18n.changeLanguage(language)
        revalidate()
        return true
      } catch {
        return false
      } finally {
        if (wanted.current === language) setPending(null)
      }
    },
    [i18n, revalidate],
  )
  return { change, pending }
}
