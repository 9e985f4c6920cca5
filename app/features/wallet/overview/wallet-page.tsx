/** The wallet: the balance with what is frozen of it, the ways in and out, what moved last, and where everything else is. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { formatCost, parseAmount } from '../../../../rules/money'
import { paths } from '../../../addresses/paths'
import { moneyStatusNumber } from '../../../terms/review'
import { LocalTime } from '../../../time/local-time'
import {
  Amount,
  BalanceSplit,
  ButtonLink,
  Card,
  CardHead,
  Columns,
  compareDecimals,
  EmptyState,
  Link,
  List,
  ListItem,
  media,
  RecordRow,
  Stack,
  shareOf,
  stepDecimal,
  token,
} from '../../../ui'
import { useIsWindingDown } from '../../../visitor/site'
import { RECORD_TONE } from '../record-tone'
import { useLiveRecords } from '../use-live-records'
import type { Activity, WalletData } from './wallet-data'

const Top = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[4]};
  ${media.desktop} { grid-template-columns: minmax(0, 1fr) 300px; align-items: end; gap: ${token.space[8]}; }
`
const Figure = styled.div`
  display: grid;
  gap: ${token.space[1]};
  small { font-size: ${token.type.sm}; color: ${token.text.secondary}; }
  strong { font-size: 36px; font-weight: 600; line-height: 1.15; letter-spacing: -0.02em; }
  strong > span > span:last-child { font-size: ${token.type.lg}; letter-spacing: 0; }
  > div { margin-block-start: ${token.space[2]}; }
  ${media.desktop} { strong { font-size: 44px; } }
`
const Ways = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 128px), 1fr));
  gap: ${token.space[2]};
`
const Rows = styled.ul`
  li + li { border-block-start: 1px solid ${token.border.hairline}; }
`
const Words = styled.p`
  font-size: ${token.type.xs};
  line-height: 1.5;
  color: ${token.text.muted};
`

function Balance({ data }: { data: WalletData }) {
  const { t } = useTranslation('wallet')
  const isWindingDown = useIsWindingDown()
  const whole = stepDecimal(data.balance, data.frozen, 1, 8)
  const percent = compareDecimals(whole, '0') > 0 ? Math.round(shareOf(data.frozen, '0', whole)) : 0
  return (
    <Card $pad $flat>
      <Top>
        <Figure>
          <small>{t('availableBalance')}</small>
          <strong>
            <Amount value={data.balance} currency="USDT" softFraction />
          </strong>
          <BalanceSplit
            available={data.balance}
            frozen={formatCost(parseAmount(data.frozen), 'glance')}
            availableLabel={t('available')}
            frozenLabel={t('frozen')}
            label={t('split', { available: 100 - percent, frozen: percent })}
          />
        </Figure>
        <Ways>
          {isWindingDown ? null : (
            <ButtonLink href={paths.mine.charge()} variant="primary" size="lg" icon="arrow-down-to-line">
              {t('user:deposit')}
            </ButtonLink>
          )}
          <ButtonLink href={paths.mine.withdraw()} variant="secondary" size="lg" icon="arrow-up-from-line">
            {t('user:withdraw')}
          </ButtonLink>
        </Ways>
      </Top>
    </Card>
  )
}

function ActivityRow({ activity }: { activity: Activity }) {
  const { t } = useTranslation('wallet')
  const { direction, isCoin, currency, at, amount, status, statusName } = activity
  return (
    <RecordRow
      as="li"
      direction={direction}
      title={t(`activity.${direction}`, { what: isCoin ? currency : t('financial:bankRecord', { currency }) })}
      time={<LocalTime moment={at} />}
      amount={<Amount value={direction === 'in' ? amount : `-${amount}`} signed />}
      status={{ tone: RECORD_TONE[status], label: statusName || t(`financial:status.${moneyStatusNumber(status)}`) }}
    />
  )
}

export function WalletPage({ data }: { data: WalletData }) {
  const { t } = useTranslation('wallet')
  useLiveRecords(data.balance)
  return (
    <>
      <Balance data={data} />
      <Columns>
        <Card aria-labelledby="activity">
          <CardHead>
            <h2 id="activity">{t('recent')}</h2>
            <Link href={paths.mine.history()}>{t('user:accountDetail')}</Link>
          </CardHead>
          {data.activity.length === 0 ? (
            <EmptyState art="records" title={t('noActivity')} text={t('noActivityText')} level={3} />
          ) : (
            <Rows>
              {data.activity.map((activity) => (
                <ActivityRow key={activity.key} activity={activity} />
              ))}
            </Rows>
          )}
        </Card>
        <Stack>
          <List label={t('more')}>
            <ListItem icon="qr-code" title={t('user:coinAddresses')} value={data.counts.coinAddresses} href={paths.mine.coinAddresses()} />
            <ListItem icon="landmark" title={t('user:bankCards')} value={data.counts.bankCards} href={paths.mine.bankCards()} />
            <ListItem icon="history" title={t('user:accountDetail')} value={data.counts.records} href={paths.mine.history()} />
            <ListItem icon="scroll-text" title={t('statement.all')} href={paths.mine.statements()} />
            <ListItem icon="landmark" title={t('proof:solvency.title')} href={paths.mine.solvency()} />
          </List>
          <Words>{t('reviewed')}</Words>
        </Stack>
      </Columns>
    </>
  )
}
