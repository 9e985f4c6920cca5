/**
 * In small print at the end of every page: who stands behind the site, under what licence, how orders are filled, when positions
 * are closed, and how many accounts lost money.
 *
 * Invariant: no theme and no setting of a company can hide it. Its colours are checked by the server, its sizes are its own, its
 * words cannot be replaced (contract/tenant/own-texts.ts).
 */
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import type { HonestFacts, LosingShare } from '../../brand/honest-facts'
import { Anchor, decimalText, token } from '../../ui'
import { useSite } from '../../visitor/site'

const Line = styled.section`
  padding: 8px 12px;
  margin-inline: -12px;
  background: ${token.honest.ground};
  color: ${token.honest.inkSecondary};
  font-size: 12px;
  line-height: 1.6;
  letter-spacing: 0;
  p { max-width: 90ch; }
  p + p { margin-block-start: 4px; }
  a { color: ${token.honest.ink}; text-decoration: underline; text-underline-offset: 3px; }
  :lang(ar) &, :lang(fa) & { font-size: 13px; }
`

export function HonestyLine() {
  const { t } = useTranslation('public')
  const { tenant, honesty } = useSite()
  if (tenant === null) return null
  const { entity, registeredAddress, licence } = tenant.legal
  return (
    <Line aria-label={t('honesty.title')} data-honesty="line">
      <p>
        <bdi>{entity}</bdi> · <bdi>{registeredAddress}</bdi> ·{' '}
        {licence === null ? t('footer.noLicence') : t('footer.licence', { authority: licence.authority, number: licence.number })}
      </p>
      {/* As long as nothing else is known, no price is called a market's. */}
      {honesty == null || honesty.executionModel === 'simulated' ? <p>{t('footer.simulated')}</p> : null}
      <p>
        {honesty == null ? t('honesty.unread') : <Facts facts={honesty} />}{' '}
        <Anchor href={`${paths.mine.announcement()}#honesty`}>{t('honesty.more')}</Anchor>
      </p>
    </Line>
  )
}

function Facts({ facts }: { facts: HonestFacts }) {
  const { t } = useTranslation('public')
  const stopOut = t('honesty.stopOutAt', { level: decimalText(facts.stopOutLevel) })
  return (
    <>
      {t(`honesty.executionModel.${facts.executionModel}`)} {stopOut} · {losingSentence(t, facts.losing)}
      {facts.isMoneySimulated ? ` ${t('honesty.losingSimulated')}` : null}
    </>
  )
}

function losingSentence(t: TFunction<'public'>, { sharePercent, accounts, minAccounts, periodDays }: LosingShare): string {
  if (sharePercent === null) return t('honesty.lineLosingFew', { count: minAccounts })
  return t('honesty.lineLosing', { share: decimalText(sharePercent), accounts: decimalText(String(accounts)), count: periodDays })
}
