import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Button, Icon, IconButton, token } from '../../ui'
import { forgetSearch, forgetSearches, useRecentSearches } from './recent-searches'

const ListHead = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space[3]};
  font-size: ${token.type.sm};
  color: ${token.text.muted};
`
const Items = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space[2]};
  li {
    display: flex;
    align-items: center;
    min-width: 0;
    max-width: 100%;
    border-radius: ${token.radius.full};
    border: 1px solid ${token.border.soft};
  }
`
const Word = styled.button`
  display: flex;
  align-items: center;
  gap: 6px;
  min-width: 0;
  min-height: 44px;
  padding-inline-start: ${token.space[4]};
  font-size: ${token.type.sm};
  color: ${token.text.secondary};
  border-radius: ${token.radius.full};
  &:hover { color: ${token.text.primary}; }
  > bdi { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
`
const Remove = styled(IconButton)`
  && { border-radius: ${token.radius.full}; height: 44px; width: 40px; }
`

/** What was searched for before; nothing at all while there is none. */
export function RecentList({ onChoose, className }: { onChoose: (query: string) => void; className?: string }) {
  const { t } = useTranslation('product')
  const searches = useRecentSearches()
  if (searches.length === 0) return null
  return (
    <section aria-label={t('recent.title')} className={className}>
      <ListHead>
        <span>{t('recent.title')}</span>
        <Button variant="ghost" size="sm" onClick={forgetSearches}>
          {t('recent.clear')}
        </Button>
      </ListHead>
      <Items>
        {searches.map((query) => (
          <li key={query}>
            <Word type="button" onClick={() => onChoose(query)}>
              <Icon name="history" size={14} />
              <bdi>{query}</bdi>
            </Word>
            <Remove icon="x" iconSize={14} label={t('recent.remove', { query })} onClick={() => forgetSearch(query)} />
          </li>
        ))}
      </Items>
    </section>
  )
}
