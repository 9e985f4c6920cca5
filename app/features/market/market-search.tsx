import { useLocation, useNavigate, useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../platform/paths'
import { SearchField } from '../../ui'

const WAIT_MS = 150
const PARAMETER = 'searchCurrency'

function homeAddress(locationSearch: string, query: string): string {
  const parameters = new URLSearchParams(locationSearch)
  if (query === '') parameters.delete(PARAMETER)
  else parameters.set(PARAMETER, query)
  const text = parameters.toString()
  return text === '' ? paths.home() : `${paths.home()}?${text}`
}

/** The field as the desktop's top bar carries it on the home screen. */
export function BarMarketSearch({ shortcut }: { shortcut?: string }) {
  return <BarField density="dense" {...(shortcut ? { shortcut } : {})} />
}

export interface MarketSearchFieldProps {
  density?: 'normal' | 'dense'
  /** Key that focuses the field: "/". */
  shortcut?: string
  className?: string
}

/**
 * On the home screen it filters the list in place, 150 ms after the last key; elsewhere Enter leads to the search screen.
 * The address keeps what is searched for, so back, reload and a shared link show the same.
 */
export function MarketSearchField({ density = 'normal', shortcut, className }: MarketSearchFieldProps) {
  const { t } = useTranslation('product')
  const location = useLocation()
  const navigate = useNavigate()
  const navigation = useNavigation()
  const isHome = location.pathname === paths.home()
  const inAddress = isHome ? (new URLSearchParams(location.search).get(PARAMETER) ?? '') : ''
  const [text, setText] = useState(inAddress)
  const typed = useRef(inAddress)

  // Back, forward and "Show all markets" change the address without the field.
  useEffect(() => {
    if (inAddress === typed.current) return
    typed.current = inAddress
    setText(inAddress)
  }, [inAddress])

  useEffect(() => {
    const query = text.trim()
    if (!isHome || query === typed.current) return
    const timer = setTimeout(() => {
      typed.current = query
      navigate(homeAddress(location.search, query), { replace: true, preventScrollReset: true })
    }, WAIT_MS)
    return () => clearTimeout(timer)
  }, [text, isHome, location.search, navigate])

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
      name={PARAMETER}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && !isHome) navigate(paths.product({ searchCurrency: text.trim() || undefined }))
      }}
      {...(shortcut ? { shortcut } : {})}
      {...(className ? { className } : {})}
    />
  )
}

const BarField = styled(MarketSearchField)`
  width: 220px;
  flex-shrink: 1;
  min-width: 120px;
`
