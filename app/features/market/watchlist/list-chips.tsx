/** The chips of the watchlists, before those of the categories. */
import { useTranslation } from 'react-i18next'
import type { Watchlist } from '../../../../rules/watchlists'
import { type ChipOption, Icon } from '../../../ui'
import { FIRST_LIST, useWatchlists } from './watchlists'

const FIRST: Watchlist = { id: FIRST_LIST, name: '', columns: [], instruments: [] }

/** All lists; before there is one, the list that a first star makes. */
export function useShownLists(): readonly Watchlist[] {
  const { lists } = useWatchlists()
  return lists.length === 0 ? [FIRST] : lists
}

export function useListChips(): (lists: readonly Watchlist[], countOf?: (list: Watchlist) => number) => ChipOption[] {
  const { t } = useTranslation('product')
  return (lists, countOf) =>
    lists.map((list) => ({
      value: list.id,
      label: (
        <>
          <Icon name="star" size={14} />
          <bdi>{list.name === '' ? t('favourites.title') : list.name}</bdi>
        </>
      ),
      ...(countOf === undefined ? {} : { count: countOf(list) }),
    }))
}
