/** The audit trail: who did what, to what, what it was before, and whether it is sealed. It is only read. */

import { Form } from '@remix-run/react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { AUDIT_ROWS_MAX } from '../../../../contract/told-limits'
import { paths } from '../../../addresses/paths'
import type { NextPage } from '../../../page/list-page.server'
import { Badge, Button, ButtonLink, Card, decimalText, EmptyState, Icon, Link, media, PageTitle, SearchField, token } from '../../../ui'
import { smallControl } from '../../../ui/control-select'
import { PageLinks } from '../list-parts'
import type { AuditData } from './audit.server'
import { AREAS, type AuditFilter, BY } from './audit-filter'
import { AuditTable } from './audit-table'

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[2]};
  > form { flex: 1 1 auto; display: flex; flex-wrap: wrap; align-items: center; gap: ${token.space[2]}; }
  form > div { flex: 1 1 220px; max-width: 340px; }
  label { display: inline-flex; align-items: center; gap: ${token.space[1]}; color: ${token.text.secondary}; }
  select, input[type='date'] {
    ${smallControl}
  }
  ${media.touch} {
    select, input[type='date'] { min-height: 44px; }
    form > div { flex-basis: 100%; max-width: none; }
  }
`
const Foot = styled.footer`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space[3]};
  color: ${token.text.secondary};
  p { display: flex; gap: ${token.space[2]}; align-items: start; min-width: 0; }
  svg { flex: none; margin-block-start: 2px; }
  code { font-family: ${token.font.mono}; font-size: ${token.type.xs}; overflow-wrap: anywhere; }
`

/** The address that keeps the filter. */
function auditAddress(company: string, { q, object, area, by, from, to }: AuditFilter) {
  return { company, q, object, area, by, from, to }
}

function Filters({ data }: { readonly data: AuditData }) {
  const { t } = useTranslation('desk')
  const { company, filter } = data
  const [words, setWords] = useState(filter.q ?? '')
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  return (
    <Tools>
      <Form method="get" action={paths.desk.audit()} role="search">
        <input type="hidden" name="company" value={company} />
        {filter.object === undefined ? null : <input type="hidden" name="object" value={filter.object} />}
        <SearchField
          name="q"
          value={words}
          onChange={setWords}
          label={t('audit.search')}
          placeholder={t('audit.search')}
          clearLabel={t('audit.clear')}
          shortcut="/"
          density="dense"
        />
        <label>
          {t('audit.from')} <input type="date" name="from" defaultValue={filter.from} />
        </label>
        <label>
          {t('audit.to')} <input type="date" name="to" defaultValue={filter.to} />
        </label>
        <select name="by" aria-label={t('audit.who')} defaultValue={filter.by ?? ''}>
          <option value="">{t('audit.everyone')}</option>
          {BY.map((name) => (
            <option key={name} value={name}>
              {t(`audit.by.${name}`)}
            </option>
          ))}
        </select>
        <select name="area" aria-label={t('audit.what')} defaultValue={filter.area ?? ''}>
          <option value="">{t('audit.everything')}</option>
          {AREAS.map((name) => (
            <option key={name} value={name}>
              {t(`audit.area.${name}`)}
            </option>
          ))}
        </select>
        <Button type="submit" size="sm">
          {t('audit.find')}
        </Button>
        {isFiltered ? <Link href={paths.desk.audit({ company })}>{t('audit.reset')}</Link> : null}
      </Form>
      <ButtonLink size="sm" icon="download" href={paths.desk.auditFile(auditAddress(company, filter))} reloadDocument download>
        {t('audit.csv')}
      </ButtonLink>
    </Tools>
  )
}

export function AuditPage({ data }: { readonly data: AuditData }) {
  const { t } = useTranslation('desk')
  const { company, filter, page, total, isMore, older, chain, events } = data
  const isFiltered = Object.values(filter).some((value) => value !== undefined)
  const to = (place: Partial<NextPage>) => paths.desk.audit({ ...auditAddress(company, filter), ...place })
  return (
    <>
      <PageTitle>{t('shell.audit')}</PageTitle>
      <Filters key={JSON.stringify(filter)} data={data} />
      {filter.object === undefined ? null : (
        <div>
          <Badge tone="info">
            <bdi>{t('audit.only', { object: filter.object })}</bdi>
          </Badge>
        </div>
      )}
      {events.length === 0 ? (
        <Card>
          <EmptyState art="none" title={t(isFiltered ? 'audit.notFound' : 'audit.none')} />
        </Card>
      ) : (
        <AuditTable company={company} events={events} />
      )}
      <Foot>
        <p>
          <Icon name="shield-check" size={16} />
          <span>
            {isMore
              ? `${t('audit.many', { most: decimalText(String(AUDIT_ROWS_MAX)) })}. ${t('audit.fileLimit', { most: decimalText(String(AUDIT_ROWS_MAX)) })}`
              : `${t('audit.entries', { count: total })}.`}{' '}
            {t('audit.kept')}{' '}
            {chain.links === 0 ? (
              t('audit.noChain')
            ) : (
              <>
                {t('audit.chain', { links: chain.links })}{' '}
                <code dir="ltr" title={chain.hash}>
                  {chain.hash.slice(0, 16)}
                </code>
              </>
            )}
          </span>
        </p>
        <PageLinks page={page} older={older} to={to} />
      </Foot>
    </>
  )
}
