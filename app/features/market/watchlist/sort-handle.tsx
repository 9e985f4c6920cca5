/** What moves a row: its handle, and what is said of where the row stands. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { IconButton, token } from '../../../ui'
import type { Sortable } from '../../../ui/use-sortable'

const Handle = styled(IconButton)`
  z-index: 2;
  color: ${token.text.muted};
  [data-lifted] & { color: ${token.text.primary}; }
`

interface SortHandleProps {
  sortable: Sortable
  id: string
  /** Of what is moved. */
  name: string
}

export function SortHandle({ sortable, id, name }: SortHandleProps) {
  const { t } = useTranslation('product')
  const label = t('watchlist.move', { name, place: sortable.order.indexOf(id) + 1, rows: sortable.order.length })
  return <Handle icon="grip-vertical" iconSize={16} label={label} {...sortable.handle(id)} />
}

const Told = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${token.space[3]};
  min-height: 18px;
  font-size: ${token.type.xs};
  color: ${token.text.muted};
`

/** Read aloud when a row has been moved; while one is lifted by keys it says which keys there are. */
export function SortStatus({ sortable: { told, isByKeys, order }, nameOf }: { sortable: Sortable; nameOf: (id: string) => string }) {
  const { t } = useTranslation('product')
  return (
    <Told>
      <span role="status">
        {told === null ? '' : t('watchlist.moved', { name: nameOf(told.id), place: told.place + 1, rows: order.length })}
      </span>
      {isByKeys ? <span>{t('watchlist.moveHelp')}</span> : null}
    </Told>
  )
}

/** The row in the air, and the place that is free for it: they are the same, because the others make room at once. */
export const liftedRow = `
  &[data-lifted] {
    background: ${token.surface.raised};
    box-shadow: ${token.shadow.float};
    outline: 1.5px solid ${token.focus};
    outline-offset: -2px;
    border-radius: ${token.radius.sm};
  }
`
