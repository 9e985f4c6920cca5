/** What stands over a list of the desk: its search, a form of its own, and what else can be done with the whole of the list. */
import { Form } from '@remix-run/react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Button, ButtonLink, media, SearchField, token } from '../../ui'

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[2]};
  > form { flex: 1 1 220px; display: flex; flex-wrap: wrap; align-items: center; gap: ${token.space[2]}; max-width: 560px; > [data-search] { flex: 1 1 180px; } }
  > span { margin-inline-start: auto; display: flex; gap: ${token.space[2]}; }
  ${media.touch} { > span { margin-inline-start: 0; } }
`

interface ListSearchProps {
  readonly label: string
  /** What the list was searched for. */
  readonly search: string
  /** What the address says besides the search; left out when undefined. */
  readonly keeps: Readonly<Record<string, string | undefined>>
  readonly action?: string
  /** A second list on the page is no second landmark. */
  readonly isLandmark?: boolean
  /** Further fields of the form, before the words. */
  readonly filter?: ReactNode
  /** Beside the search. */
  readonly children?: ReactNode
}

export function ListSearch({ label, search, keeps, action, isLandmark = true, filter, children }: ListSearchProps) {
  const { t } = useTranslation('desk')
  const [words, setWords] = useState(search)
  return (
    <Tools>
      <Form method="get" {...(action === undefined ? {} : { action })} role={isLandmark ? 'search' : 'presentation'}>
        {Object.entries(keeps).map(([name, value]) =>
          value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
        )}
        {filter}
        <div data-search="">
          <SearchField
            name="q"
            value={words}
            onChange={setWords}
            label={label}
            placeholder={label}
            clearLabel={t('list.clear')}
            shortcut="/"
            density="dense"
          />
        </div>
        <Button type="submit" size="sm">
          {t('list.find')}
        </Button>
      </Form>
      {children === undefined ? null : <span>{children}</span>}
    </Tools>
  )
}

/** The list, as it is searched, as a file. */
export function ListFile({ href }: { readonly href: string }) {
  const { t } = useTranslation('desk')
  return (
    <ButtonLink size="sm" icon="download" href={href} reloadDocument download>
      {t('list.csv')}
    </ButtonLink>
  )
}
