/** One account at the desk: who it is, what it has and did, and what the desk may do to it. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../platform/paths'
import { Amount, Badge, Card, DataTable, KeyValueList, Link, Note, PageTitle, token } from '../../../ui'
import { ItemColumns, ItemHead } from '../item-layout'
import { Scroll } from '../list-parts'
import type { TraderData } from './people.server'
import type { PersonAnswer } from './person-actions'
import { PersonActions } from './person-forms'

const Part = styled.section`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[2]};
  h2 { display: flex; justify-content: space-between; font-size: ${token.type.md}; font-weight: 600; }
  h2 a { font-size: ${token.type.sm}; font-weight: 500; }
  > p { color: ${token.text.muted}; }
`
const Box = styled(Card)`
  padding: ${token.space[4]};
`

export function TraderPage({ data, answer }: { readonly data: TraderData; readonly answer: PersonAnswer | undefined }) {
  const { t } = useTranslation('desk')
  const { company, item, isMasked, actions } = data
  return (
    <>
      <Link href={paths.desk.traders({ company })}>{t('people.back')}</Link>
      <ItemHead>
        <PageTitle>{data.title}</PageTitle>
        <Badge tone={item.is_frozen ? 'danger' : 'ok'}>{t(item.is_frozen ? 'people.frozen' : 'people.active')}</Badge>
      </ItemHead>
      {item.is_frozen ? (
        <Note tone="warn">{item.frozenBy === '' ? t('people.frozenByOwner') : t('people.frozenBy', { name: item.frozenBy })}</Note>
      ) : null}
      {isMasked ? <Note>{t('people.masked')}</Note> : null}
      {actions.length === 0 ? null : (
        <PersonActions key={`${item.id}/${item.is_frozen}/${item.frozen_by}`} uid={item.uid} actions={actions} answer={answer} />
      )}
      <ItemColumns $desktop="repeat(2, minmax(0, 1fr))">
        <Profile item={item} />
        <Figures item={item} />
        <Moves kind="deposits" company={company} moves={data.deposits} />
        <Moves kind="withdrawals" company={company} moves={data.withdrawals} />
      </ItemColumns>
      <Sessions sessions={data.sessions} />
      <History history={data.history} href={data.auditHref} />
    </>
  )
}

function Profile({ item }: Pick<TraderData, 'item'>) {
  const { t } = useTranslation('desk')
  return (
    <Part>
      <h2>{t('people.profile')}</h2>
      <Box>
        <KeyValueList
          dense
          rows={[
            { key: 'uid', label: t('people.uid'), value: <bdi>{item.uid}</bdi> },
            { key: 'email', label: t('people.email'), value: <bdi dir="ltr">{item.email || '–'}</bdi> },
            { key: 'mobile', label: t('people.mobile'), value: <bdi dir="ltr">{item.mobile || '–'}</bdi> },
            { key: 'country', label: t('people.country'), value: item.country || '–' },
            { key: 'opened', label: t('people.opened'), value: item.opened },
          ]}
        />
      </Box>
    </Part>
  )
}

function Figures({ item }: Pick<TraderData, 'item'>) {
  const { t } = useTranslation('desk')
  return (
    <Part>
      <h2>{t('people.figures')}</h2>
      <Box>
        <KeyValueList
          dense
          rows={[
            { key: 'balance', label: t('people.balance'), value: <Amount value={item.balance} currency="USDT" /> },
            { key: 'locked', label: t('people.locked'), value: <Amount value={item.locked} currency="USDT" /> },
            { key: 'orders', label: t('people.orders'), value: item.open_orders },
            { key: 'identity', label: t('people.identity'), value: t(`people.identityState.${item.identity}`) },
            { key: 'two-step', label: t('people.twoStep'), value: t(item.has_two_step ? 'people.on' : 'people.off') },
          ]}
        />
      </Box>
    </Part>
  )
}

interface MovesProps {
  readonly kind: 'deposits' | 'withdrawals'
  readonly company: string
  readonly moves: TraderData['deposits']
}

function Moves({ kind, company, moves }: MovesProps) {
  const { t } = useTranslation('desk')
  const title = t(`shell.${kind}`)
  const canOpen = moves.some(({ href }) => href !== null)
  return (
    <Part>
      <h2>
        {title}
        {canOpen ? <Link href={paths.desk[kind]({ company })}>{t('people.queue')}</Link> : null}
      </h2>
      {moves.length === 0 ? (
        <p>{t('people.nothing')}</p>
      ) : (
        <Scroll tabIndex={0} role="region" aria-label={title}>
          <DataTable label={title} rowHeight={40}>
            <thead>
              <tr>
                <th scope="col">{t('people.when')}</th>
                <th scope="col" data-n="">
                  {t('people.amount')}
                </th>
                <th scope="col">{t('people.state')}</th>
              </tr>
            </thead>
            <tbody>
              {moves.map((one) => (
                <tr key={one.id}>
                  <td>{one.href === null ? one.time : <Link href={one.href}>{one.time}</Link>}</td>
                  <td data-n="">
                    <Amount value={one.amount} currency={one.currency} />
                  </td>
                  <td>
                    <Badge tone={one.isOpen ? 'info' : 'neutral'}>{one.status}</Badge>
                  </td>
                </tr>
              ))}
            </tbody>
          </DataTable>
        </Scroll>
      )}
    </Part>
  )
}

function Sessions({ sessions }: Pick<TraderData, 'sessions'>) {
  const { t } = useTranslation('desk')
  return (
    <Part>
      <h2>{t('people.sessions')}</h2>
      {sessions.length === 0 ? (
        <p>{t('people.nothing')}</p>
      ) : (
        <Table
          label={t('people.sessions')}
          columns={[t('people.device'), t('people.address'), t('people.since'), t('people.seen')]}
          rows={sessions.map(({ device, address, since, seen }) => [device, address, since, seen])}
        />
      )}
    </Part>
  )
}

function History({ history, href }: { readonly history: TraderData['history']; readonly href: string | null }) {
  const { t } = useTranslation('desk')
  return (
    <Part>
      <h2>
        {t('people.history')}
        {href === null ? null : <Link href={href}>{t('shell.audit')}</Link>}
      </h2>
      {history.length === 0 ? (
        <p>{t('people.nothing')}</p>
      ) : (
        <Table
          label={t('people.history')}
          columns={[t('people.when'), t('audit.who'), t('audit.what'), t('audit.object'), t('people.reason')]}
          rows={history.map(({ time, who, action, object, reason }) => [time, who, action, object, reason])}
        />
      )}
    </Part>
  )
}

interface TableProps {
  readonly label: string
  readonly columns: readonly string[]
  /** The last cell of a row may be long. */
  readonly rows: readonly (readonly string[])[]
}

function Table({ label, columns, rows }: TableProps) {
  return (
    <Scroll tabIndex={0} role="region" aria-label={label}>
      <DataTable label={label} rowHeight={40}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the rows have no name of their own and are never moved.
            <tr key={row}>
              {cells.map((cell, column) => (
                <td key={columns[column]} data-wide={column === columns.length - 1 ? '' : undefined}>
                  <bdi>{cell || '–'}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Scroll>
  )
}
