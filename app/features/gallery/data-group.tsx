import { useTranslation } from 'react-i18next'
import { paths } from '~/addresses/paths'
import {
  Amount,
  BalanceSplit,
  Button,
  Card,
  CardHead,
  DataTable,
  drawSparkline,
  KeyValueList,
  List,
  ListItem,
  PriceLadder,
  Prose,
  QrCode,
  RangeBar,
  RecordRow,
  RiskGauge,
  type RiskLevel,
  ScrollList,
  Sparkline,
} from '../../ui'
import { IdentitySteps } from '../identity/identity-steps'
import { Group, Specimen } from './specimen'

export function DataGroup() {
  return (
    <Group name="data">
      <Curves />
      <Risk />
      <Ladders />
      <Records />
      <Lists />
    </Group>
  )
}

const POINTS = [1.16, 1.162, 1.159, 1.161, 1.164, 1.163]

function Curves() {
  const { t } = useTranslation('wallet')
  return (
    <>
      <Specimen of="Sparkline: up, down, flat">
        <Sparkline drawing={drawSparkline(POINTS, 1.16)} direction="up" />
        <Sparkline drawing={drawSparkline([...POINTS].reverse(), 1.163)} direction="down" />
        <Sparkline drawing={drawSparkline(POINTS)} direction="flat" />
      </Specimen>
      <Specimen of="RangeBar: with figures, without" width="half">
        <RangeBar low="1.15986" high="1.16492" last="1.16428" precision={5} />
        <RangeBar low={null} high={null} last={null} precision={5} />
      </Specimen>
      <Specimen of="BalanceSplit: frozen, nothing frozen" width="half">
        <BalanceSplit
          available="9000"
          frozen="1200"
          availableLabel={t('available')}
          frozenLabel={t('frozen')}
          label={t('split', { available: 88, frozen: 12 })}
        />
        <BalanceSplit
          available="9000"
          frozen="0"
          availableLabel={t('available')}
          frozenLabel={t('frozen')}
          label={t('split', { available: 100, frozen: 0 })}
        />
      </Specimen>
      <Specimen of="QrCode">
        <QrCode
          drawing={{ size: 21, path: 'M0 0h7v7h-7zM14 0h7v7h-7zM0 14h7v7h-7zM9 9h3v3h-3z' }}
          label={t('account:invite.qr')}
          side={96}
        />
      </Specimen>
    </>
  )
}

function Risk() {
  const { t } = useTranslation('order')
  const levels: Record<RiskLevel, string> = { low: t('risk.level.low'), warn: t('risk.level.warn'), bad: t('risk.level.bad') }
  const shared = {
    label: t('figure.risk'),
    levelLabels: levels,
    valueText: (value: string, level: string) => t('risk.spoken', { value, level }),
  }
  return (
    <Specimen of="RiskGauge: low, elevated, high, stale, none" width="half">
      {['8', '64', '92'].map((value) => (
        <RiskGauge key={value} {...shared} value={value} layout="line" />
      ))}
      <RiskGauge {...shared} value="64" layout="block" stale />
      <RiskGauge {...shared} value={null} layout="bar" />
    </Specimen>
  )
}

function Ladders() {
  const { t } = useTranslation('order')
  const shared = {
    side: 'buy' as const,
    open: '1.16340',
    now: '1.16428',
    precision: 5,
    stopLossLabel: t('slShort'),
    takeProfitLabel: t('tpShort'),
    notSetLabel: t('notSet'),
    label: t('ladder', { sl: '1.16050', entry: '1.16340', now: '1.16428', tp: '1.16900' }),
  }
  return (
    <>
      <Specimen of="PriceLadder: both" width="half">
        <PriceLadder {...shared} stopLoss="1.16050" takeProfit="1.16900" />
      </Specimen>
      <Specimen of="PriceLadder: one missing" width="half">
        <PriceLadder {...shared} stopLoss="1.16050" takeProfit={null} />
      </Specimen>
      <Specimen of="PriceLadder: none" width="half">
        <PriceLadder {...shared} stopLoss={null} takeProfit={null} />
      </Specimen>
    </>
  )
}

const RECORDS = [
  { tone: 'open', status: 'order:status.completed', direction: 'in' },
  { tone: 'wait', status: 'order:tab.pending', direction: 'out' },
  { tone: 'bad', status: 'order:reason.stop_out', direction: 'out' },
  { tone: 'void', status: 'order:reason.cancelled', direction: 'in' },
] as const

function Records() {
  const { t } = useTranslation('wallet')
  return (
    <Specimen of="RecordRow: four statuses, with a remark" width="half">
      {RECORDS.map(({ tone, status, direction }, index) => (
        <RecordRow
          key={tone}
          direction={direction}
          title={t(direction === 'in' ? 'public:deposit' : 'user:withdraw')}
          time="18 Nov 2026, 14:00"
          amount={<Amount value={direction === 'in' ? '500' : '-500'} signed />}
          status={{ tone, label: t(status) }}
          remark={index === 2 ? t('public:error.NOT_FOUND') : undefined}
        />
      ))}
    </Specimen>
  )
}

function Lists() {
  const { t } = useTranslation('user')
  return (
    <>
      <Specimen of="List, ListItem: link, value, locked, current" width="half">
        <List label={t('account')}>
          <ListItem icon="wallet" title={t('wallet')} href={paths.mine.wallet()} value={<Amount value="12480.50" />} />
          <ListItem
            icon="lock-keyhole"
            title={t('changePassword')}
            caption={t('needsRealAccount')}
            locked
            lockedLabel={t('needsRealAccount')}
          />
          <ListItem icon="globe" title={t('language')} value={t('mode.light')} href={paths.language()} current />
        </List>
      </Specimen>
      <Specimen of="KeyValueList: rows, total, dense" width="half">
        <KeyValueList
          rows={[
            { key: 'margin', label: t('order:figure.margin'), value: <Amount value="232.68" /> },
            { key: 'fee', label: t('order:fact.fee'), value: <Amount value="1.40" /> },
            { key: 'total', label: t('order:figure.equity'), value: <Amount value="10017.60" />, total: true },
          ]}
        />
      </Specimen>
      <Specimen of="StepProgress: done, current, next" width="half">
        <IdentitySteps stage="review" />
      </Specimen>
      <Specimen of="DataTable" width="half">
        <Card>
          <CardHead>
            <h3>{t('order:title')}</h3>
          </CardHead>
          <DataTable label={t('order:title')}>
            <thead>
              <tr>
                <th scope="col">{t('order:column.instrument')}</th>
                <th scope="col">{t('order:column.lots')}</th>
              </tr>
            </thead>
            <tbody>
              <tr>
                <td>EUR/USD</td>
                <td>0.20</td>
              </tr>
            </tbody>
          </DataTable>
        </Card>
      </Specimen>
      <Specimen of="ScrollList: more, loading, end" width="half">
        {(['more', 'loading', 'end'] as const).map((state) => (
          <ScrollList
            key={state}
            hasMore={state !== 'end'}
            loading={state !== 'end'}
            onMore={() => undefined}
            loadMoreLabel={t('order:loadMore')}
            endLabel={t('order:noMore')}
          >
            <Button block>{t(`order:tab.history`)}</Button>
          </ScrollList>
        ))}
      </Specimen>
      <Specimen of="Prose" width="half">
        <Prose html="<h2>EUR/USD</h2><p>1.16428 <strong>+0.34%</strong></p><ul><li>BTC/USDT</li></ul>" />
      </Specimen>
    </>
  )
}
