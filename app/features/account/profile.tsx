import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Avatar, Badge, CopyButton, Icon, media, token } from '../../ui'
import { initialsOf, maskedEmail, maskedMobile } from '../../ui/initials'
import type { SiteTrader } from '../../visitor/site'

const ProfileFrame = styled.section`
  display: flex;
  align-items: center;
  gap: ${token.space[3]};
  min-width: 0;
  padding-block: 4px;
  ${media.desktop} {
    padding: ${token.space[6]};
    background: ${token.surface.surface};
    border-radius: ${token.radius.md};
    box-shadow: ${token.shadow.card};
  }
`
const Words = styled.div`
  flex: 1;
  min-width: 0;
  display: grid;
  gap: 4px;
  h2 { font-size: ${token.type.xl}; font-weight: 600; overflow-wrap: anywhere; line-height: 1.25; }
  > p { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 10px; font-size: ${token.type.sm}; color: ${token.text.secondary}; }
`
const DemoMark = styled.span`
  display: grid;
  place-items: center;
  width: 56px;
  height: 56px;
  flex: none;
  border-radius: 50%;
  background: ${token.surface.active};
  color: ${token.text.primary};
`

/** Who is signed in, so that the owner knows it and a passer-by does not learn it. */
export function Profile({ trader, reviewStatus }: { trader: SiteTrader; reviewStatus: number | null }) {
  const { t } = useTranslation('user')
  const name = trader.isDemo ? t('demoAccount') : trader.email === '' ? maskedMobile(trader.mobile) : maskedEmail(trader.email)
  return (
    <ProfileFrame>
      {trader.isDemo ? (
        <DemoMark aria-hidden="true">
          <Icon name="flask-conical" size={24} />
        </DemoMark>
      ) : (
        <Avatar initials={initialsOf(trader)} size={56} />
      )}
      <Words>
        <h2>
          <bdi>{name}</bdi>
        </h2>
        <p>
          {reviewStatus === null ? null : (
            <Badge tone={reviewStatus === 2 ? 'ok' : 'neutral'} {...(reviewStatus === 2 ? { icon: 'badge-check' as const } : {})}>
              {t(`review.${reviewStatus}`)}
            </Badge>
          )}
          <span>
            {t('uid')} <bdi data-num="">{trader.uid}</bdi>
          </span>
        </p>
      </Words>
      {trader.isDemo ? (
        <Badge tone="demo">{t('public:demoBadge')}</Badge>
      ) : (
        <CopyButton text={trader.uid} label={t('copyUid')} copiedLabel={t('public:copied')} compact />
      )}
    </ProfileFrame>
  )
}
