import type { ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Icon, media, token } from '../../ui'
import { MARKET_ORDERS, type MarketOrder } from './market-order'
import { useMarketOrder } from './use-market-order'

/** An arrow with the device's own list behind it: a place of 44 px that takes no height of its own. */
const Select = styled.span`
  position: relative;
  display: inline-grid;
  place-items: center;
  flex: none;
  width: 44px;
  height: 44px;
  border-radius: ${token.radius.sm};
  color: ${token.text.secondary};
  &[data-sorted] { color: ${token.brand.text}; }
  &:hover { background: ${token.surface.hover}; }
  &:focus-within:has(:focus-visible) { outline: 2px solid ${token.focus}; outline-offset: -2px; }
  ${media.desktop} { width: 34px; height: 34px; }
  @media (scripting: none) { visibility: hidden; }
  select {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    opacity: 0;
    border: 0;
    font-size: ${token.type.lg};
    cursor: pointer;
  }
  option { color: ${token.text.primary}; background: ${token.surface.surface}; }
`
const NAMES = { broker: 'sort.broker', name: 'sort.name', 'change-down': 'sort.changeDown', 'change-up': 'sort.changeUp' } as const

/** The order of the list where there is no room for heads that sort. */
export function SortSelect({ className }: { className?: string }) {
  const { t } = useTranslation('product')
  const [order, setOrder] = useMarketOrder()
  return (
    <Select className={className} data-sorted={order === 'broker' ? undefined : ''}>
      <Icon name="arrow-up-down" size={16} />
      <select
        aria-label={t('sort.label')}
        value={order}
        onChange={(event: ChangeEvent<HTMLSelectElement>) => setOrder(event.currentTarget.value as MarketOrder)}
      >
        {MARKET_ORDERS.map((each) => (
          <option key={each} value={each}>
            {t(NAMES[each])}
          </option>
        ))}
      </select>
    </Select>
  )
}
