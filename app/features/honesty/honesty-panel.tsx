/** Everything that a company's broker states about itself, in words. Like the line at the end of every page it cannot be hidden. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { BrokerStatement } from '../../terms/broker-statement'
import { Anchor, decimalText, token } from '../../ui'
import { useSite, useTenant } from '../../visitor/site'
import { factRows, percentOf } from './fact-rows'

const Panel = styled.section`
  padding: 16px;
  margin-block: 24px;
  border: 1px solid ${token.honest.inkSecondary};
  background: ${token.honest.ground};
  color: ${token.honest.ink};
  font-size: 14px;
  line-height: 1.55;
  letter-spacing: 0;
  && h2 { font-size: 18px; margin-block: 0 4px; }
  && p { max-width: 68ch; margin-block: 0 12px; color: ${token.honest.inkSecondary}; }
  dl { display: grid; grid-template-columns: minmax(0, 1fr); gap: 10px; }
  dt { color: ${token.honest.inkSecondary}; }
  dd { min-width: 0; overflow-wrap: anywhere; font-weight: 500; }
  dd > span { display: block; }
  @media (min-width: 768px) {
    dl > div { display: grid; grid-template-columns: minmax(0, 2fr) minmax(0, 3fr); gap: 16px; }
  }
  a { color: ${token.honest.ink}; text-decoration: underline; text-underline-offset: 3px; }
  details { margin-block: 16px 8px; }
  summary { min-height: 24px; cursor: pointer; font-weight: 600; }
  table { font-size: 13px; font-variant-numeric: tabular-nums lining-nums; }
  th, td { padding: 6px 8px; text-align: end; }
  th { color: ${token.honest.inkSecondary}; font-weight: 500; }
  tr > :first-child { text-align: start; }
`
const Wide = styled.div`
  overflow-x: auto;
  position: relative;
`

/** `statement` is null where the broker could not be asked: then only what the company is known by is shown. */
export function HonestyPanel({ statement }: { statement: BrokerStatement | null }) {
  const { t } = useTranslation('public')
  const { id, legal } = useTenant()
  const { licence } = legal
  // Beside the socket: on this host, or at a broker elsewhere.
  const published = new URL(`/.well-known/broker.json?company_id=${id}`, useSite().socketUrl.replace(/^ws/, 'http')).href
  return (
    <Panel id="honesty" aria-labelledby="honesty-title" data-honesty="panel">
      <h2 id="honesty-title">{t('honesty.title')}</h2>
      <p>{t(statement === null ? 'honesty.unread' : 'honesty.lead')}</p>
      <dl>
        <div>
          <dt>{t('honesty.company')}</dt>
          <dd>
            <bdi>{legal.entity}</bdi>
            <span>
              <bdi>{legal.registeredAddress}</bdi>
            </span>
          </dd>
        </div>
        <div>
          <dt>{t('honesty.licence')}</dt>
          <dd>
            {licence === null ? (
              t('footer.noLicence')
            ) : (
              <>
                {t('footer.licence', { authority: licence.authority, number: licence.number })}{' '}
                <Anchor href={licence.registerUrl} rel="noreferrer">
                  {t('honesty.register')}
                </Anchor>
              </>
            )}
          </dd>
        </div>
        {(statement === null ? [] : factRows(t, statement)).map(({ key, label, lines }) => (
          <div key={key} data-fact={key}>
            <dt>{label}</dt>
            <dd>
              {lines.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      {statement === null ? null : <InstrumentTable statement={statement} />}
      <Anchor href={published}>{t('honesty.machine')}</Anchor>
    </Panel>
  )
}

function InstrumentTable({ statement: { fees, maxLeverage: leverages } }: { statement: BrokerStatement }) {
  const { t } = useTranslation('public')
  const isPerLot = fees.tradeFee === 'per-lot'
  return (
    <details>
      <summary>{t('honesty.table')}</summary>
      <Wide tabIndex={0} role="region" aria-label={t('honesty.table')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('honesty.instrument')}</th>
              <th scope="col">{t('honesty.tradeFee')}</th>
              <th scope="col">{t('honesty.spread')}</th>
              <th scope="col">{t('honesty.leverage')}</th>
            </tr>
          </thead>
          <tbody dir="ltr">
            {Object.entries(fees.rates).map(([code, rate]) => (
              <tr key={code}>
                <th scope="row">{code}</th>
                <td>{isPerLot ? `${decimalText(rate)} USDT` : `${decimalText(percentOf(rate))}%`}</td>
                <td>{decimalText(fees.spread[code])}</td>
                <td>{leverages[code] == null ? t('honesty.none') : `${leverages[code]}×`}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Wide>
    </details>
  )
}
