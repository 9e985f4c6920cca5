/** What stands beside every page of the desk: where one may go, for which company, who one is, and the way out. */
import { Form, useLocation, useSubmit } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { OperatorInfo } from '../../../../contract/desk/session'
import { paths } from '../../../addresses/paths'
import { LANGUAGES, languageFacts } from '../../../language/language'
import { Anchor, Avatar, Icon, type IconName, media, token, VisuallyHidden } from '../../../ui'
import { smallControl } from '../../../ui/control-select'
import { useSite } from '../../../visitor/site'
import { countOf, type DeskEntry, deskGroups, isCurrent } from './desk-navigation'
import { useLiveCounts } from './live-counts'

const Groups = styled.nav`
  display: grid;
  gap: 2px;
  align-content: start;
  h2 { font-size: ${token.type.xs}; font-weight: 500; color: ${token.text.muted}; padding: 14px 10px 4px; letter-spacing: 0; }
  ul { display: grid; gap: 2px; }
  a {
    display: flex;
    align-items: center;
    gap: 10px;
    min-height: 34px;
    padding: 0 10px;
    border-radius: ${token.radius.xs};
    color: ${token.text.secondary};
    font-weight: 500;
  }
  a:hover { background: ${token.surface.hover}; }
  a[aria-current='page'] { background: ${token.surface.active}; color: ${token.text.primary}; font-weight: 600; }
`
const Count = styled.span`
  margin-inline-start: auto;
  font-size: ${token.type.xs};
  font-variant-numeric: tabular-nums;
  color: ${token.text.muted};
  &[data-late] { color: ${token.status.danger.text}; font-weight: 600; }
`
const Small = styled.form`
  display: flex;
  [data-rail-icon] { display: none; }
  align-items: center;
  gap: ${token.space[1]};
  padding: 0 10px;
  select {
    flex: 1;
    ${smallControl}
    ${media.touch} { min-height: 44px; }
  }
  button { min-height: 34px; ${media.touch} { min-height: 44px; } padding: 0 ${token.space[2]}; color: ${token.text.secondary}; }
`
const Me = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: ${token.space[2]} 10px;
  align-items: center;
  padding: 10px;
  border-block-start: 1px solid ${token.border.hairline};
  b { display: block; font-weight: 600; line-height: 1.3; overflow-wrap: anywhere; }
  small { font-size: ${token.type.xs}; color: ${token.text.muted}; }
`
const Ways = styled.div`
  [data-rail-icon] { display: none; }
  grid-column: 1 / -1;
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${token.space[4]};
  font-size: ${token.type.xs};
  a, button { min-height: 28px; display: inline-flex; align-items: center; color: ${token.text.secondary}; }
  a:hover, button:hover { color: ${token.text.primary}; }
`

/** Where the navigation is a rail, in the place of words. */
function RailIcon({ name }: { readonly name: IconName }) {
  return (
    <span data-rail-icon="">
      <Icon name={name} size={18} />
    </span>
  )
}

function EntryLink({ entry, company }: { readonly entry: DeskEntry; readonly company: string }) {
  const { t } = useTranslation('desk')
  const { pathname } = useLocation()
  const { counts } = useLiveCounts()
  const count = countOf(entry, counts)
  return (
    <Anchor href={entry.href({ company })} aria-current={isCurrent(entry, pathname) ? 'page' : undefined}>
      <Icon name={entry.icon} size={18} />
      <span data-word="">{t(`shell.${entry.key}`)}</span>
      {count === null ? null : (
        <Count data-late={count.late > 0 ? '' : undefined} data-count={entry.key}>
          <span aria-hidden="true">{count.waiting}</span>
          <VisuallyHidden>
            {t('shell.waiting', { count: count.waiting })}
            {count.late > 0 ? ` · ${t('shell.late', { count: count.late })}` : ''}
          </VisuallyHidden>
        </Count>
      )}
    </Anchor>
  )
}

interface NavChoiceProps {
  readonly icon: IconName
  readonly name: string
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  onChoose(form: HTMLFormElement | null): void
}

/** Goes with the choice; without scripts the button is there. */
function NavChoice({ icon, name, label, value, options, onChoose }: NavChoiceProps) {
  const { t } = useTranslation('desk')
  return (
    <>
      <RailIcon name={icon} />
      <select name={name} aria-label={label} key={value} defaultValue={value} onChange={(event) => onChoose(event.currentTarget.form)}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <noscript>
        <button type="submit">{t('shell.choose')}</button>
      </noscript>
    </>
  )
}

function CompanySwitcher({ operator, company }: DeskNavProps) {
  const { t } = useTranslation('desk')
  const { pathname } = useLocation()
  const submit = useSubmit()
  if (operator.companies.length < 2) return null
  return (
    <Small as={Form} method="get" action={pathname === paths.desk.password() ? paths.desk.home() : pathname}>
      <NavChoice
        icon="arrow-up-down"
        name="company"
        label={t('shell.company')}
        value={company}
        options={operator.companies.map(({ id, name }) => ({ value: id, label: name }))}
        onChoose={(form) => submit(form)}
      />
    </Small>
  )
}

export function DeskLanguage() {
  const { t } = useTranslation('desk')
  const { language } = useSite()
  const { pathname, search } = useLocation()
  return (
    <Small method="post" action={paths.action.preferences()}>
      <input type="hidden" name="back" value={pathname + search} />
      <NavChoice
        icon="languages"
        name="lng"
        label={t('shell.language')}
        value={language}
        options={LANGUAGES.map((code) => ({ value: code, label: languageFacts(code).ownName }))}
        onChoose={(form) => form?.submit()}
      />
    </Small>
  )
}

export interface DeskNavProps {
  readonly operator: OperatorInfo
  /** Id of the company of the page. */
  readonly company: string
}

export function DeskNav({ operator, company }: DeskNavProps) {
  const { t } = useTranslation('desk')
  const here = operator.companies.find(({ id }) => id === company)
  const roles = (here?.roles ?? []).map((role) => t(`shell.roles.${role}`)).join(' · ')
  return (
    <>
      <CompanySwitcher operator={operator} company={company} />
      <Groups aria-label={t('shell.navigation')}>
        {deskGroups(here?.permissions ?? []).map(({ key, entries }) => (
          <div key={key}>
            {key === 'overview' ? null : <h2>{t(`shell.${key}`)}</h2>}
            <ul>
              {entries.map((entry) => (
                <li key={entry.key}>
                  <EntryLink entry={entry} company={company} />
                </li>
              ))}
            </ul>
          </div>
        ))}
      </Groups>
      <DeskLanguage />
      <Me data-me="">
        <Avatar initials={initialsOfName(operator.display_name)} />
        <span data-who="">
          <b>{operator.display_name}</b>
          <small>{roles}</small>
        </span>
        <Ways data-ways="">
          <Anchor href={paths.desk.password({ company: company || undefined })}>
            <RailIcon name="lock-keyhole" />
            <span data-word="">{t('shell.password')}</span>
          </Anchor>
          <Form method="post" action={paths.desk.logout()}>
            <button type="submit">
              <RailIcon name="log-out" />
              <span data-word="">{t('shell.signOut')}</span>
            </button>
          </Form>
        </Ways>
      </Me>
    </>
  )
}

/** `R. Okafor` is RO. */
export function initialsOfName(name: string): string {
  const words = name.split(/[\s.-]+/).filter(Boolean)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [name.slice(0, 2)]
  return letters
    .map((word, index) => (words.length > 1 ? [...(word ?? '')][0] : index === 0 ? word : ''))
    .join('')
    .toUpperCase()
}
