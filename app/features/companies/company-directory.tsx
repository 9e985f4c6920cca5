/** The main site: who the companies are, legally, and the way to each one's site. It recommends nobody. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { InTurn } from '../../page/in-turn'
import { Badge, ButtonLink, EmptyState, KeyValueList, Link, media, PageTitle, RiskLine, token } from '../../ui'
import { DirectorySearch } from './directory-search'
import type { Company, DirectoryData } from './load-directory.server'

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
const DirectoryHead = styled.div`
  display: flex;
  align-items: center;
  gap: ${token.space[3]};
  h2 { font-size: ${token.type.xl}; }
  p { font-size: ${token.type.sm}; color: ${token.text.secondary}; }
  mark { background: ${token.status.warn.soft}; color: inherit; }
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

/** The name with what was searched for marked, wherever it stands in it. */
function MarkedName({ name, query }: { name: string; query: string }) {
  const at = query === '' ? -1 : name.toLowerCase().indexOf(query.toLowerCase())
  if (at < 0) return <bdi>{name}</bdi>
  const end = at + query.length
  return (
    <bdi>
      {name.slice(0, at)}
      <mark>{name.slice(at, end)}</mark>
      {name.slice(end)}
    </bdi>
  )
}

function LicenceText({ company: { licence } }: { company: Company }) {
  const { t } = useTranslation('public')
  if (licence == null) return t('footer.noLicence')
  return (
    <>
      <bdi>{t('footer.licence', { authority: licence.authority, number: licence.number })}</bdi>{' '}
      <Link inline href={licence.registerUrl} rel="noreferrer">
        {t('honesty.register')}
      </Link>
    </>
  )
}

function CompanyCard({ company, query, isLast }: { company: Company; query: string; isLast: boolean }) {
  const { t } = useTranslation('public')
  const logo = ownPicture(company.logo)
  return (
    <Card>
      <DirectoryHead>
        {logo === null ? null : <span aria-hidden="true" style={{ '--logo': `url("${logo}")` } as React.CSSProperties} />}
        <div>
          <h2>
            <MarkedName name={company.name} query={query} /> {isLast ? <Badge tone="brand">{t('directory.last')}</Badge> : null}
          </h2>
          <p>
            <bdi>{company.subject}</bdi>
          </p>
        </div>
      </DirectoryHead>
      <KeyValueList
        rows={[
          { key: 'address', label: t('directory.address'), value: <bdi>{company.registeredAddress}</bdi> },
          { key: 'location', label: t('directory.location'), value: <bdi>{company.location}</bdi> },
          { key: 'licence', label: t('honesty.licence'), value: <LicenceText company={company} /> },
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
      <DirectorySearch query={data.query} />
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
          {data.companies.length === 0 && data.query !== '' ? (
            <p>
              {t('directory.nothing', { query: data.query })}{' '}
              <Link inline href={paths.product()}>
                {t('directory.clear')}
              </Link>
            </p>
          ) : null}
          <Cards>
            {data.companies.map((company) => (
              <InTurn key={company.id}>
                <CompanyCard company={company} query={data.query} isLast={company.id === data.lastId} />
              </InTurn>
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
