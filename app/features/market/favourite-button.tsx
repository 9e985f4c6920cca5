import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Instrument } from '../../../contract/market'
import { IconButton, token } from '../../ui'
import { toggleFavourite, useIsFavourite } from './favourites'

/** Above the link that covers the row. Without scripts nothing could be kept, so nothing is offered. */
const Star = styled(IconButton)`
  z-index: 2;
  color: ${token.text.muted};
  &&[aria-pressed='true'] { background: none; color: ${token.brand.text}; }
  &[aria-pressed='true'] svg { fill: currentColor; }
  @media (scripting: none) { visibility: hidden; }
`

interface FavouriteButtonProps {
  instrument: Pick<Instrument, 'Code' | 'ShowCode'>
  className?: string
}

/** A star that is filled while the instrument is among the favourites. */
export function FavouriteButton({ instrument: { Code, ShowCode }, className }: FavouriteButtonProps) {
  const { t } = useTranslation('product')
  return (
    <Star
      icon="star"
      iconSize={16}
      label={t('favourites.mark', { code: ShowCode })}
      aria-pressed={useIsFavourite(Code)}
      onClick={() => toggleFavourite(Code)}
      {...(className ? { className } : {})}
    />
  )
}
