/** One watchlist with what is done to it. Its code comes when a list is chosen. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { WATCHLISTS } from '../../../../contract/form-bounds'
import type { Watchlist } from '../../../../rules/watchlists'
import { Button, EmptyState, IconButton, media, Note, token } from '../../../ui'
import type { ListedInstrument } from '../drawn-instrument'
import { AddSheet } from './add-sheet'
import { markUsed } from './change-watchlists'
import { ColumnsSheet } from './columns-sheet'
import { useListName } from './list-name'
import { ListsSheet } from './lists-sheet'
import { NameSheet } from './name-sheet'
import { WatchlistTable } from './watchlist-table'
import { useWatchlists } from './watchlists'

const Head = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[2]};
  padding: ${token.space[3]} ${token.space[4]};
  > h2 { font-size: ${token.type.lg}; overflow-wrap: anywhere; min-width: 0; }
  > span { flex: 1; }
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  ${media.desktop} { padding-inline: ${token.space[5]}; }
`
const Count = styled.p`
  padding: ${token.space[3]} ${token.space[4]} ${token.space[4]};
  font-size: ${token.type.sm};
  color: ${token.text.muted};
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  ${media.desktop} { padding-inline: ${token.space[5]}; }
`

interface WatchlistPanelProps {
  list: Watchlist
  /** All that the company offers. */
  instruments: readonly ListedInstrument[]
  staleAfterMs: number
  /** The connection is gone: every price is muted. */
  isMuted: boolean
  onChoose: (listId: string) => void
}

type Layer = 'add' | 'columns' | 'lists' | 'rename' | 'new' | null

export default function WatchlistPanel({ list, instruments, staleAfterMs, isMuted, onChoose }: WatchlistPanelProps) {
  const { t } = useTranslation('product')
  const { waiting } = useWatchlists()
  const name = useListName()(list)
  const [layer, setLayer] = useState<Layer>(null)
  const close = () => setLayer(null)
  useEffect(() => markUsed(list.id), [list.id])
  const add = (
    <Button size="sm" icon="plus" aria-haspopup="dialog" onClick={() => setLayer('add')}>
      {t('watchlist.add')}
    </Button>
  )
  return (
    <>
      <Head>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <IconButton
          icon="pencil"
          size="table"
          label={t('watchlist.rename', { name })}
          aria-haspopup="dialog"
          onClick={() => setLayer('rename')}
        />
        <span />
        {list.instruments.length === 0 ? null : add}
        <Button size="sm" icon="columns-3" aria-haspopup="dialog" onClick={() => setLayer('columns')}>
          {t('watchlist.columns')}
        </Button>
        <Button size="sm" icon="menu" aria-haspopup="dialog" onClick={() => setLayer('lists')}>
          {t('watchlist.label')}
        </Button>
      </Head>
      {isMuted && waiting.length > 0 ? <Note tone="neutral">{t('watchlist.kept')}</Note> : null}
      {list.instruments.length === 0 ? (
        <EmptyState level={3} title={t('watchlist.empty')} text={t('watchlist.emptyText', { name })} action={add} />
      ) : (
        <WatchlistTable list={list} name={name} instruments={instruments} staleAfterMs={staleAfterMs} isMuted={isMuted} />
      )}
      <Count>{t('watchlist.count', { number: list.instruments.length, most: WATCHLISTS.instruments })}</Count>
      <AddSheet open={layer === 'add'} onClose={close} list={list} name={name} instruments={instruments} />
      <ColumnsSheet open={layer === 'columns'} onClose={close} list={list} />
      <ListsSheet open={layer === 'lists'} onClose={close} onNew={() => setLayer('new')} onChoose={onChoose} chosenId={list.id} />
      <NameSheet open={layer === 'rename' || layer === 'new'} list={layer === 'rename' ? list : null} onClose={close} onMade={onChoose} />
    </>
  )
}
