/** What is owed beside what the company says it has: what anybody can look at on a chain, and what is only its word. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { formatAmount, parseAmount } from '../../../rules/money'
import { dateTimeFormat } from '../../language/intl'
import { Amount, Card, CardHead, decimalText, Link, Note, Stack, token } from '../../ui'
import { useSite } from '../../visitor/site'
import type { SolvencyData } from './load-solvency.server'

type Asset = NonNullable<SolvencyData['assets']>[number]

const DAY: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeZone: 'UTC' }
/** The bar reaches to 110 % of what is owed. */
const SCALE_PERCENT = 110n

const Body = styled(Stack)`
  padding: 0 ${token.space[4]} ${token.space[4]};
  font-size: ${token.type.sm};
  h3 { display: flex; justify-content: space-between; gap: ${token.space[3]}; font-size: ${token.type.sm}; }
  small { color: ${token.text.secondary}; font-size: ${token.type.xs}; }
`
const Bar = styled.div`
  position: relative;
  display: flex;
  height: 14px;
  overflow: hidden;
  border-radius: ${token.radius.sm};
  background: ${token.surface.sunken};
  > span { inline-size: var(--share); background: ${token.status.ok.text}; }
  > span + span { background: repeating-linear-gradient(45deg, ${token.text.muted} 0 2px, transparent 2px 5px); }
  > i { position: absolute; inset-inline-start: 90.9%; inset-block: 0; width: 2px; background: ${token.text.primary}; }
`
const AssetLine = styled.li`
  display: flex;
  justify-content: space-between;
  gap: ${token.space[3]};
  padding-block: ${token.space[2]};
  border-block-start: 1px solid ${token.border.hairline};
  > div { display: grid; gap: 2px; min-width: 0; overflow-wrap: anywhere; }
  > div + div { text-align: end; flex: none; }
`

const sumOf = (assets: readonly Asset[]): bigint => assets.reduce((sum, { amount }) => sum + parseAmount(amount), 0n)
const money = (amount: bigint) => decimalText(formatAmount(amount), { decimals: 2, rounding: 'down' })
/** In tenths, rounded down: what does not cover never looks as if it did. */
const percent = (amount: bigint, owed: bigint) => {
  const tenths = (amount * 1000n) / owed
  return `${tenths / 10n}.${tenths % 10n}`
}

export function AssetsCard({ assets, owed: owedText }: { assets: SolvencyData['assets']; owed: string | null }) {
  const { t } = useTranslation('proof')
  const owed = owedText === null ? 0n : parseAmount(owedText)
  const onChain = assets?.filter((asset) => asset.isOnChain) ?? []
  const stated = assets?.filter((asset) => !asset.isOnChain) ?? []
  const [proven, all] = [sumOf(onChain), sumOf(assets ?? [])]
  return (
    <Card aria-labelledby="assets">
      <CardHead>
        <h2 id="assets">{t('solvency.owe')}</h2>
        {owedText === null ? null : <Amount value={owedText} currency="USDT" />}
      </CardHead>
      <Body $gap={3}>
        {assets === null ? <Note>{t('solvency.none')}</Note> : null}
        {assets !== null && owed > 0n ? <Cover proven={proven} all={all} owed={owed} /> : null}
        {onChain.length > 0 ? <Group title={t('solvency.proven')} assets={onChain} /> : null}
        {stated.length > 0 ? <Group title={t('solvency.stated')} assets={stated} /> : null}
      </Body>
    </Card>
  )
}

function Cover({ proven, all, owed }: { proven: bigint; all: bigint; owed: bigint }) {
  const { t } = useTranslation('proof')
  const text = t('solvency.covers', { proven: percent(proven, owed), all: percent(all, owed) })
  const share = (amount: bigint) => {
    const hundredths = (amount * 1_000_000n) / (owed * SCALE_PERCENT)
    return { '--share': `${Number(hundredths > 10_000n ? 10_000n : hundredths) / 100}%` } as React.CSSProperties
  }
  return (
    <>
      {all < owed ? <Note tone="danger">{t('solvency.shortAll', { amount: money(owed - all) })}</Note> : null}
      <Bar role="img" aria-label={text}>
        <span style={share(proven)} />
        <span style={share(all - proven)} />
        <i />
      </Bar>
      <small>{text}</small>
      {proven < owed && all >= owed ? <Note tone="warn">{t('solvency.short', { amount: money(owed - proven) })}</Note> : null}
    </>
  )
}

function Group({ title, assets }: { title: string; assets: readonly Asset[] }) {
  return (
    <section>
      <h3>
        {title} <Amount value={formatAmount(sumOf(assets))} />
      </h3>
      <ul>
        {assets.map((asset) => (
          <AssetRow key={`${asset.name} ${asset.address ?? ''} ${asset.asOf}`} asset={asset} />
        ))}
      </ul>
    </section>
  )
}

function AssetRow({ asset }: { asset: Asset }) {
  const { t } = useTranslation('proof')
  const { language } = useSite()
  const date = dateTimeFormat(language, DAY).format(Date.parse(asset.asOf))
  return (
    <AssetLine>
      <div>
        <b dir="auto">{asset.name}</b>
        <small dir="auto">{t('solvency.by', { date, who: asset.statedBy })}</small>
        {asset.address === undefined ? null : <small dir="ltr">{asset.address}</small>}
      </div>
      <div>
        <Amount value={asset.amount} />
        {asset.link === undefined ? null : <Link href={asset.link}>{t(asset.isOnChain ? 'solvency.see' : 'solvency.read')}</Link>}
      </div>
    </AssetLine>
  )
}
