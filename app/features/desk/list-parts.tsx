/** What the lists of the desk share: a table that scrolls sideways with its head, the way through the pages. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { NextPage } from '../../page/list-page.server'
import { ButtonLink, Card, token } from '../../ui'

/** What the broker gives of a list at a time. */
export const PAGE_SIZE = 20
/** Behind it the way back leads here: pages are numbered no further. */
const LAST_BY_NUMBER = 1000

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
  /** The page that is shown, from 1. */
  readonly page: number
  readonly older: NextPage | null
  /** Address of a page; of the first one without parameters. */
  readonly to: (place: Partial<NextPage>) => string
}

export function PageLinks({ page, older: next, to }: PageLinksProps) {
  const { t } = useTranslation('desk')
  const newer = page === 1 ? null : to(page === 2 ? {} : { page: String(Math.min(page - 1, LAST_BY_NUMBER)) })
  const older = next && to(next)
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
