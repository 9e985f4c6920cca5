/** The languages of the site, each under its own name. A choice applies at once; without JavaScript the same rows post a form. */
import { Form, useLocation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { COOKIE } from '../../cookies/cookies'
import { LANGUAGES, type Language, languageFacts } from '../../language/language'
import { Flag, Icon, media, moveRovingFocus, token, useToast } from '../../ui'
import { useSite } from '../../visitor/site'
import { useChangeLanguage } from './use-change-language'

const Rows = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 6px;
  ${media.phone} { gap: 0; border-radius: ${token.radius.md}; overflow: hidden; background: ${token.surface.surface}; box-shadow: ${token.shadow.card}; }
  ${media.tablet} { grid-template-columns: repeat(3, minmax(0, 1fr)); gap: ${token.space[2]}; }
`
const RowButton = styled.button`
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 62px;
  width: 100%;
  padding: 8px ${token.space[4]};
  border-radius: ${token.radius.sm};
  background: ${token.surface.surface};
  box-shadow: ${token.shadow.card};
  &:hover { background: ${token.surface.hover}; }
  &[aria-checked='true'] { background: ${token.brand.soft}; box-shadow: inset 0 0 0 1px ${token.brand.line}; }
  &[aria-checked='true'] > svg { color: ${token.brand.text}; }
  &[aria-busy='true'] { cursor: progress; }
  ${media.phone} {
    position: relative;
    border-radius: 0;
    &, &[aria-checked='true'] { box-shadow: none; }
    &:focus-visible { outline-offset: -3px; }
    &:not(:first-child)::before { content: ''; position: absolute; inset-block-start: 0; inset-inline: 56px 0; height: 1px; background: ${token.border.hairline}; }
    &[aria-checked='true']::before, &[aria-checked='true'] + &::before { content: none; }
  }
`
const Names = styled.span`
  flex: 1;
  min-width: 0;
  display: grid;
  line-height: 1.35;
  span { font-weight: 500; }
  small { font-size: ${token.type.xs}; color: ${token.text.muted}; }
`

export function LanguageList() {
  const { t, i18n } = useTranslation('user')
  const { tenant } = useSite()
  const { pathname } = useLocation()
  const toast = useToast()
  const { change, pending } = useChangeLanguage()
  const current = i18n.language as Language
  const offered = LANGUAGES.filter((language) => tenant === null || tenant.languages.includes(language))

  const choose = async (language: Language) => {
    const isDone = await change(language)
    if (isDone)
      toast.show({ tone: 'ok', key: 'language', title: i18n.t('user:languageChanged', { name: languageFacts(language).ownName }) })
    else if (i18n.language === current) toast.show({ tone: 'err', key: 'language', title: t('languageFailed') })
  }

  return (
    <Form method="post" action={paths.action.preferences()}>
      <input type="hidden" name="back" value={pathname} />
      <Rows role="radiogroup" aria-label={t('language')} onKeyDown={moveRovingFocus}>
        {offered.map((language) => {
          const { ownName, englishName, flag, tag } = languageFacts(language)
          const isCurrent = language === current
          return (
            <RowButton
              key={language}
              type="submit"
              name={COOKIE.language}
              value={language}
              role="radio"
              data-roving-item=""
              aria-checked={isCurrent}
              aria-busy={pending === language || undefined}
              tabIndex={isCurrent ? 0 : -1}
              onClick={(event) => {
                event.preventDefault()
                void choose(language)
              }}
            >
              <Flag country={flag} size={28} />
              <Names>
                <span>
                  <bdi lang={tag}>{ownName}</bdi>
                </span>
                {ownName === englishName ? null : (
                  <small>
                    <bdi lang="en">{englishName}</bdi>
                  </small>
                )}
              </Names>
              {pending === language ? <Icon name="loader" spin /> : isCurrent ? <Icon name="check" /> : null}
            </RowButton>
          )
        })}
      </Rows>
    </Form>
  )
}
