/**
 * `/developers`: the contract that a broker speaks, for its engineers, a part of it at a time: a group of calls, the socket, the
 * shapes, the errors; without one, what there is. Server-rendered, and whole without scripts. Names and technical sentences are
 * English and left to right in every language.
 */
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { InTurn } from '../../page/in-turn'
import { Card, Link, onMainSite, PageTitle, Stack, token } from '../../ui'
import { useSite } from '../../visitor/site'
import { CallSection } from './call-section'
import { anchorOf, type ContractPageData, partAddress, type ShownPart } from './contract-page'
import { ErrorLinks } from './error-links'
import { FieldList } from './field-list'
import { Code, Technical } from './technical'

const Layout = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[6]};
  max-width: 960px;
  ${onMainSite}
  h2 { font: ${token.font.displayWeight} ${token.type.xl}/1.25 ${token.font.display}; scroll-margin-block-start: 96px; }
  h3 { font-size: ${token.type.lg}; font-weight: 600; scroll-margin-block-start: 96px; }
  p { line-height: 1.5; color: ${token.text.secondary}; }
`
const Contents = styled(Card)`
  display: grid;
  gap: ${token.space[4]};
  ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(180px, 1fr));
    gap: 0 ${token.space[4]};
  }
  a { display: inline-flex; align-items: center; min-height: 28px; font-size: ${token.type.sm}; overflow-wrap: anywhere; }
  a[aria-current] { color: ${token.text.primary}; font-weight: 600; }
  h3, h3 a { font-size: ${token.type.sm}; color: ${token.text.primary}; font-weight: 600; }
`
const Errors = styled.ul`
  display: grid;
  gap: ${token.space[3]};
  li { display: grid; gap: 2px; font-size: ${token.type.sm}; scroll-margin-block-start: 96px; overflow-wrap: anywhere; }
`

export function DevelopersPage({ data }: { data: ContractPageData }) {
  const { t } = useTranslation('developers')
  const { tenant } = useSite()
  const { shown } = data
  return (
    <Layout data-main-site={tenant === null ? '' : undefined}>
      {tenant === null ? <PageTitle>{t('title')}</PageTitle> : null}
      {shown === null ? (
        <>
          <Introduction data={data} />
          <ContentsList data={data} />
        </>
      ) : (
        <>
          <PartList data={data} current={partOf(shown)} />
          <Part shown={shown} />
        </>
      )}
    </Layout>
  )
}

const partOf = (shown: ShownPart): string => (shown.kind === 'calls' ? shown.name : shown.kind)

function usePartName(): (part: { readonly part: string; readonly kind: ShownPart['kind'] }) => string {
  const { t } = useTranslation('developers')
  return ({ part, kind }) => (kind === 'calls' ? t(`group.${part}`) : t(kind === 'errors' ? 'errorTable' : kind))
}

function Part({ shown }: { shown: ShownPart }) {
  const { t } = useTranslation('developers')
  switch (shown.kind) {
    case 'calls':
      return (
        <Stack $gap={4}>
          <h2>{t(`group.${shown.name}`)}</h2>
          {shown.calls.map((call) => (
            <InTurn key={call.name}>
              <CallSection call={call} />
            </InTurn>
          ))}
        </Stack>
      )
    case 'socket':
      return <Socket topics={shown.topics} messages={shown.messages} />
    case 'shapes':
      return <Shapes shapes={shown.shapes} />
    case 'errors':
      return <ErrorTable errors={shown.errors} commonErrors={shown.commonErrors} />
  }
}

function Introduction({ data }: { data: ContractPageData }) {
  const { t } = useTranslation('developers')
  return (
    <Stack $gap={3}>
      <p>{t('intro')}</p>
      <p>{t('rules')}</p>
      <p>{t('company')}</p>
      <p>{t('english')}</p>
      <p>
        {t('answeredAt')} <Technical>{data.origin}</Technical> · {t('socketAt')} <Technical>{data.socketUrl}</Technical> · {t('version')}{' '}
        <Technical>{data.version}</Technical>
      </p>
      <p>
        {t('documents')}
        {data.documents.map(({ name, href }) => (
          <Fragment key={href}>
            {' '}
            <Link href={href} reloadDocument>
              <Technical>{name}</Technical>
            </Link>
          </Fragment>
        ))}
      </p>
    </Stack>
  )
}

/** The way to the other parts, and to the names of this one. */
function PartList({ data, current }: { data: ContractPageData; current: string }) {
  const { t } = useTranslation('developers')
  const nameOf = usePartName()
  const here = data.contents.find(({ part }) => part === current)
  return (
    <Contents as="nav" $pad aria-labelledby={anchorOf('group', 'contents')}>
      <h2 id={anchorOf('group', 'contents')}>
        <Link href={paths.developers()}>{t('contents')}</Link>
      </h2>
      <ul>
        {data.contents.map((entry) => (
          <li key={entry.part}>
            <Link href={partAddress(entry.part)} aria-current={entry.part === current ? 'page' : undefined}>
              {nameOf(entry)}
            </Link>
          </li>
        ))}
      </ul>
      {here === undefined || here.entries.length === 0 ? null : (
        <>
          <h3>{nameOf(here)}</h3>
          <EntryLinks {...here} />
        </>
      )}
    </Contents>
  )
}

function EntryLinks({ part, entries }: ContractPageData['contents'][number]) {
  return (
    <ul>
      {entries.map(({ kind, name }) => (
        <li key={name}>
          <Link href={`${partAddress(part)}#${anchorOf(kind, name)}`}>
            <Technical>{name}</Technical>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function ContentsList({ data }: { data: ContractPageData }) {
  const { t } = useTranslation('developers')
  const nameOf = usePartName()
  return (
    <Contents as="nav" $pad aria-labelledby={anchorOf('group', 'contents')}>
      <h2 id={anchorOf('group', 'contents')}>{t('contents')}</h2>
      {data.contents.map((part) => (
        <div key={part.part}>
          <h3>
            <Link href={partAddress(part.part)}>{nameOf(part)}</Link>
          </h3>
          {part.entries.length === 0 ? null : <EntryLinks {...part} />}
        </div>
      ))}
    </Contents>
  )
}

function Socket({ topics, messages }: Omit<Extract<ShownPart, { kind: 'socket' }>, 'kind'>) {
  const { t } = useTranslation('developers')
  return (
    <Stack $gap={4}>
      <h2>{t('socket')}</h2>
      <p>{t('socketIntro')}</p>
      {messages.map(({ event, summary, example }) => (
        <Stack key={event} $gap={1}>
          <Technical>{summary}</Technical>
          <Code>{example}</Code>
        </Stack>
      ))}
      {topics.map(({ name, isPrivate, summary, fields, example }) => (
        <Card key={name} as="article" $pad>
          <Stack $gap={3}>
            <h3 id={anchorOf('topic', name)}>
              <Technical>{name}</Technical>
            </h3>
            <Technical as="p">{summary}</Technical>
            <p>{t(isPrivate ? 'private' : 'public')}</p>
            <FieldList title={t('fields')} fields={fields} />
            <details>
              <summary>{t('example')}</summary>
              <Code>{example}</Code>
            </details>
          </Stack>
        </Card>
      ))}
    </Stack>
  )
}

function Shapes({ shapes }: Omit<Extract<ShownPart, { kind: 'shapes' }>, 'kind'>) {
  const { t } = useTranslation('developers')
  return (
    <Stack $gap={4}>
      <h2>{t('shapes')}</h2>
      {shapes.map(({ name, fields }) => (
        <InTurn key={name}>
          <Card as="article" $pad>
            <Stack $gap={3}>
              <h3 id={anchorOf('shape', name)}>
                <Technical>{name}</Technical>
              </h3>
              <FieldList title={t('fields')} fields={fields} />
            </Stack>
          </Card>
        </InTurn>
      ))}
    </Stack>
  )
}

function ErrorTable({ errors, commonErrors }: Omit<Extract<ShownPart, { kind: 'errors' }>, 'kind'>) {
  const { t } = useTranslation('developers')
  return (
    <Stack $gap={4}>
      <h2>{t('errorTable')}</h2>
      <p>{t('commonErrors')}</p>
      <ErrorLinks names={commonErrors} />
      <Errors>
        {errors.map(({ name, code, status, isRetryable, text }) => (
          <li key={name} id={anchorOf('error', name)}>
            <span>
              <Technical>
                <b>{code}</b> {name}
              </Technical>
              {status === 200 ? null : (
                <>
                  {' '}
                  · <Technical>{`HTTP ${status}`}</Technical>
                </>
              )}
              {isRetryable ? ` · ${t('retryable')}` : null}
            </span>
            <span>{text}</span>
          </li>
        ))}
      </Errors>
    </Stack>
  )
}
