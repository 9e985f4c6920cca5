import { useTranslation } from 'react-i18next'
import type { Watchlist } from '../../../../rules/watchlists'

/** A list without a name of its own is called Favourites, in the reader's language. */
export function useListName(): (list: Pick<Watchlist, 'name'>) => string {
  const { t } = useTranslation('product')
  return ({ name }) => (name === '' ? t('favourites.title') : name)
}
