/** The company's traders: found by number, address or mobile, the frozen ones by themselves. */
import { useTranslation } from 'react-i18next'
import { paths } from '../../../addresses/paths'
import type { NextPage } from '../../../page/list-page.server'
import { Badge, Card, DataTable, EmptyState, Link, Note, PageTitle, TableHead, Tabs } from '../../../ui'
import { PageLinks, Scroll } from '../list-parts'
import { ListFile, ListSearch } from '../list-search'
import type { TradersData } from './people.server'
import { SentUnderReference } from './sent-under-reference'

const COLUMNS = ['uid', 'email', 'mobile', 'country', 'opened', 'state'] as const

export function TradersPage({ data }: { readonly data: TradersData }) {
  const { t } = useTranslation('desk')
  const { company, search, state, page, total, older, isMasked, traders, sent } = data
  const here = { company, q: search || undefined }
  const tab = (value: 'all' | 'frozen', label: string) => ({
    value,
    label,
    href: paths.desk.traders({ ...here, state: value === 'all' ? undefined : value }),
  })
  const kept = { ...here, state: state === 'all' ? undefined : state }
  const to = (place: Partial<NextPage>) => paths.desk.traders({ ...kept, ...place })
  return (
    <>
      <PageTitle>{t('shell.traders')}</PageTitle>
      <Tabs
        label={t('people.state')}
        items={[tab('all', t('people.all')), tab('frozen', t('people.onlyFrozen'))]}
        value={state}
        panelId="traders"
        end={t('people.total', { count: total })}
        dense
      />
      <ListSearch
        label={t('people.search')}
        search={search}
        keeps={{ company, state: state === 'all' ? undefined : state }}
        action={paths.desk.traders()}
      >
        <ListFile href={paths.desk.tradersFile(kept)} />
      </ListSearch>
      {isMasked ? <Note>{t('people.masked')}</Note> : null}
      <div id="traders">
        {sent === null ? null : <SentUnderReference company={company} sent={sent} />}
        {traders.length === 0 && sent !== null ? null : traders.length === 0 ? (
          <Card>
            <EmptyState art="none" title={t(search === '' && state === 'all' ? 'people.none' : 'people.notFound')} />
          </Card>
        ) : (
          <TraderTable company={company} traders={traders} />
        )}
      </div>
      <PageLinks page={page} older={older} to={to} />
    </>
  )
}

function TraderTable({ company, traders }: Pick<TradersData, 'company' | 'traders'>) {
  const { t } = useTranslation('desk')
  return (
    <Scroll tabIndex={0} role="region" aria-label={t('people.list')}>
      <DataTable label={t('people.list')} rowHeight={40}>
        <TableHead columns={COLUMNS.map((column) => t(`people.${column}`))} />
        <tbody>
          {traders.map((one) => (
            <tr key={one.id}>
              <th scope="row">
                <Link href={paths.desk.trader(one.id, { company })}>
                  <bdi>{one.uid}</bdi>
                </Link>
              </th>
              <td>
                <bdi dir="ltr">{one.email || '–'}</bdi>
              </td>
              <td>
                <bdi dir="ltr">{one.mobile || '–'}</bdi>
              </td>
              <td>{one.country || '–'}</td>
              <td>{one.opened}</td>
              <td>
                <Badge tone={one.isFrozen ? 'danger' : 'ok'}>{one.stateLabel}</Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Scroll>
  )
}
