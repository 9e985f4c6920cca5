/** Puts instruments into a list, or takes them out again. */
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Watchlist } from '../../../../rules/watchlists'
import { Checkbox, SearchField, Sheet, Stack, token } from '../../../ui'
import type { ListedInstrument } from '../drawn-instrument'
import { useInstrumentName } from '../instrument-name'
import { ALL_CATEGORIES, matchInstruments } from '../match-instruments'
import { changeLists } from './change-watchlists'

const Rows = styled.ul`
  display: grid;
  min-height: 40dvh;
  align-content: start;
  li { border-block-start: 1px solid ${token.border.hairline}; }
  b { font-weight: 600; color: ${token.text.primary}; }
`

interface AddSheetProps {
  open: boolean
  onClose: () => void
  list: Watchlist
  /** Of the list. */
  name: string
  instruments: readonly ListedInstrument[]
}

export function AddSheet({ open, onClose, list, name, instruments }: AddSheetProps) {
  const { t } = useTranslation(['product', 'public'])
  const nameOf = useInstrumentName()
  const [query, setQuery] = useState('')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names change with the language only, and the page with it.
  const found = useMemo(() => matchInstruments(instruments, { query, categoryId: ALL_CATEGORIES }, nameOf), [instruments, query])
  return (
    <Sheet open={open} onClose={onClose} title={t('watchlist.add')} closeLabel={t('public:close')}>
      <Stack>
        <SearchField
          value={query}
          onChange={setQuery}
          label={t('search.label')}
          placeholder={t('search.label')}
          clearLabel={t('search.clear')}
        />
        <Rows aria-label={name}>
          {found.map((instrument) => {
            const { code, symbol } = instrument
            const isIn = list.instruments.includes(code)
            return (
              <li key={code}>
                <Checkbox
                  label={
                    <>
                      <b>
                        <bdi dir="ltr">{symbol}</bdi>
                      </b>{' '}
                      {nameOf(instrument)}
                    </>
                  }
                  checked={isIn}
                  onChange={() => changeLists({ change: isIn ? 'remove' : 'add', id: list.id, instrument: code })}
                />
              </li>
            )
          })}
        </Rows>
        {found.length === 0 ? <p role="status">{t('empty.search', { search: query })}</p> : null}
      </Stack>
    </Sheet>
  )
}
