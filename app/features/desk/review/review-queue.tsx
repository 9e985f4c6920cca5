/** The list of a review queue: what waits longest comes first, with its age and what is worth knowing before it is opened. */
import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { Amount, Anchor, Badge, type BadgeTone, EmptyState, Icon, Link, media, thumbArea, token } from '../../../ui'
import { smallControl } from '../../../ui/control-select'
import { PAGE_SIZE } from '../list-parts'
import { isWaiting, nameOf, type ReviewData, reviewHref, statusesOf, statusNumber, waitingStatus } from './review-data'

const QueueHead = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 10px;
  padding: 14px 16px 10px;
  h1 { display: flex; justify-content: space-between; align-items: baseline; font-size: ${token.type.lg}; }
  h1 span { font-size: ${token.type.sm}; font-weight: 500; color: ${token.text.muted}; }
  form { display: flex; gap: ${token.space[2]}; }
  select, input {
    ${smallControl}
    ${media.touch} { min-height: 44px; }
  }
  select { max-width: 45%; text-overflow: ellipsis; }
  input { flex: 1; width: 100%; }
  @media (min-width: 768px) and (max-width: 1180px) { form { flex-wrap: wrap; } select { flex: 1 0 100%; max-width: none; } }
  form button { min-width: 44px; padding: 0 ${token.space[2]}; color: ${token.text.secondary}; font-weight: 500; }
`
const Chips = styled.nav`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space[2]};
  align-items: center;
  a[data-chip] {
    display: inline-flex;
    align-items: center;
    min-height: 26px;
    padding: 0 10px;
    border: 1px solid ${token.border.soft};
    border-radius: ${token.radius.full};
    font-size: ${token.type.xs};
    font-weight: 500;
    color: ${token.text.secondary};
    position: relative;
    ${media.touch} { min-height: 36px; }
    ${thumbArea}
  }
  a[data-chip]:hover { background: ${token.surface.hover}; }
  a[aria-current='true'] { background: ${token.surface.inverse}; color: ${token.text.inverse}; border-color: transparent; }
  > :last-child { position: relative; margin-inline-start: auto; ${thumbArea} }
`
const Rows = styled.ul`
  overflow: auto;
  position: relative;
  min-height: 0;
  flex: 1;
  ${media.phone} { overflow: visible; }
`
const Item = styled(Anchor)`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: 2px 10px;
  padding: 10px 16px;
  border-block-start: 1px solid ${token.border.hairline};
  position: relative;
  &:hover { background: ${token.surface.hover}; }
  &:focus-visible { outline-offset: -2px; }
  &[aria-current='true'] { background: ${token.surface.active}; }
  &[aria-current='true']::before { content: ''; position: absolute; inset-block: 0; inset-inline-start: 0; width: 2px; background: ${token.brand.text}; }
  b { font-weight: 600; font-size: ${token.type.md}; font-variant-numeric: tabular-nums; }
  small { font-size: ${token.type.xs}; color: ${token.text.secondary}; overflow-wrap: anywhere; }
  [data-age] { font-variant-numeric: tabular-nums; color: ${token.text.muted}; text-align: end; }
  [data-late] { color: ${token.status.danger.text}; font-weight: 600; }
  [data-flags] { display: flex; flex-wrap: wrap; gap: 4px; justify-content: end; align-self: start; }
  [data-many] { grid-column: 1 / -1; justify-content: start; }
  [data-flags]:empty { display: none; }
  ${media.phone} { padding-block: 12px; }
`
const Pages = styled.nav`
  display: flex;
  justify-content: space-between;
  padding: ${token.space[3]} 16px;
  border-block-start: 1px solid ${token.border.hairline};
`

type Row = ReviewData['rows'][number]

/** 3 h 12 m; 58 m; 2 d 4 h. */
export function useAge(): (from: number, to: number) => string {
  const { t } = useTranslation('desk')
  return (from, to) => {
    const minutes = Math.max(0, Math.floor((to - from) / 60_000))
    const hours = Math.floor(minutes / 60)
    if (hours >= 48) return t('review.age.days', { days: Math.floor(hours / 24), hours: hours % 24 })
    return hours > 0 ? t('review.age.hours', { hours, minutes: minutes % 60 }) : t('review.age.minutes', { minutes })
  }
}

function flagsOf(row: Row): readonly { readonly key: string; readonly tone: BadgeTone }[] {
  return [
    ...('isDuplicate' in row && row.isDuplicate ? [{ key: 'duplicate', tone: 'danger' as const }] : []),
    ...('isNewMethod' in row && row.isNewMethod ? [{ key: 'newAddress', tone: 'warn' as const }] : []),
    ...('needsTwo' in row && row.needsTwo ? [{ key: 'twoReviewers', tone: 'warn' as const }] : []),
    ...('isFirst' in row && row.isFirst ? [{ key: 'firstDeposit', tone: 'info' as const }] : []),
  ]
}

function Name({ row }: { readonly row: Row }): ReactNode {
  const { t } = useTranslation('desk')
  return 'amount' in row ? (
    <Amount value={row.amount} currency={'usdt' in row ? row.currency : 'USDT'} />
  ) : (
    t('review.caseOf', { uid: row.uid })
  )
}

function QueueRow({ data, row, isCurrent }: { readonly data: ReviewData; readonly row: Row; readonly isCurrent: boolean }) {
  const { t } = useTranslation('desk')
  const age = useAge()
  const { queue, parameters, operator, now } = data
  const isOpen = isWaiting(row)
  const way = 'amount' in row ? row.protocol || t('review.bank', { currency: row.currency }) : t('review.item.identity', { id: row.id })
  const flags = isOpen ? flagsOf(row) : []
  const taken = row.claimedBy !== null && row.claimedBy !== operator.name ? row.claimedBy : null
  return (
    <li>
      <Item href={reviewHref(queue, parameters, { id: row.id })} aria-current={isCurrent ? 'true' : undefined} data-row={row.id}>
        <b>
          <Name row={row} />
        </b>
        <span data-age="" data-late={row.isLate ? '' : undefined}>
          {age(row.createdAt, now)}
        </span>
        <small>
          {way} {'·'} {t('review.uid', { uid: row.uid })}
        </small>
        <span data-flags="" data-many={flags.length + (taken === null ? 0 : 1) > 1 ? '' : undefined}>
          {isOpen
            ? flags.map(({ key, tone }) => (
                <Badge key={key} tone={tone}>
                  {t(`review.flag.${key}`)}
                </Badge>
              ))
            : t(`review.status.${queue}.${statusNumber(queue, row.status)}`)}
          {taken === null ? null : <Badge icon="eye">{nameOf(taken)}</Badge>}
        </span>
      </Item>
    </li>
  )
}

function Filters({ data }: { readonly data: ReviewData }) {
  const { t } = useTranslation('desk')
  const { queue, parameters } = data
  const { company, status, filter, q } = parameters
  const filters = queue === 'identity' ? [undefined, 'mine'] : [undefined, 'mine', 'over']
  return (
    <>
      <Chips aria-label={t('review.filters')}>
        {filters.map((name) => (
          <Anchor
            key={name ?? 'all'}
            data-chip=""
            href={reviewHref(queue, { ...parameters, filter: name, page: undefined, after: undefined })}
            aria-current={filter === name ? 'true' : undefined}
          >
            {t(`review.filter.${name ?? 'all'}`)}
          </Anchor>
        ))}
        <Link href={paths.desk.reviewFile({ ...parameters, page: undefined, after: undefined, queue })} reloadDocument download>
          {t('review.csv')}
        </Link>
      </Chips>
      <Form method="get" action={paths.desk[queue]()} key={`${status}/${q}`}>
        <input type="hidden" name="company" value={company} />
        {filter === undefined ? null : <input type="hidden" name="filter" value={filter} />}
        <select
          name="status"
          aria-label={t('review.column.status')}
          defaultValue={status ?? waitingStatus(queue)}
          onChange={(event) => event.currentTarget.form?.requestSubmit()}
        >
          {statusesOf(queue).map((value) => (
            <option key={value} value={value}>
              {t(`review.status.${queue}.${value}`)}
            </option>
          ))}
        </select>
        <input
          type="search"
          name="q"
          defaultValue={q ?? ''}
          inputMode="numeric"
          placeholder={t('review.search')}
          aria-label={t('review.search')}
        />
        <button type="submit" aria-label={t('review.find')}>
          <Icon name="search" size={16} />
        </button>
      </Form>
    </>
  )
}

export function ReviewQueue({ data, rows }: { readonly data: ReviewData; readonly rows: readonly Row[] }) {
  const { t } = useTranslation('desk')
  const { queue, parameters, item, total, older } = data
  const page = Number(parameters.page ?? '1')
  const isFiltered = parameters.q !== undefined || parameters.filter !== undefined
  return (
    <>
      <QueueHead>
        <h1>
          {t(`shell.${queue}`)}
          <span>
            {t('review.count', { count: total, status: t(`review.status.${queue}.${parameters.status ?? waitingStatus(queue)}`) })}
          </span>
        </h1>
        <Filters data={data} />
      </QueueHead>
      {rows.length === 0 ? (
        <EmptyState art="none" title={isFiltered ? t('review.notFound') : t('review.nothing')} />
      ) : (
        <Rows aria-label={t('review.queue')}>
          {rows.map((row) => (
            <QueueRow key={row.id} data={data} row={row} isCurrent={row.id === item?.id} />
          ))}
        </Rows>
      )}
      {total <= PAGE_SIZE ? null : (
        <Pages aria-label={t('review.pages')}>
          {page > 1 ? (
            <Link href={reviewHref(queue, { ...parameters, after: undefined, page: page > 2 ? String(page - 1) : undefined })}>
              {t('review.previous')}
            </Link>
          ) : (
            <span />
          )}
          {older === null ? null : <Link href={reviewHref(queue, { ...parameters, after: undefined, ...older })}>{t('review.next')}</Link>}
        </Pages>
      )}
    </>
  )
}
