/** What the pages about traders share: a table that scrolls sideways, and the way through its pages. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { ButtonLink, Card, token } from '../../../ui'

export const Scroll = styled(Card)`
  overflow-x: auto;
  table { width: 100%; }
  [data-wide] { white-space: normal; min-width: 180px; overflow-wrap: anywhere; }
  &:focus-visible { outline: 2px solid ${token.focus}; outline-offset: 2px; }
`
const Pages = styled.nav`
  display: flex;
  gap: ${token.space[2]};
`

interface PageLinksProps {
  readonly label: string
  readonly newer: string | null
  readonly older: string | null
}

export function PageLinks({ label, newer, older }: PageLinksProps) {
  const { t } = useTranslation('desk')
  if (newer === null && older === null) return null
  return (
    <Pages aria-label={label}>
      {newer === null ? null : (
        <ButtonLink size="sm" href={newer}>
          {t('people.newer')}
        </ButtonLink>
      )}
      {older === null ? null : (
        <ButtonLink size="sm" href={older}>
          {t('people.older')}
        </ButtonLink>
      )}
    </Pages>
  )
}
