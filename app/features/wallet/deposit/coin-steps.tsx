/** Where to send a coin: the network, then its address as a code and in groups of four, and what happens on another network. */
import { useTranslation } from 'react-i18next'
import styled, { keyframes } from 'styled-components'
import { paths } from '../../../addresses/paths'
import { CopyButton, Link, media, Note, QrCode, RadioCards, token } from '../../../ui'
import { chainName, inFours, type NetworkChoice } from './deposit-data'
import { Step } from './deposit-step'

const appear = keyframes`from { opacity: 0; }`
const Place = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  justify-items: center;
  gap: ${token.space[3]};
  ${media.desktop} { grid-template-columns: auto minmax(0, 1fr); align-items: start; gap: ${token.space[5]}; }
`
const Code = styled.div`
  animation: ${appear} 140ms;
  @media (prefers-reduced-motion: reduce) { animation: none; }
`
const Words = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[3]};
  width: 100%;
`
const Address = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space[2]};
  min-height: 52px;
  padding: 6px 4px 6px 12px;
  [dir='rtl'] & { padding: 6px 12px 6px 4px; }
  border-radius: ${token.radius.sm};
  background: ${token.surface.sunken};
  box-shadow: inset 0 0 0 1px ${token.border.soft};
  code {
    direction: ltr;
    display: flex;
    flex-wrap: wrap;
    gap: 0 0.5ch;
    min-width: 0;
    font: 400 ${token.type.sm}/1.5 ${token.font.mono};
    color: ${token.text.secondary};
  }
  b { color: ${token.text.primary}; font-weight: 700; }
`
const Only = styled.p`
  font-size: ${token.type.md};
  font-weight: 600;
  small { font-size: ${token.type.sm}; font-weight: 400; color: ${token.text.muted}; }
`
const Plain = styled.p`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space[3]};
  font-size: ${token.type.sm};
`

const fullName = (protocol: string) => (chainName(protocol) === '' ? protocol : `${chainName(protocol)} (${protocol})`)

interface CoinStepsProps {
  readonly networks: readonly NetworkChoice[]
  readonly network: NetworkChoice
  readonly onChoose: (id: string) => void
}

export function CoinSteps({ networks, network, onChoose }: CoinStepsProps) {
  const { t } = useTranslation('financial')
  const { currency, protocol, address, qr } = network
  const groups = inFours(address)
  return (
    <>
      <Step number={1} title={t('step.network')}>
        {networks.length === 1 ? (
          <Only>
            {protocol} <small>{chainName(protocol)}</small>
          </Only>
        ) : (
          <RadioCards
            label={t('network')}
            value={network.id}
            onChange={onChoose}
            options={networks.map(({ id, protocol: name }) => ({ value: id, title: name, caption: chainName(name) || undefined }))}
          />
        )}
        {networks.length === 1 ? null : (
          <noscript>
            <Plain>
              {networks.map(({ id, protocol: name }) => (
                <Link key={id} href={paths.mine.charge({ network: id })}>
                  {name}
                </Link>
              ))}
            </Plain>
          </noscript>
        )}
      </Step>
      <Step number={2} title={t('step.address', { currency })}>
        <Place>
          <Code key={network.id}>
            <QrCode drawing={qr} label={t('qr')} side={160} />
          </Code>
          <Words>
            <Address>
              {/* The groups are drawn apart; the text itself has no spaces. */}
              <code>
                {groups.map((group, index) => {
                  const isEnd = index < 2 || index >= groups.length - 2
                  // biome-ignore lint/suspicious/noArrayIndexKey: the groups of an address are its places.
                  return <span key={index}>{isEnd ? <b>{group}</b> : group}</span>
                })}
              </code>
              <CopyButton text={address} label={t('copy')} copiedLabel={t('public:copied')} size="sm" variant="soft" />
            </Address>
            <Note tone="warn">
              <b>{t('only', { currency, network: fullName(protocol) })}</b> {t('onlyWhy')}
            </Note>
          </Words>
        </Place>
      </Step>
    </>
  )
}
