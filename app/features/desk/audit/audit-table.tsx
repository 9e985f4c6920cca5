import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { DataTable, Icon, Link, TableHead, token } from '../../../ui'
import { Scroll } from '../list-parts'
import type { ShownEvent } from './audit.server'

const Events = styled(Scroll)`
  td { padding-block: 6px; }
  [data-who] { font-weight: 600; }
  [data-muted] { color: ${token.text.muted}; font-variant-numeric: tabular-nums; }
  [data-wide] { white-space: normal; min-width: 220px; max-width: 420px; overflow-wrap: anywhere; }
  [data-wide] ul { display: grid; gap: 2px; }
  [data-wide] i { font-style: normal; color: ${token.text.secondary}; }
  s { text-decoration: none; color: ${token.text.muted}; }
  [data-wide] svg { display: inline-block; vertical-align: -2px; }
  [data-open] { color: ${token.status.warn.text}; }
`

/** What changed beyond this is in the file. */
const SHOWN_PARTS = 6
const COLUMNS = ['time', 'who', 'what', 'object', 'trader', 'change', 'reason', 'address', 'seal'] as const

export function AuditTable({ company, events }: { readonly company: string; readonly events: readonly ShownEvent[] }) {
  const { t } = useTranslation('desk')
  return (
    <Events tabIndex={0} role="region" aria-label={t('shell.audit')}>
      <DataTable label={t('shell.audit')} rowHeight={40}>
        <TableHead columns={COLUMNS.map((column) => t(`audit.${column}`))} />
        <tbody>
          {events.map((event) => (
            <EventRow key={event.id} company={company} event={event} />
          ))}
        </tbody>
      </DataTable>
    </Events>
  )
}

function EventRow({ company, event }: { readonly company: string; readonly event: ShownEvent }) {
  const { t } = useTranslation('desk')
  return (
    <tr>
      <td>
        <time dateTime={new Date(event.at).toISOString()}>{event.time}</time>
      </td>
      <td data-who="">
        <bdi>{event.who}</bdi>
      </td>
      <td>
        <bdi>{event.action}</bdi>
      </td>
      <td>
        <Link href={paths.desk.audit({ company, object: event.object })} aria-label={t('audit.only', { object: event.objectName })}>
          <bdi>{event.objectName}</bdi>
        </Link>
      </td>
      <td>{event.traderHref === null ? event.traderUid || '–' : <Link href={event.traderHref}>{event.traderUid}</Link>}</td>
      <td data-wide="">
        <Change change={event.change} />
      </td>
      {/* As it was written, in whatever language: the trail is evidence. */}
      <td data-wide="">{event.reason === '' ? '–' : <bdi translate="no">{event.reason}</bdi>}</td>
      <td data-muted="">
        <bdi dir="ltr">{event.address || '–'}</bdi>
      </td>
      <td data-open={event.isSealed ? undefined : ''}>{t(event.isSealed ? 'audit.sealed' : 'audit.unsealed')}</td>
    </tr>
  )
}

/** Old, then new; what came to be has no old value. */
function Change({ change }: Pick<ShownEvent, 'change'>) {
  const { t } = useTranslation('desk')
  if (change.length === 0) return '–'
  return (
    <ul>
      {change.slice(0, SHOWN_PARTS).map(({ name, before, after }) => (
        <li key={name}>
          <i>
            <bdi>{name}</bdi>
          </i>{' '}
          {before === '' ? null : (
            <>
              <s>
                <span className="sr-only">{t('audit.was')} </span>
                <bdi>{before}</bdi>
              </s>{' '}
              <Icon name="chevron-right" size={14} flip /> <span className="sr-only">{t('audit.becomes')} </span>
            </>
          )}
          <bdi>{after || '–'}</bdi>
        </li>
      ))}
      {change.length > SHOWN_PARTS ? <li>{'…'}</li> : null}
    </ul>
  )
}
