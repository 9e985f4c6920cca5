import { useLocation, useNavigate, useNavigation } from '@remix-run/react'
import type { KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { SearchField } from '../../ui'
import { rememberSearch } from './recent-searches'
import { SEARCH_PARAMETER } from './search-data'
import { useTypedSearch } from './use-typed-search'

/** The field as the desktop's top bar carries it on the home screen. */
export function BarMarketSearch({ shortcut }: { shortcut?: string }) {
  return <BarField density="dense" {...(shortcut ? { shortcut } : {})} />
}

/** From the field down into what was found. */
function goToFirstRow(event: KeyboardEvent) {
  const first = document.querySelector<HTMLElement>('main [data-row-link]')
  if (first === null) return
  event.preventDefault()
  first.focus()
}

interface MarketSearchFieldProps {
  density?: 'normal' | 'dense'
  /** Key that focuses the field: "/". */
  shortcut?: string
  className?: string
}

/**
 * On the home screen it filters the list in place; elsewhere Enter leads to the search screen.
 * The address keeps what is searched for, so back, reload and a shared link show the same.
 */
export function MarketSearchField({ density = 'normal', shortcut, className }: MarketSearchFieldProps) {
  const { t } = useTranslation('product')
  const location = useLocation()
  const navigate = useNavigate()
  const navigation = useNavigation()
  const isHome = location.pathname === paths.home()
  const { text, setText } = useTypedSearch(isHome)
  const isSearching = navigation.state === 'loading' && navigation.location.pathname === paths.home() && isHome
  return (
    <SearchField
      value={text}
      onChange={setText}
      label={t('search.label')}
      placeholder={t('search.label')}
      clearLabel={t('search.clear')}
      searching={isSearching && text.trim() !== ''}
      density={density}
      name={SEARCH_PARAMETER}
      onKeyDown={(event) => {
        if (event.key === 'Enter') rememberSearch(text)
        if (event.key === 'Enter' && !isHome) navigate(paths.product({ searchCurrency: text.trim() || undefined }))
        if (event.key === 'ArrowDown' && isHome) goToFirstRow(event)
      }}
      {...(shortcut ? { shortcut } : {})}
      {...(className ? { className } : {})}
    />
  )
}

const BarField = styled(MarketSearchField)`
  width: 220px;
  /* Long links of another language take its room before they scroll, until it is used. */
  flex-shrink: 1000;
  min-width: 72px;
  &:focus-within { min-width: 180px; }
`
