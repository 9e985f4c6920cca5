/** The bar of the main site, which belongs to no company: its name and the language. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { BarLink } from '../../frame/bar-link'
import { languageFacts } from '../../language/language'
import { Anchor, Flag, token } from '../../ui'
import { useSite } from '../../visitor/site'

const Bar = styled.header`
  display: flex;
  align-items: center;
  justify-content: space-between;
  min-height: ${token.size.bar};
  padding: 0 ${token.space[4]};
  background: ${token.surface.surface};
  border-block-end: 1px solid ${token.border.hairline};
  > a:first-child { font-weight: 600; font-size: ${token.type.lg}; }
`

export function MainSiteBar() {
  const { t } = useTranslation('public')
  const { language } = useSite()
  const { flag, ownName } = languageFacts(language)
  return (
    <Bar>
      <Anchor href={paths.product()}>{t('directory.siteName')}</Anchor>
      <BarLink href={paths.language()} aria-label={t('languageIs', { name: ownName })}>
        <Flag country={flag} />
        <span aria-hidden="true">{ownName}</span>
      </BarLink>
    </Bar>
  )
}
