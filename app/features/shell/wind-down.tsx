/** A company that winds down: on every page what is still possible, and in place of a page that is shut why it is. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { isPageShown } from '../../addresses/route-access'
import { ButtonLink, EmptyState, Icon, Link, media, token } from '../../ui'
import { useIsWindingDown, useSite } from '../../visitor/site'

const Strip = styled.div`
  display: flex;
  align-items: flex-start;
  gap: 10px;
  padding: ${token.space[3]} ${token.space[4]};
  font-size: ${token.type.sm};
  line-height: 1.45;
  color: ${token.text.primary};
  background: ${token.status.warn.soft};
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  > svg { flex: none; margin-block-start: 1px; color: ${token.status.warn.text}; }
  > span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
  b { font-weight: 600; }
`
const Ways = styled.span`
  display: inline-flex;
  flex-wrap: wrap;
  column-gap: ${token.space[4]};
  a { min-height: 24px; font-weight: 600; text-decoration: underline; }
`

/** A trader reads what they can do, and a visitor who may see the page what it is there for. */
export function WindDownBanner() {
  const { t } = useTranslation('public')
  const { tenant, trader } = useSite()
  if (!useIsWindingDown()) return null
  return (
    <Strip role="note" aria-label={t('windDown.label')} data-wind-down="">
      <Icon name="triangle-alert" />
      <span>
        <b>{t('windDown.title', { company: tenant?.name })}</b> {t(trader === null ? 'windDown.visitor' : 'windDown.text')}{' '}
        {trader === null ? null : (
          <Ways>
            <Link href={paths.orders()}>{t('windDown.orders')}</Link>
            {trader.isDemo ? null : <Link href={paths.mine.withdraw()}>{t('windDown.withdraw')}</Link>}
            {isPageShown(paths.mine.chat(), tenant?.features) ? <Link href={paths.mine.chat()}>{t('windDown.chat')}</Link> : null}
          </Ways>
        )}
      </span>
    </Strip>
  )
}

/** In place of what the company no longer does. */
export function WindDownScreen() {
  const { t } = useTranslation('public')
  const { trader } = useSite()
  return (
    <EmptyState
      level={2}
      art="none"
      title={t('windDown.shutTitle')}
      text={t('windDown.shutText')}
      action={
        trader === null || trader.isDemo ? (
          <ButtonLink variant="secondary" href={paths.orders()}>
            {t('windDown.orders')}
          </ButtonLink>
        ) : (
          <ButtonLink variant="secondary" href={paths.mine.withdraw()}>
            {t('windDown.withdraw')}
          </ButtonLink>
        )
      }
    />
  )
}
