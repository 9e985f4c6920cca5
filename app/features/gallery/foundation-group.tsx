import { useTranslation } from 'react-i18next'
import { paths } from '~/addresses/paths'
import {
  Amount,
  Avatar,
  Badge,
  type BadgeTone,
  BrandMark,
  Change,
  Flag,
  Icon,
  type IconName,
  InstrumentMark,
  Percent,
  Price,
  StatusDot,
  type StatusTone,
} from '../../ui'
import { Group, Line, Specimen } from './specimen'

const TONES: readonly BadgeTone[] = ['neutral', 'up', 'down', 'ok', 'warn', 'danger', 'info', 'brand', 'demo']
const STATUSES: readonly (readonly [StatusTone, string])[] = [
  ['open', 'trade:status.open'],
  ['wait', 'order:tab.pending'],
  ['off', 'trade:status.closed'],
  ['bad', 'order:reason.stop_out'],
  ['void', 'order:reason.cancelled'],
]

export function FoundationGroup({ logo, icons }: { logo: string; icons: readonly IconName[] }) {
  const { t } = useTranslation()
  return (
    <Group name="foundation">
      <Specimen of="Price: pips, plain, stale, none">
        <Price value="1.16428" precision={5} size="lg" />
        <Price value="156.842" precision={3} />
        <Price value="91284.50" precision={2} pipStyle="plain" />
        <Price value="1.16428" precision={5} stale />
        <Price value={null} precision={5} />
      </Specimen>
      <Specimen of="Change: up, down, flat, stale, none">
        <Change value="+0.34" decimals={2} />
        <Change value="-1.20" decimals={2} />
        <Change value="0.00" decimals={2} />
        <Change value="+0.34" decimals={2} stale />
        <Change value={null} />
      </Specimen>
      <Specimen of="Amount: balance, profit, loss, hidden">
        <Amount value="12480.50" currency="USDT" />
        <Amount value="17.60234500" decimals={6} signed tone="direction" softFraction />
        <Amount value="-17.60234500" decimals={6} signed tone="direction" softFraction />
        <Amount value="12480.50" hidden hiddenLabel={t('public:amountHidden')} />
      </Specimen>
      <Specimen of="Percent">
        <Percent value="12.4" decimals={1} signed />
        <Percent value="-3.2" decimals={1} signed />
      </Specimen>
      <Specimen of="InstrumentMark: pair, logo, letters">
        <Line>
          <InstrumentMark code="EUR/USD" logo="/instruments/eu-us.svg" size={36} />
          <InstrumentMark code="BTC/USDT" logo="/coins/btc.svg" size={28} />
          <InstrumentMark code="ABC" logo={null} size={22} />
        </Line>
      </Specimen>
      <Specimen of="Flag, Avatar">
        <Line>
          <Flag country="jp" />
          <Flag country="sa" size={28} />
          <Avatar initials="AB" />
          <Avatar initials="AB" size={36} href={paths.user()} label={t('public:userCenter')} />
        </Line>
      </Specimen>
      <Specimen of="Badge: all tones">
        <Line>
          {TONES.map((tone) => (
            <Badge key={tone} tone={tone} {...(tone === 'ok' ? { icon: 'check' as const } : {})}>
              {t('trade:status.open')}
            </Badge>
          ))}
        </Line>
      </Specimen>
      <Specimen of="StatusDot: open, wait, off, bad, void">
        {STATUSES.map(([tone, key]) => (
          <StatusDot key={tone} tone={tone} label={t(key)} />
        ))}
      </Specimen>
      <Specimen of="BrandMark">
        <BrandMark name="Aurora" logo={logo} href="/" label={t('public:brandHome', { name: 'Aurora' })} />
      </Specimen>
      <Specimen of="Icon: all" width="full">
        <Line>
          {icons.map((name) => (
            <Icon key={name} name={name} size={20} />
          ))}
        </Line>
      </Specimen>
    </Group>
  )
}
