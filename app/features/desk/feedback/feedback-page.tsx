/** What people wrote to the company: the list, newest first, or one message. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { FEEDBACK_KINDS } from '../../../../contract/form-bounds'
import { paths } from '../../../addresses/paths'
import { LANGUAGES, languageFacts } from '../../../language/language'
import type { NextPage } from '../../../page/list-page.server'
import { SCREEN_TITLES } from '../../../page/screens'
import { Badge, Card, Control, DataTable, EmptyState, Icon, Link, Note, PageTitle, TableHead, Tabs, token } from '../../../ui'
import { ControlSelect } from '../../../ui/control-select'
import { PageLinks, Scroll } from '../list-parts'
import { ListSearch } from '../list-search'
import { DeskTime } from '../review/item-facts'
import { useLiveCounts } from '../shell/live-counts'
import type { DeskFeedbackData } from './feedback.server'
import { type FinishAnswer, KIND_TONE } from './feedback-data'
import { FeedbackItem } from './feedback-item'

const Lines = styled(Scroll)`
  td:first-child, th:first-child { white-space: nowrap; }
  [data-wide] { min-width: 280px; max-width: 640px; }
  [data-picture] { vertical-align: -2px; margin-inline-start: 6px; color: ${token.text.muted}; }
`

interface FeedbackPageProps {
  readonly data: DeskFeedbackData
  readonly answer: FinishAnswer | undefined
}

export function FeedbackPage({ data, answer }: FeedbackPageProps) {
  const { t } = useTranslation('desk')
  return data.item === null ? (
    <>
      <PageTitle>{t('shell.feedback')}</PageTitle>
      <FeedbackList data={data} />
    </>
  ) : (
    <FeedbackItem key={data.item.id} data={data} item={data.item} answer={answer} />
  )
}

function FeedbackList({ data }: { readonly data: DeskFeedbackData }) {
  const { t } = useTranslation('desk')
  const { company, status, kind, language, screen, q, page, total, lines, older } = data
  const kept = { company, kind: kind || undefined, language: language || undefined, screen: screen || undefined, q: q || undefined }
  const here = { ...kept, status: status === 'open' ? undefined : status }
  const tab = (value: 'open' | 'done' | 'all') => ({
    value,
    label: t(`feedback.status.${value}`),
    href: paths.desk.feedback({ ...kept, status: value === 'open' ? undefined : value }),
  })
  const to = (place: Partial<NextPage>) => paths.desk.feedback({ ...here, ...place })
  const isAll = kind === '' && language === '' && screen === '' && q === ''
  return (
    <>
      <Tabs
        label={t('feedback.statusLabel')}
        items={[tab('open'), tab('done'), tab('all')]}
        value={status}
        panelId="feedback"
        end={t('feedback.total', { count: total })}
        dense
      />
      <Filter key={`${status}/${kind}/${language}${screen}/${q}`} data={data} />
      <NewHint data={data} />
      <div id="feedback">
        {lines.length === 0 ? (
          <Card>
            <EmptyState
              art="none"
              title={t(isAll ? (status === 'open' ? 'feedback.noneOpen' : 'feedback.none') : 'feedback.notFound')}
              text={isAll && status === 'open' ? t('feedback.noneOpenText') : undefined}
            />
          </Card>
        ) : (
          <LineTable data={data} parameters={here} />
        )}
      </div>
      <PageLinks page={page} older={older} to={to} />
    </>
  )
}

function Filter({ data: { company, status, kind, language, screen, q } }: { readonly data: DeskFeedbackData }) {
  const { t } = useTranslation('desk')
  return (
    <ListSearch
      label={t('feedback.search')}
      search={q}
      keeps={{ company, status: status === 'open' ? undefined : status }}
      action={paths.desk.feedback()}
      filter={
        <>
          <Control>
            <ControlSelect name="kind" aria-label={t('feedback.column.kind')} defaultValue={kind}>
              <option value="">{t('feedback.allKinds')}</option>
              {FEEDBACK_KINDS.map((one) => (
                <option key={one} value={one}>
                  {t(`feedback.kind.${one}`)}
                </option>
              ))}
            </ControlSelect>
          </Control>
          {/* Only wordings have a language and a screen of their own. */}
          {kind === 'wording' || language !== '' || screen !== '' ? <WordingFilter language={language} screen={screen} /> : null}
        </>
      }
    />
  )
}

function WordingFilter({ language, screen }: Pick<DeskFeedbackData, 'language' | 'screen'>) {
  const { t } = useTranslation('desk')
  return (
    <>
      <Control>
        <ControlSelect name="language" aria-label={t('feedback.wording.language')} defaultValue={language}>
          <option value="">{t('feedback.wording.allLanguages')}</option>
          {LANGUAGES.map((one) => (
            <option key={one} value={one} lang={languageFacts(one).tag}>
              {languageFacts(one).ownName}
            </option>
          ))}
        </ControlSelect>
      </Control>
      <Control>
        <ControlSelect name="screen" aria-label={t('feedback.wording.screen')} defaultValue={screen}>
          <option value="">{t('feedback.wording.allScreens')}</option>
          {Object.entries(SCREEN_TITLES).map(([path, title]) => (
            <option key={path} value={path}>
              {t(title)}
            </option>
          ))}
        </ControlSelect>
      </Control>
    </>
  )
}

/** A message that comes while the list is open does not move it under the reader's hand: it is said, with a way to see it. */
function NewHint({ data }: { readonly data: DeskFeedbackData }) {
  const { t } = useTranslation('desk')
  const { counts } = useLiveCounts()
  const [atFirst] = useState(counts?.feedback)
  const isMore = atFirst !== undefined && counts?.feedback !== undefined && counts.feedback > atFirst
  if (!isMore || data.status === 'done') return null
  return (
    <Note role="status">
      {t('feedback.newer')}{' '}
      <Link inline href={paths.desk.feedback({ company: data.company })} reloadDocument>
        {t('feedback.show')}
      </Link>
    </Note>
  )
}

/** What is wrong and what would be better, and in which language. */
function WordingExcerpt({ wording: { words, language }, better }: { readonly wording: Wording; readonly better: string }) {
  return (
    <>
      <bdi>{languageFacts(language).ownName}</bdi>: <s dir="auto">{words}</s> → <bdi>{better}</bdi>
    </>
  )
}

const COLUMNS = ['time', 'kind', 'message', 'from', 'reference', 'status'] as const

type Wording = NonNullable<DeskFeedbackData['lines'][number]['wording']>

interface LineTableProps {
  readonly data: DeskFeedbackData
  readonly parameters: Readonly<Record<string, string | undefined>>
}

function LineTable({ data, parameters }: LineTableProps) {
  const { t } = useTranslation('desk')
  return (
    <Lines tabIndex={0} role="region" aria-label={t('shell.feedback')}>
      <DataTable label={t('shell.feedback')} rowHeight={44}>
        <TableHead columns={COLUMNS.map((column) => t(`feedback.column.${column}`))} />
        <tbody>
          {data.lines.map((line) => (
            <tr key={line.id}>
              <td>
                <DeskTime at={line.createdAt} />
              </td>
              <td>
                <Badge tone={KIND_TONE[line.kind]}>{t(`feedback.kind.${line.kind}`)}</Badge>
              </td>
              <th scope="row" data-wide="">
                <Link href={paths.desk.feedback({ ...parameters, id: line.id })}>
                  {line.wording === null ? <bdi>{line.excerpt}</bdi> : <WordingExcerpt wording={line.wording} better={line.excerpt} />}
                </Link>
                {line.hasPicture ? (
                  <span data-picture="">
                    <Icon name="image-up" size={14} />
                    <span className="sr-only">{t('feedback.hasPicture')}</span>
                  </span>
                ) : null}
              </th>
              <td>
                <bdi>{line.traderUid || t('feedback.visitor')}</bdi>
              </td>
              <td>
                <bdi dir="ltr">{line.reference}</bdi>
              </td>
              <td>
                <Badge tone={line.status === 'done' ? 'ok' : 'neutral'}>{t(`feedback.status.${line.status}`)}</Badge>
              </td>
            </tr>
          ))}
        </tbody>
      </DataTable>
    </Lines>
  )
}
