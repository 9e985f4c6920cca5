import type { CSSProperties, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { InTurn } from '../../page/in-turn'
import { Icon, Link, media, token } from '../../ui'
import type { ListedInstrument } from './drawn-instrument'
import { marketGrid } from './market-columns'
import { ariaSort, nextOrder } from './market-order'
import { MarketRow } from './market-row'
import { SortSelect } from './sort-select'
import { useMarketOrder, useOrderedMarkets } from './use-market-order'

const ListHead = styled.tr`
  ${marketGrid}
  padding-block: 10px 6px;
  font-size: ${token.type.xs};
  color: ${token.text.muted};
  font-weight: 400;
  th { font-weight: inherit; }
  && > [data-column='range'] { text-align: center; }
  ${media.desktop} { padding-block: 8px; border-block-end: 1px solid ${token.border.hairline}; }
`
/** A head that sorts. Its name does not move when the arrow beside it comes. */
const SortHead = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 4px;
  min-height: 44px;
  margin-block: -14px;
  padding-inline: 4px;
  margin-inline: -4px;
  border-radius: ${token.radius.xs};
  font: inherit;
  &:hover { color: ${token.text.primary}; }
  > svg { visibility: hidden; }
  [aria-sort='ascending'] > &, [aria-sort='descending'] > & { color: ${token.text.primary}; > svg { visibility: visible; } }
  ${media.desktop} { min-height: 32px; margin-block: -8px; }
  /* Phones sort by the list at the end of the heads, and without scripts nothing sorts. */
  ${media.phone} { pointer-events: none; > svg { display: none; } }
  @media (scripting: none) { pointer-events: none; }
`
const PhoneSort = styled(SortSelect)`
  margin-block: -14px;
  ${media.tablet} { display: none; }
`
export const MarketTable = styled.table`
  &, thead, tbody { display: block; }
  th, td { padding: 0; text-align: start; }
`

/** As high as the rows that will stand there; without scripts they do not come by themselves. */
const Coming = styled.tr`
  display: block;
  height: calc(var(--rows) * ${token.size.row});
  @media (scripting: none) { height: auto; padding: ${token.space[4]}; }
`

interface MarketListProps {
  label: string
  instruments: readonly ListedInstrument[]
  staleAfterMs: number
  /** The connection is gone: every price is muted. */
  isMuted: boolean
  /** What was searched for: marked in the rows. */
  query?: string
  onOpen?: () => void
  /** Rows that the page is still bringing: their room is kept. */
  comingRows?: number
}

function SortableHead({ column, label }: { column: 'name' | 'change'; label: string }) {
  const [order, setOrder] = useMarketOrder()
  const sorted = ariaSort(column, order)
  return (
    <th scope="col" data-column={column} aria-sort={sorted}>
      <SortHead type="button" onClick={() => setOrder(nextOrder(column, order))}>
        {label}
        <Icon name={sorted === 'ascending' ? 'arrow-up' : 'arrow-down'} size={14} />
      </SortHead>
    </th>
  )
}

export function MarketHead() {
  const { t } = useTranslation('product')
  return (
    <ListHead>
      <SortableHead column="name" label={t('column.instrument')} />
      <th scope="col" data-column="spark">
        {t('column.day')}
      </th>
      <SortableHead column="change" label={t('column.change')} />
      <th scope="col" data-column="price">
        {t('column.price')}
      </th>
      <th scope="col" data-column="range">
        {t('column.dayRange')}
      </th>
      <th scope="col" data-column="action">
        <span className="sr-only">{t('trade')}</span>
      </th>
      <th scope="col" data-column="star">
        <span className="sr-only">{t('favourites.title')}</span>
        <PhoneSort />
      </th>
    </ListHead>
  )
}

/** Arrow keys walk through the rows, Home and End go to the first and last; Enter is the link's own. */
function moveBetweenRows(event: KeyboardEvent<HTMLElement>) {
  const steps: Record<string, (index: number, last: number) => number> = {
    ArrowDown: (index, last) => Math.min(index + 1, last),
    ArrowUp: (index) => Math.max(index - 1, 0),
    Home: () => 0,
    End: (_, last) => last,
  }
  const step = steps[event.key]
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row-link]')]
  const index = links.indexOf(event.target as HTMLElement)
  if (index < 0) return
  event.preventDefault()
  links[step(index, links.length - 1)]?.focus()
}

export function MarketList({ label, instruments, staleAfterMs, isMuted, query = '', onOpen, comingRows = 0 }: MarketListProps) {
  const { t } = useTranslation('product')
  const [order] = useMarketOrder()
  const [ordered, calm] = useOrderedMarkets(instruments, order)
  return (
    <MarketTable aria-label={label} data-stale={isMuted ? 'true' : undefined} onKeyDown={moveBetweenRows}>
      <thead>
        <MarketHead />
      </thead>
      <tbody {...calm}>
        {ordered.map((instrument) => (
          <InTurn key={instrument.id}>
            <MarketRow instrument={instrument} staleAfterMs={staleAfterMs} query={query} onOpen={onOpen} />
          </InTurn>
        ))}
        {comingRows > 0 ? (
          <Coming style={{ '--rows': comingRows } as CSSProperties}>
            <td>
              <noscript>
                <Link href={paths.home({ all: '1' })}>{t('viewAll')}</Link>
              </noscript>
            </td>
          </Coming>
        ) : null}
      </tbody>
    </MarketTable>
  )
}
