/** The main site: who the companies are, legally, and the way to each one's site. It recommends nobody. */
import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { Company } from '../../../contract/companies'
import { paths } from '../../platform/paths'
import { Badge, ButtonLink, EmptyState, KeyValueList, Link, media, PageTitle, RiskLine, TextInput, token } from '../../ui'
import type { DirectoryData } from './load-directory.server'

const Layout = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[5]};
  max-width: 960px;
  margin-inline: auto;
  padding: ${token.space[6]} ${token.space[4]} ${token.space[12]};
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  form { max-width: 420px; }
`
const Cards = styled.ul`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  ${media.tablet} { grid-template-columns: repeat(2, minmax(0, 1fr)); }
`
const Card = styled.li`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  align-content: space-between;
  gap: ${token.space[4]};
  padding: ${token.space[5]};
  background: ${token.surface.surface};
  border-radius: ${token.radius.md};
  box-shadow: ${token.shadow.card};
`
const Head = styled.div`
  display: flex;
  align-items: center;
  gap: ${token.space[3]};
  h2 { font-size: ${token.type.xl}; }
  p { font-size: ${token.type.sm}; color: ${token.text.secondary}; }
  > span {
    width: 40px;
    height: 40px;
    flex: none;
    background: ${token.text.primary};
    mask: var(--logo) center / contain no-repeat;
  }
`

/** Only pictures of this site are drawn; a broker elsewhere may name others. */
const ownPicture = (logo: string): string | null => (/^\/brands\/[a-z0-9-]+\/logo\.svg$/.test(logo) ? logo : null)

function CompanyCard({ company, isLast }: { company: Company; isLast: boolean }) {
  const { t } = useTranslation('public')
  const logo = ownPicture(company.logo)
  return (
    <Card>
      <Head>
        {logo === null ? null : <span aria-hidden="true" style={{ '--logo': `url("${logo}")` } as React.CSSProperties} />}
        <div>
          <h2>
            <bdi>{company.name}</bdi> {isLast ? <Badge tone="brand">{t('directory.last')}</Badge> : null}
          </h2>
          <p>
            <bdi>{company.subject}</bdi>
          </p>
        </div>
      </Head>
      <KeyValueList
        rows={[
          { key: 'address', label: t('directory.address'), value: <bdi>{company.registered_address}</bdi> },
          { key: 'location', label: t('directory.location'), value: <bdi>{company.location}</bdi> },
          { key: 'email', label: t('directory.contact'), value: <bdi>{company.email}</bdi> },
        ]}
      />
      <ButtonLink variant="secondary" block href={paths.action.chooseCompany(company.id)} reloadDocument>
        {t('directory.open', { name: company.name })}
      </ButtonLink>
    </Card>
  )
}

export function CompanyDirectory({ data }: { data: DirectoryData }) {
  const { t } = useTranslation('public')
  return (
    <Layout>
      <div>
        <PageTitle>{t('directory.title')}</PageTitle>
        <p>{t('directory.text')}</p>
      </div>
      <Form method="get" action={paths.product()} role="search">
        <TextInput
          icon="search"
          type="search"
          name="name"
          defaultValue={data.query}
          maxLength={64}
          placeholder={t('directory.search')}
          aria-label={t('directory.search')}
        />
      </Form>
      {data.failure !== null ? (
        <EmptyState
          art="none"
          title={t('brokerUnreachable')}
          code={t('errorCode', { code: data.failure })}
          action={
            <ButtonLink variant="secondary" href={paths.product()} reloadDocument>
              {t('retry')}
            </ButtonLink>
          }
        />
      ) : (
        <>
          <p role="status">{t('directory.count', { count: data.companies.length })}</p>
          <Cards>
            {data.companies.map((company) => (
              <CompanyCard key={company.id} company={company} isLast={company.id === data.lastId} />
            ))}
          </Cards>
        </>
      )}
      <RiskLine>
        {t('directory.note')} {t('riskLine')}
      </RiskLine>
      <p>
        <Link inline href={paths.verify()}>
          {t('receipt:footerLink')}
        </Link>
      </p>
    </Layout>
  )
}
