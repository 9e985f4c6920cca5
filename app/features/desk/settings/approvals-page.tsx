/** What waits for a second operator, and what became of the rest: before and after, who wished for it, and why. */
import { Form, useNavigation } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import type { NextPage } from '../../../page/list-page.server'
import { Badge, Button, Card, EmptyState, Field, Icon, Note, PageTitle, Stack, Tabs, TextArea, token } from '../../../ui'
import { PageLinks } from '../list-parts'
import { ListFile, ListSearch } from '../list-search'
import { WhoDecides } from '../who-decides'
import type { ApprovalsData, ChangedPart, DecisionAnswer, ShownChange } from './approvals.server'

const Item = styled(Card)`
  display: grid;
  gap: ${token.space[3]};
  padding: ${token.space[4]};
  max-width: 960px;
  h2 { font-size: ${token.type.lg}; font-weight: 600; overflow-wrap: anywhere; }
  header { display: flex; flex-wrap: wrap; gap: ${token.space[2]}; align-items: center; }
`
const Parts = styled.dl`
  display: grid;
  grid-template-columns: minmax(96px, 200px) minmax(0, 1fr);
  gap: ${token.space[1]} ${token.space[3]};
  dt { color: ${token.text.muted}; }
  dd { overflow-wrap: anywhere; }
  s { color: ${token.text.muted}; text-decoration: none; }
  b { font-weight: 600; }
  [data-same] { color: ${token.text.muted}; }
`
const Muted = styled.p`
  color: ${token.text.secondary};
  overflow-wrap: anywhere;
`
const Actions = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space[2]};
`
const Decide = styled(Form)`
  display: grid;
  gap: ${token.space[3]};
`

export function ApprovalsPage({ data, answer }: { readonly data: ApprovalsData; readonly answer: DecisionAnswer | undefined }) {
  const { t } = useTranslation('desk')
  const { company, view, search, changes, page, older } = data
  const to = (place: Partial<NextPage>) => paths.desk.approvals({ company, view, q: search || undefined, ...place })
  const tab = (value: 'waiting' | 'decided') => ({
    value,
    label: t(`settings.view.${value}`),
    href: paths.desk.approvals({ company, view: value }),
  })
  return (
    <>
      <PageTitle>{t('shell.approvals')}</PageTitle>
      <Tabs label={t('shell.approvals')} items={[tab('waiting'), tab('decided')]} value={view} panelId="changes" dense />
      <ListSearch label={t('settings.search')} search={search} keeps={{ company, view }}>
        <ListFile href={paths.desk.settingsFile({ company, sheet: 'approvals', q: search || undefined })} />
      </ListSearch>
      <Stack id="changes" role="tabpanel" aria-labelledby={`changes-tab-${view}`}>
        {changes.length === 0 ? (
          <Card>
            <EmptyState title={t(view === 'waiting' ? 'settings.nothingWaits' : 'settings.nothingDecided')} />
          </Card>
        ) : (
          changes.map((change) => (
            <Change
              key={change.id}
              change={change}
              canDecide={data.canDecide}
              approvers={data.approvers}
              answer={answer?.id === change.id ? answer : undefined}
            />
          ))
        )}
      </Stack>
      <PageLinks page={page} older={older} to={to} />
    </>
  )
}

interface ChangeProps {
  readonly change: ShownChange
  readonly canDecide: boolean
  readonly approvers: ApprovalsData['approvers']
  readonly answer: DecisionAnswer | undefined
}

function Change({ change, canDecide, approvers, answer }: ChangeProps) {
  const { t } = useTranslation('desk')
  const tone = change.status === 'applied' ? 'ok' : change.status === 'refused' ? 'neutral' : 'info'
  return (
    <Item aria-labelledby={`change-${change.id}`}>
      <header>
        <h2 id={`change-${change.id}`}>{change.what}</h2>
        <Badge tone={tone}>{change.statusLabel}</Badge>
        {change.isStale ? <Badge tone="warn">{t('settings.stale')}</Badge> : null}
      </header>
      <Parts>
        {change.parts.map((part) => (
          <Part key={part.label} part={part} isNew={change.parts.every(({ before }) => before === '')} />
        ))}
      </Parts>
      <Muted>
        {t('settings.wishedBy', { name: change.requestedBy, at: change.requestedAt })}: <q>{change.reason}</q>
      </Muted>
      {change.decidedBy === '' ? null : <Muted>{t('settings.decidedBy', { name: change.decidedBy, at: change.decidedAt })}</Muted>}
      {change.status === 'waiting' && approvers !== null ? <WhoDecides approvers={approvers} except={change.requestedBy} /> : null}
      {change.status === 'waiting' && canDecide ? <Decision change={change} answer={answer} /> : null}
    </Item>
  )
}

function Part({ part, isNew }: { readonly part: ChangedPart; readonly isNew: boolean }) {
  const { t } = useTranslation('desk')
  return (
    <>
      <dt>{part.label}</dt>
      <dd data-same={part.isChanged ? undefined : ''}>
        {part.isChanged && !isNew ? (
          <>
            <s>
              <span className="sr-only">{t('settings.was')} </span>
              <bdi>{part.before || '–'}</bdi>
            </s>{' '}
            <Icon name="chevron-right" size={14} flip /> <span className="sr-only">{t('settings.becomes')} </span>
          </>
        ) : null}
        {part.isChanged ? (
          <b>
            <bdi>{part.after || '–'}</bdi>
          </b>
        ) : (
          <bdi>{part.after || '–'}</bdi>
        )}
      </dd>
    </>
  )
}

function Decision({ change, answer }: Pick<ChangeProps, 'change' | 'answer'>) {
  const { t } = useTranslation('desk')
  const { formData } = useNavigation()
  const busy = formData?.get('id') === change.id ? formData.get('decision') : null
  return (
    <Decide method="post" noValidate>
      <input type="hidden" name="id" value={change.id} />
      {answer !== undefined && answer.message !== '' ? (
        <Note tone="danger" role="alert">
          {answer.message}
        </Note>
      ) : null}
      {change.isOwn ? <Note tone="info">{t('settings.ownWish')}</Note> : null}
      {change.isStale ? <Note tone="warn">{t('settings.staleText')}</Note> : null}
      {change.affectedPositions === null ? null : (
        <Note tone={change.affectedPositions === 0 ? 'info' : 'warn'}>{t('settings.affected', { count: change.affectedPositions })}</Note>
      )}
      <Field label={t('settings.decisionReason')} error={answer?.reasonProblem || undefined}>
        {(aria) => <TextArea {...aria} name="reason" rows={2} maxLength={500} defaultValue={answer?.reason ?? ''} />}
      </Field>
      <Actions>
        {change.isOwn || change.isStale ? null : (
          <Button type="submit" name="decision" value="apply" variant="primary" busy={busy === 'apply'}>
            {t('settings.approve')}
          </Button>
        )}
        <Button type="submit" name="decision" value="refuse" variant="danger-text" busy={busy === 'refuse'}>
          {t(change.isOwn ? 'settings.takeBack' : 'settings.refuse')}
        </Button>
      </Actions>
    </Decide>
  )
}
