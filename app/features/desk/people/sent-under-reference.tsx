/** What was sent under the reference that a trader has read out: whose it was, and what became of it. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { Badge, Card, DataTable, Link, TableHead, token } from '../../../ui'
import { Scroll } from '../list-parts'
import type { SentUnder } from './people.server'

const Found = styled(Card)`
  display: grid;
  gap: ${token.space[3]};
  h2 { font-size: ${token.type.md}; }
  code { font-size: ${token.type.xs}; color: ${token.text.muted}; }
`
const LABELS = { who: 'audit.trader', what: 'audit.what', time: 'people.when', become: 'people.state' } as const
const COLUMNS = ['who', 'what', 'time', 'become'] as const

export function SentUnderReference({ company, sent }: { readonly company: string; readonly sent: SentUnder }) {
  const { t } = useTranslation('desk')
  const { title, none, rows } = sent
  return (
    <Found $pad data-testid="sent-under-reference">
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <p>{none}</p>
      ) : (
        <Scroll tabIndex={0} role="region" aria-label={title}>
          <DataTable label={title} rowHeight={40}>
            <TableHead columns={COLUMNS.map((column) => t(LABELS[column]))} />
            <tbody>
              {rows.map(({ key, traderId, who, isDemo, what, call, time, tone, become }) => (
                <tr key={key}>
                  <th scope="row">
                    {traderId === null ? (
                      <bdi>{who}</bdi>
                    ) : (
                      <Link href={paths.desk.trader(traderId, { company })}>
                        <bdi>{who}</bdi>
                      </Link>
                    )}{' '}
                    {isDemo ? <Badge>{t('people.reference.demo')}</Badge> : null}
                  </th>
                  <td>
                    {what} <code dir="ltr">{call}</code>
                  </td>
                  <td>{time}</td>
                  <td>
                    <Badge tone={tone}>{become}</Badge>
                  </td>
                </tr>
              ))}
            </tbody>
          </DataTable>
        </Scroll>
      )}
    </Found>
  )
}
