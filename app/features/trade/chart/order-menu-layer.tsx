/** What can be ordered at a price of the chart. It fills in the ticket, and sends nothing. */
import { Menu } from '@base-ui/react/menu'
import { useNavigate } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { formatFixedShort, parseFixed } from '../../../../rules/decimal'
import { pendingKind } from '../../../../rules/pending-kind'
import type { OrderSide } from '../../../../rules/price'
import { paths } from '../../../addresses/paths'
import { useQuote } from '../../../realtime'
import { exactPrices } from '../../../terms/quote'
import { Icon, media, token } from '../../../ui'
import { decimalText } from '../../../ui/decimal-text'
import { lotsText } from '../../orders/order-facts'
import { pressVisible } from '../../orders/press-visible'
import { useTrade } from '../scene/trade-context'
import { useTicket } from '../ticket/ticket-context'
import { readTyped } from '../ticket/ticket-draft'
import { distanceText, pendingKindText } from '../ticket/trade-texts'
import { visibleSide } from '../ticket/visible-side'

/** A price of the chart, and where it was chosen, from the corner of the window. */
export interface MenuPlace {
  readonly price: string
  readonly x: number
  readonly y: number
}

export interface OrderMenuProps {
  open: boolean
  place: MenuPlace | null
  onClose: () => void
  onTable: () => void
}

const Positioner = styled(Menu.Positioner)`
  z-index: calc(${token.layer.sheet} + 1);
`
const Popup = styled(Menu.Popup)`
  min-width: 264px;
  max-width: calc(100vw - 24px);
  padding: 6px;
  border-radius: ${token.radius.md};
  background: ${token.surface.raised};
  box-shadow: ${token.shadow.layer};
  font-size: ${token.type.sm};
  outline: 0;
`
const Head = styled.div`
  display: flex;
  align-items: baseline;
  justify-content: space-between;
  gap: ${token.space[4]};
  padding: 8px 10px 10px;
  font-variant-numeric: tabular-nums;
  b { font-size: ${token.type.md}; font-weight: 600; }
  span { color: ${token.text.muted}; }
`
const Item = styled(Menu.Item)`
  display: flex;
  align-items: center;
  gap: ${token.space[3]};
  min-height: 36px;
  padding-inline: 10px;
  border-radius: ${token.radius.sm};
  font-weight: 500;
  cursor: default;
  outline: 0;
  ${media.touch} { min-height: 44px; }
  &[data-highlighted] { background: ${token.surface.active}; }
  &[data-highlighted]:focus-visible { outline: 2px solid ${token.focus}; outline-offset: -2px; }
  &[data-side='buy'] svg { color: ${token.direction.upText}; }
  &[data-side='sell'] svg { color: ${token.direction.downText}; }
`
const Line = styled(Menu.Separator)`
  height: 1px;
  margin-block: 6px;
  background: ${token.border.hairline};
`
const ARROWS = { buy: 'arrow-up-right', sell: 'arrow-down-right' } as const

export default function OrderMenuLayer({ open, place, onClose, onTable }: OrderMenuProps) {
  if (!open || place === null) return null
  return <OpenMenu place={place} onClose={onClose} onTable={onTable} />
}

function OpenMenu({ place, onClose, onTable }: Omit<OrderMenuProps, 'open' | 'place'> & { place: MenuPlace }) {
  const { t } = useTranslation(['trade', 'public'])
  const { instrument } = useTrade()
  const { terms, draft, dispatch } = useTicket()
  const quote = useQuote(instrument.id)
  const prices = quote === undefined ? null : exactPrices(quote)
  const target = parseFixed(place.price)
  const price = decimalText(place.price, { decimals: terms.pricePrecision })
  const lots = readTyped(draft.lots)
  const fill = (side: OrderSide) => {
    dispatch({ type: 'kind-chosen', kind: 'pending', suggestion: place.price })
    dispatch({ type: 'target-typed', target: place.price })
    pressVisible('[data-open-ticket]')
    // Once the menu is gone and has given the focus back.
    setTimeout(() => visibleSide(side)?.focus(), 0)
  }
  const navigate = useNavigate()
  const alertAt = (at: string, isAbove: boolean) => ({ forex_id: instrument.id, side: isAbove ? 'above' : 'below', price: at }) as const
  const sides: readonly OrderSide[] = ['buy', 'sell']
  return (
    <Menu.Root open onOpenChange={(next) => next || onClose()}>
      <Menu.Portal>
        <Positioner
          anchor={{ getBoundingClientRect: () => new DOMRect(place.x, place.y, 0, 0) }}
          side="bottom"
          align="start"
          sideOffset={4}
          collisionPadding={8}
        >
          <Popup aria-label={t('chart.menu.title', { price })}>
            <Head>
              <b>
                <bdi dir="ltr">{price}</bdi>
              </b>
              {prices === null ? null : (
                <span>{t('ticket.fromMarket', { distance: distanceText(t, target - prices.last, terms.pricePrecision) })}</span>
              )}
            </Head>
            {sides.map((side) => {
              const kind = pendingKindText(t, side, { pendingKind: prices === null ? null : pendingKind(side, target, prices) })
              return (
                <Item key={side} data-side={side} onClick={() => fill(side)}>
                  <Icon name={ARROWS[side]} size={16} />
                  {draft.sizing === 'risk' || lots === null
                    ? kind
                    : t('ticket.pendingName', { kind, lots: lotsText(formatFixedShort(lots)), price })}
                </Item>
              )
            })}
            <Line />
            {prices === null ? null : (
              <Item onClick={() => navigate(paths.mine.alerts(alertAt(place.price, target > prices.bid)))}>
                <Icon name="bell" size={16} />
                {t('trade:chart.menu.alert')}
              </Item>
            )}
            <Item onClick={onTable}>
              <Icon name="table-2" size={16} />
              {t('chart.asTable')}
            </Item>
          </Popup>
        </Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
