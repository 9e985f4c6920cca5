/**
 * `/developers`: the contract that a broker speaks, for its engineers. Server-rendered and whole without scripts: contents with
 * anchors, calls, socket, shapes, errors. Names and technical sentences are English and left to right in every language.
 */
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { useSite } from '../../platform/site'
import { Card, Link, media, PageTitle, Stack, token } from '../../ui'
import { CallSection } from './call-section'
import { anchorOf, type ContractPageData } from './contract-page'
import { ErrorLinks } from './error-links'
import { FieldList } from './field-list'
import { Code, Technical } from './technical'

const Layout = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[6]};
  max-width: 960px;
  &[data-main-site] {
    margin-inline: auto;
    padding: ${token.space[6]} ${token.space[4]} ${token.space[12]};
    ${media.tablet} { padding-inline: ${token.space[6]}; }
  }
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
  h3 { font-size: ${token.type.sm}; color: ${token.text.secondary}; }
`
const Errors = styled.ul`
  display: grid;
  gap: ${token.space[3]};
  li { display: grid; gap: 2px; font-size: ${token.type.sm}; scroll-margin-block-start: 96px; overflow-wrap: anywhere; }
`

export function DevelopersPage({ data }: { data: ContractPageData }) {
  const { t } = useTranslation('developers')
  const { tenant } = useSite()
  return (
    <Layout data-main-site={tenant === null ? '' : undefined}>
      {tenant === null ? <PageTitle>{t('title')}</PageTitle> : null}
      <Introduction data={data} />
      <ContentsList data={data} />
      {data.groups.map(({ name, calls }) => (
        <Stack key={name} $gap={4}>
          <h2 id={anchorOf('group', name)}>{t(`group.${name}`)}</h2>
          {calls.map((call) => (
            <CallSection key={call.name} call={call} />
          ))}
        </Stack>
      ))}
      <Socket data={data} />
      <Shapes data={data} />
      <ErrorTable data={data} />
    </Layout>
  )
}

function Introduction({ data }: { data: ContractPageData }) {
  const { t } = useTranslation('developers')
  return (
    <Stack $gap={3}>
      <p>{t('intro')}</p>
      <p>{t('rules')}</p>
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

interface Entry {
  readonly id: string
  readonly label: string
}

function ContentsList({ data }: { data: ContractPageData }) {
  const { t } = useTranslation('developers')
  const sections: readonly { readonly title: string; readonly entries: readonly Entry[] }[] = [
    ...data.groups.map(({ name, calls }) => ({
      title: t(`group.${name}`),
      entries: calls.map((call) => ({ id: anchorOf('call', call.name), label: call.name })),
    })),
    { title: t('socket'), entries: data.topics.map(({ name }) => ({ id: anchorOf('topic', name), label: name })) },
    { title: t('shapes'), entries: data.shapes.map(({ name }) => ({ id: anchorOf('shape', name), label: name })) },
  ]
  return (
    <Contents as="nav" $pad data-index="" aria-labelledby={anchorOf('group', 'contents')}>
      <h2 id={anchorOf('group', 'contents')}>{t('contents')}</h2>
      {sections.map(({ title, entries }) => (
        <div key={title}>
          <h3>{title}</h3>
          <ul>
            {entries.map(({ id, label }) => (
              <li key={id}>
                <Link href={`#${id}`}>
                  <Technical>{label}</Technical>
                </Link>
              </li>
            ))}
          </ul>
        </div>
      ))}
      <Link href={`#${anchorOf('group', 'errors')}`}>{t('errorTable')}</Link>
    </Contents>
  )
}

function Socket({ data }: { data: ContractPageData }) {
  const { t } = useTranslation('developers')
  return (
    <Stack $gap={4}>
      <h2 id={anchorOf('group', 'socket')}>{t('socket')}</h2>
      <p>{t('socketIntro')}</p>
      {data.messages.map(({ event, summary, example }) => (
        <Stack key={event} $gap={1}>
          <Technical>{summary}</Technical>
          <Code>{example}</Code>
        </Stack>
      ))}
      {data.topics.map(({ name, isPrivate, summary, fields, example }) => (
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

function Shapes({ data }: { data: ContractPageData }) {
  const { t } = useTranslation('developers')
  return (
    <Stack $gap={4}>
      <h2 id={anchorOf('group', 'shapes')}>{t('shapes')}</h2>
      {data.shapes.map(({ name, fields }) => (
        <Card key={name} as="article" $pad>
          <Stack $gap={3}>
            <h3 id={anchorOf('shape', name)}>
              <Technical>{name}</Technical>
            </h3>
            <FieldList title={t('fields')} fields={fields} />
          </Stack>
        </Card>
      ))}
    </Stack>
  )
}

function ErrorTable({ data }: { data: ContractPageData }) {
  const { t } = useTranslation('developers')
  return (
    <Stack $gap={4}>
      <h2 id={anchorOf('group', 'errors')}>{t('errorTable')}</h2>
      <p>{t('commonErrors')}</p>
      <ErrorLinks names={data.commonErrors} />
      <Errors>
        {data.errors.map(({ name, code, status, isRetryable, text }) => (
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
