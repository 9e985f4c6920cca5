/** What the lists of the desk share: a table that scrolls sideways with its head, the way through the pages. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { ButtonLink, Card, token } from '../../ui'

/** What the broker gives of a list at a time. */
export const PAGE_SIZE = 20

export const Scroll = styled(Card)`
  overflow-x: auto;
  position: relative;
  table { width: 100%; }
  [data-wide] { white-space: normal; min-width: 180px; overflow-wrap: anywhere; }
  &:focus-visible { outline: 2px solid ${token.focus}; outline-offset: 2px; }
`
const Pages = styled.nav`
  display: flex;
  gap: ${token.space[2]};
`

interface PageLinksProps {
  readonly newer: string | null
  readonly older: string | null
}

export function PageLinks({ newer, older }: PageLinksProps) {
  const { t } = useTranslation('desk')
  if (newer === null && older === null) return null
  return (
    <Pages aria-label={t('list.pages')}>
      {newer === null ? null : (
        <ButtonLink size="sm" href={newer}>
          {t('list.newer')}
        </ButtonLink>
      )}
      {older === null ? null : (
        <ButtonLink size="sm" href={older}>
          {t('list.older')}
        </ButtonLink>
      )}
    </Pages>
  )
}

/** Names of the columns, in their order; `nameOf` says each in words. */
export function ListHead<Column extends string>({
  columns,
  nameOf,
}: {
  readonly columns: readonly Column[]
  readonly nameOf: (column: Column) => string
}) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <th key={column} scope="col">
            {nameOf(column)}
          </th>
        ))}
      </tr>
    </thead>
  )
}
