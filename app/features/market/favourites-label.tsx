import { useTranslation } from 'react-i18next'
import { Icon } from '../../ui'

/** What stands in the chip of the favourites. */
export function FavouritesLabel() {
  const { t } = useTranslation('product')
  return (
    <>
      <Icon name="star" size={14} />
      {t('favourites.title')}
    </>
  )
}
