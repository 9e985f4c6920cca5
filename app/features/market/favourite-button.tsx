import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Instrument } from '../../terms/instrument'
import { IconButton, token } from '../../ui'
import { toggleStar } from './watchlist/toggle-star'
import { useStar } from './watchlist/watchlists'

/** Above the link that covers the row. Without scripts nothing could be kept, so nothing is offered. */
const Star = styled(IconButton)`
  z-index: 2;
  color: ${token.text.muted};
  &&[aria-pressed='true'] { background: none; color: ${token.brand.text}; }
  &[aria-pressed='true'] svg { fill: currentColor; }
  @media (scripting: none) { visibility: hidden; }
`

interface FavouriteButtonProps {
  instrument: Pick<Instrument, 'code' | 'symbol'>
  className?: string
}

/** A star that is filled while the instrument is in the watchlist that was used last. */
export function FavouriteButton({ instrument: { code, symbol }, className }: FavouriteButtonProps) {
  const { t } = useTranslation('product')
  const { isOn, listName } = useStar(code)
  return (
    <Star
      icon="star"
      iconSize={16}
      label={listName === '' ? t('favourites.mark', { code: symbol }) : t('watchlist.mark', { name: listName, code: symbol })}
      aria-pressed={isOn}
      onClick={() => void toggleStar(code)}
      {...(className ? { className } : {})}
    />
  )
}
