/** The instruments beside the chart (desktop) and in the drawer (touch): search, category chips, live rows. */
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Instrument } from '../../../contract/market'
import { useTabState } from '../../platform/tab-state'
import { ChipGroup, Drawer, media, SearchField, token } from '../../ui'
import { useInstrumentName } from '../market/instrument-name'
import { InstrumentRow } from './instrument-row'
import { ALL_CATEGORIES, matchInstruments, usedCategories } from './instrument-search'
import { useTrade } from './trade-context'

const Column = styled.section`
  display: none;
  grid-area: list;
  min-height: 0;
  background: ${token.surface.surface};
  border-inline-end: 1px solid ${token.border.hairline};
  --mark-ring: ${token.surface.surface};
  ${media.desktop} { display: flex; flex-direction: column; }
`
const Head = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[3]};
  padding: 4px ${token.space[4]} 10px;
  flex: none;
  ${media.desktop} { gap: ${token.space[2]}; padding: 10px ${token.space[3]}; }
`
const Rows = styled.div`
  overflow: auto;
  min-height: 0;
  flex: 1;
  overscroll-behavior: contain;
  ${media.desktop} { padding-block-end: ${token.space[2]}; }
`
const Nothing = styled.p`
  padding: ${token.space[8]} ${token.space[4]};
  text-align: center;
  font-size: ${token.type.sm};
  color: ${token.text.muted};
  overflow-wrap: anywhere;
`

function useInstrumentList() {
  const { data } = useTrade()
  const nameOf = useInstrumentName()
  const [query, setQuery] = useState('')
  const [categoryId, setCategoryId] = useTabState<string>('trade', 'category', ALL_CATEGORIES)
  const categories = useMemo(() => usedCategories(data.categories, data.instruments), [data])
  const shown = matchInstruments(data.instruments, { query, categoryId }, nameOf)
  return { query, setQuery, categoryId, setCategoryId, categories, shown }
}

function ListHead({ list, isDense }: { list: ReturnType<typeof useInstrumentList>; isDense: boolean }) {
  const { t } = useTranslation('trade')
  const chips = [
    { value: ALL_CATEGORIES, label: t('all') },
    ...list.categories.map(({ Id, NameShowTrans }) => ({ value: Id, label: NameShowTrans })),
  ]
  const density = isDense ? 'dense' : 'normal'
  return (
    <Head>
      <SearchField
        value={list.query}
        onChange={list.setQuery}
        label={t('search')}
        placeholder={t('search')}
        clearLabel={t('clearSearch')}
        density={density}
        {...(isDense ? { shortcut: '/' } : {})}
      />
      <ChipGroup label={t('category')} options={chips} value={list.categoryId} onChange={list.setCategoryId} density={density} />
    </Head>
  )
}

/** Up and down walk through the rows; Enter is the link's own. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-instrument]')]
  const next = rows[rows.indexOf(event.target as HTMLElement) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

function ListRows({
  list,
  layout,
  onChoose,
}: {
  list: ReturnType<typeof useInstrumentList>
  layout: 'drawer' | 'list'
  onChoose?: () => void
}) {
  const { t } = useTranslation('trade')
  const { instrument, period, brokerTerms } = useTrade()
  if (list.shown.length === 0) {
    return <Nothing role="status">{list.query === '' ? t('noneInCategory') : t('noMatch', { query: list.query })}</Nothing>
  }
  const row = (each: Instrument): ReactNode => (
    <InstrumentRow
      key={each.Id}
      instrument={each}
      period={period}
      isCurrent={each.Id === instrument.Id}
      staleAfterMs={brokerTerms?.staleAfterMs ?? Number.POSITIVE_INFINITY}
      layout={layout}
      onChoose={onChoose}
    />
  )
  return (
    <Rows role="group" aria-label={t('markets')} onKeyDown={moveBetweenRows}>
      {list.shown.map(row)}
    </Rows>
  )
}

export function InstrumentColumn() {
  const { t } = useTranslation('trade')
  const list = useInstrumentList()
  return (
    <Column aria-label={t('markets')}>
      <ListHead list={list} isDense />
      <ListRows list={list} layout="list" />
    </Column>
  )
}

export function InstrumentDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation('trade')
  const list = useInstrumentList()
  return (
    <Drawer open={open} onClose={onClose} title={t('markets')} closeLabel={t('close')} head={<ListHead list={list} isDense={false} />}>
      <ListRows list={list} layout="drawer" onChoose={onClose} />
    </Drawer>
  )
}
