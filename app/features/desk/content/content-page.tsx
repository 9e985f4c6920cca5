/** The articles of the company: what is written, in which languages, since when it is shown; and the editor of one. */
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { languageFacts } from '../../../language/language'
import type { NextPage } from '../../../page/list-page.server'
import { Badge, Button, ButtonLink, Card, Control, DataTable, EmptyState, Link, Note, PageTitle, TableHead, token } from '../../../ui'
import { ControlSelect } from '../../../ui/control-select'
import { PageLinks, Scroll } from '../list-parts'
import { ArticleEditor, STATUS_TONE } from './article-editor'
import type { ContentData } from './content.server'
import { type ArticleLine, type ContentAnswer, KINDS, STATUSES } from './content-data'

const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  justify-content: space-between;
  gap: ${token.space[2]};
  form { display: flex; flex-wrap: wrap; gap: ${token.space[2]}; align-items: center; }
`
const Lines = styled(Scroll)`
  td:first-child { white-space: normal; min-width: 220px; max-width: 420px; overflow-wrap: anywhere; }
`
const Codes = styled.span`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space[1]};
  font-size: ${token.type.xs};
  abbr { text-decoration: none; color: ${token.text.disabled}; }
  abbr[data-written] { color: ${token.text.primary}; font-weight: 600; }
`

const COLUMNS = ['title', 'kind', 'status', 'languages', 'publishAt', 'updatedAt'] as const

export function ContentPage({ data, answer }: { readonly data: ContentData; readonly answer: ContentAnswer | undefined }) {
  const { t } = useTranslation('desk')
  return (
    <>
      <PageTitle>{t('shell.content')}</PageTitle>
      {data.canWrite ? null : <Note>{t('content.readOnly')}</Note>}
      {data.article === null ? <ArticleList data={data} /> : <ArticleEditor data={data} article={data.article} answer={answer} />}
    </>
  )
}

function ArticleList({ data }: { readonly data: ContentData }) {
  const { t } = useTranslation('desk')
  const { company, lines, kind, status, page, older } = data
  const isAll = kind === '' && status === ''
  const to = (place: Partial<NextPage>) => paths.desk.content({ company, kind: kind || undefined, status: status || undefined, ...place })
  return (
    <>
      <Tools>
        <Form method="get" key={`${kind}/${status}`}>
          <input type="hidden" name="company" value={company} />
          <Choice name="kind" label={t('content.column.kind')} all={t('content.allKinds')} value={kind} options={KINDS} />
          <Choice name="status" label={t('content.column.status')} all={t('content.allStatuses')} value={status} options={STATUSES} />
          <Button type="submit" size="sm">
            {t('content.filter')}
          </Button>
        </Form>
        {data.canWrite ? (
          <ButtonLink size="sm" variant="primary" icon="plus" href={paths.desk.content({ company, edit: 'new' })}>
            {t('content.add')}
          </ButtonLink>
        ) : null}
      </Tools>
      {lines.length === 0 ? (
        <Card>
          <EmptyState art="news" title={t(isAll ? 'content.none' : 'content.noneFound')} />
        </Card>
      ) : (
        <Lines tabIndex={0} role="region" aria-label={t('shell.content')}>
          <DataTable label={t('shell.content')}>
            <TableHead columns={COLUMNS.map((column) => t(`content.column.${column}`))} />
            <tbody>
              {lines.map((line) => (
                <Line key={line.id} line={line} data={data} />
              ))}
            </tbody>
          </DataTable>
        </Lines>
      )}
      <PageLinks page={page} older={older} to={to} />
    </>
  )
}

interface ChoiceProps {
  readonly name: 'kind' | 'status'
  readonly label: string
  readonly all: string
  readonly value: string
  readonly options: readonly string[]
}

function Choice({ name, label, all, value, options }: ChoiceProps) {
  const { t } = useTranslation('desk')
  return (
    <Control>
      <ControlSelect name={name} aria-label={label} defaultValue={value}>
        <option value="">{all}</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {t(`content.${name}.${option}`)}
          </option>
        ))}
      </ControlSelect>
    </Control>
  )
}

function Line({ line, data: { company, offered } }: { readonly line: ArticleLine; readonly data: ContentData }) {
  const { t } = useTranslation('desk')
  return (
    <tr>
      <td>
        <Link href={paths.desk.content({ company, edit: line.id })}>
          <bdi>{line.title || t('content.untitled')}</bdi>
        </Link>
      </td>
      <td>{t(`content.kind.${line.kind}`)}</td>
      <td>
        <Badge tone={STATUS_TONE[line.status]}>{t(`content.status.${line.status}`)}</Badge>
      </td>
      <td>
        <Codes>
          <span>
            {line.languages.length}/{offered.length}
          </span>
          {line.languages.slice(0, 6).map((language) => (
            <abbr key={language} title={languageFacts(language).ownName} data-written="">
              {language}
            </abbr>
          ))}
        </Codes>
        {line.older.length === 0 ? null : (
          <Badge tone="warn">
            {line.older.join(', ')}: {t('content.older')}
          </Badge>
        )}
      </td>
      <td>{line.publishAt || '–'}</td>
      <td>{line.updatedAt}</td>
    </tr>
  )
}
