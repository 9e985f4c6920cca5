/** The end of a page: where its documents are, and who stands behind the site. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { Link, media, token } from '../../ui'
import { useSite } from '../../visitor/site'
import { HonestyLine } from '../honesty/honesty-line'

const Foot = styled.footer`
  padding: ${token.space[5]} ${token.space[4]} ${token.space[6]};
  border-block-start: 1px solid ${token.border.hairline};
  color: ${token.text.muted};
  font-size: ${token.type.xs};
  line-height: 1.6;
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  ${media.desktop} {
    > div { max-width: calc(${token.size.content} - 48px); margin-inline: auto; }
  }
`
const Links = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: 4px ${token.space[4]};
  margin-block-end: ${token.space[2]};
  a { color: ${token.text.secondary}; min-height: 24px; display: inline-flex; align-items: center; }
`

export function SiteFooter() {
  const { t } = useTranslation('public')
  const { tenant } = useSite()
  if (tenant === null) return null
  return (
    <Foot>
      <div>
        <Links>
          <Link href={paths.mine.announcement()}>{t('footer.announcement')}</Link>
          <Link href={paths.mine.email()}>{t('footer.companyEmail')}</Link>
          <Link href={paths.feedback()}>{t('footer.feedback')}</Link>
          <Link href={paths.language()}>{t('footer.language')}</Link>
          <Link href={paths.verify()}>{t('receipt:footerLink')}</Link>
          <Link href={paths.execution()}>{t('execution:title')}</Link>
          <Link href={paths.developers()}>{t('developers:footerLink')}</Link>
        </Links>
        <HonestyLine />
      </div>
    </Foot>
  )
}
