import { Form } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { Anchor, decimalText, media, token } from '../../ui'
import { useSite } from '../../visitor/site'

const Card = styled.section`
  position: relative;
  overflow: hidden;
  display: grid;
  gap: ${token.space[3]};
  margin: 4px ${token.space[4]} ${token.space[4]};
  padding: ${token.space[5]} ${token.space[4]} ${token.space[4]};
  border-radius: ${token.radius.md};
  background: ${token.brand.fill};
  color: ${token.brand.on};
  ${media.tablet} { margin-inline: ${token.space[6]}; padding: ${token.space[6]}; }
  ${media.desktop} { margin: 0; }
  h2 {
    position: relative;
    font: ${token.font.displayWeight} ${token.type.xxl}/1.18 ${token.font.display};
    letter-spacing: ${token.font.displayTrack};
    max-width: 15ch;
  }
  p { position: relative; font-size: ${token.type.sm}; max-width: 32ch; }
`
/** The broker's sign, cropped, as a watermark in the text colour. */
const Watermark = styled.span`
  position: absolute;
  inset-inline-end: -56px;
  inset-block-start: -36px;
  width: 232px;
  height: 232px;
  opacity: 0.13;
  background: currentColor;
  mask: var(--sign) center / contain no-repeat;
`
const Actions = styled.div`
  position: relative;
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(132px, 100%), 1fr));
  gap: ${token.space[2]};
  margin-block-start: 4px;
  ${media.tablet} { max-width: 320px; }
  ${media.desktop} { max-width: none; }
  a, button {
    display: grid;
    place-items: center;
    width: 100%;
    min-height: ${token.size.control};
    padding: 6px ${token.space[3]};
    border-radius: ${token.radius.sm};
    border: 1px solid transparent;
    font-weight: 600;
    text-align: center;
  }
  a { background: ${token.brand.on}; color: ${token.brand.fill}; }
  button { border-color: color-mix(in srgb, ${token.brand.on} 55%, transparent); }
  a:focus-visible, button:focus-visible { outline-color: ${token.brand.on}; }
`

/** For visitors: practise first. No promise of profit, no urgency. */
export function PromoCard() {
  const { t } = useTranslation('product')
  const { tenant, companyTerms } = useSite()
  const amount = companyTerms ? decimalText(companyTerms.demoBalance, { decimals: 0 }) : null
  return (
    <Card>
      {tenant ? <Watermark aria-hidden="true" style={{ '--sign': `url("${tenant.logoPath}")` } as React.CSSProperties} /> : null}
      <h2>{amount === null ? t('promo.titlePlain') : t('promo.title', { amount })}</h2>
      <p>{t('promo.text')}</p>
      <Actions>
        <Anchor href={paths.register()}>{t('account.open')}</Anchor>
        <Form method="post" action={paths.action.demoAccount()}>
          <button type="submit">{t('promo.tryDemo')}</button>
        </Form>
      </Actions>
    </Card>
  )
}
