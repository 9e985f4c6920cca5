/** All watchlists: their order, a new one, and the way out for one that is not wanted. */
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Button, IconButton, Sheet, Stack, token, useToast } from '../../../ui'
import { useSortable } from '../../../ui/use-sortable'
import { changeLists, putBack } from './change-watchlists'
import { useListName } from './list-name'
import { liftedRow, SortHandle, SortStatus } from './sort-handle'
import { useWatchlists } from './watchlists'

const UNDO_FOR_MS = 8_000

const List = styled.ul`
  display: grid;
  li {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto auto;
    align-items: center;
    gap: ${token.space[2]};
    min-height: 48px;
    border-block-start: 1px solid ${token.border.hairline};
    ${liftedRow}
  }
  small { color: ${token.text.muted}; }
`
const Name = styled.button`
  min-height: 44px;
  text-align: start;
  font-weight: 500;
  overflow-wrap: anywhere;
  &[aria-current='true'] { font-weight: 700; color: ${token.brand.text}; }
`

interface ListsSheetProps {
  open: boolean
  onClose: () => void
  onNew: () => void
  onChoose: (listId: string) => void
  chosenId: string
}

export function ListsSheet({ open, onClose, onNew, onChoose, chosenId }: ListsSheetProps) {
  const { t } = useTranslation(['product', 'public'])
  const toast = useToast()
  const { lists } = useWatchlists()
  const nameOfList = useListName()
  const box = useRef<HTMLUListElement>(null)
  const sortable = useSortable(
    box,
    lists.map(({ id }) => id),
    (id, place) => changeLists({ change: 'move', id, place }),
  )
  const shown = sortable.order.flatMap((id) => lists.find((list) => list.id === id) ?? [])
  const nameOf = (id: string) => nameOfList(lists.find((list) => list.id === id) ?? { name: '' })
  const remove = (id: string) => {
    const place = lists.findIndex((list) => list.id === id)
    const list = lists[place]
    if (list === undefined) return
    changeLists({ change: 'delete', id })
    const action = { label: t('watchlist.undo'), onAct: () => changeLists(putBack(list, place)) }
    toast.show({
      tone: 'info',
      key: 'watchlist',
      durationMs: UNDO_FOR_MS,
      title: t('watchlist.deleted', { name: nameOfList(list) }),
      action,
    })
  }
  return (
    <Sheet open={open} onClose={onClose} title={t('watchlist.label')} closeLabel={t('public:close')}>
      <Stack>
        <div>
          <List ref={box} aria-label={t('watchlist.label')}>
            {shown.map((list) => (
              <li key={list.id} {...sortable.row(list.id)}>
                <SortHandle sortable={sortable} id={list.id} name={nameOfList(list)} />
                <Name
                  type="button"
                  aria-current={list.id === chosenId ? 'true' : undefined}
                  onClick={() => {
                    onChoose(list.id)
                    onClose()
                  }}
                >
                  <bdi>{nameOfList(list)}</bdi>
                </Name>
                <small>{list.instruments.length}</small>
                <IconButton icon="trash-2" label={t('watchlist.delete', { name: nameOfList(list) })} onClick={() => remove(list.id)} />
              </li>
            ))}
          </List>
          <SortStatus sortable={sortable} nameOf={nameOf} />
        </div>
        <Button icon="plus" onClick={onNew}>
          {t('watchlist.new')}
        </Button>
      </Stack>
    </Sheet>
  )
}
