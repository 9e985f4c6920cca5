import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { equityOf, marginLevelOf } from '../../../rules/account'
import { absolute, type Fixed, formatFixed, formatFixedShort, roundToGrid } from '../../../rules/decimal'
import { formatAmount, formatBalance } from '../../../rules/money'
import type { StopOutStep } from '../../../rules/stop-out-map'
import type { Positions } from '../../terms/order'
import { Badge, DataTable, decimalText, Icon, Note, Percent, Price, Stack, TableHead, token } from '../../ui'
import { Balance, Profit } from './money'
import { SideText } from './side-text'
import { MAP_REACH } from './stress-account'
import type { StressReading } from './use-stop-out-map'

const Scroll = styled.div`
  overflow-x: auto;
  position: relative;
  overscroll-behavior-inline: contain;
`
const Table = styled(DataTable)`
  width: 100%;
  th, td { padding-inline: 8px; }
  tr[data-reached] { background: ${token.status.danger.soft}; }
`
const Name = styled.span`
  display: grid;
  small { font-weight: 400; }
`

const percentText = (percent: Fixed) => formatFixed(roundToGrid(absolute(percent), 2, 'half-even'), 2)

interface StopOutTableProps {
  positions: Positions
  reading: StressReading
}

/** The stop-outs in their order; those that the stress has reached say so. */
export function StopOutTable({ positions, reading }: StopOutTableProps) {
  const { t } = useTranslation('order')
  const { map, atStress } = reading
  const orders = new Map(positions.orders.map((order) => [order.id, order]))
  const [first] = map.steps
  if (first === undefined) return <Note tone="ok">{t('map.none', { percent: decimalText(formatFixedShort(MAP_REACH)) })}</Note>
  const firstOrder = orders.get(String(first.position.id))
  return (
    <Stack>
      <Note tone={atStress.steps.length > 0 ? 'danger' : 'warn'}>
        {t('map.first', {
          code: firstOrder?.instrument.symbol ?? first.position.code,
          price: decimalText(formatFixed(first.price, firstOrder?.instrument.pricePrecision ?? 8)),
          percent: percentText(first.percent),
        })}{' '}
        {atStress.steps.length === 0 ? null : t('map.reachedCount', { count: atStress.steps.length })}
      </Note>
      <Scroll tabIndex={0} role="region" aria-label={t('map.sequence')}>
        <Table label={t('map.sequence')} rowHeight={48}>
          <TableHead
            columns={(['position', 'price', 'move', 'cost', 'equity', 'level'] as const).map((key) => ({
              label: t(`map.column.${key}`),
              isNumber: key !== 'position',
            }))}
          />
          <tbody>
            {map.steps.map((step, index) => (
              <StepRow
                key={String(step.position.id)}
                step={step}
                index={index}
                order={orders.get(String(step.position.id))}
                isReached={index < atStress.steps.length}
              />
            ))}
          </tbody>
        </Table>
      </Scroll>
      {map.end.forgiven > 0n ? <Note>{t('map.forgiven', { amount: formatBalance(map.end.forgiven) })}</Note> : null}
      {map.end.isStuck ? <Note tone="warn">{t('map.stuck')}</Note> : null}
    </Stack>
  )
}

interface StepRowProps {
  step: StopOutStep
  index: number
  order: Positions['orders'][number] | undefined
  isReached: boolean
}

function StepRow({ step, index, order, isReached }: StepRowProps) {
  const { t } = useTranslation('order')
  const level = marginLevelOf(step.after)
  return (
    <tr data-reached={isReached ? '' : undefined}>
      <th scope="row">
        <Name>
          <span>
            {index + 1}. <bdi dir="ltr">{order?.instrument.symbol ?? step.position.code}</bdi>{' '}
            {isReached ? (
              <Badge tone="danger">
                <Icon name="triangle-alert" size={14} /> {t('map.reached')}
              </Badge>
            ) : null}
          </span>
          {order === undefined ? null : <SideText order={order} withLots />}
        </Name>
      </th>
      <td data-n="">
        <Price value={formatFixed(step.price)} precision={order?.instrument.pricePrecision ?? 8} pipStyle="plain" />
      </td>
      <td data-n="">{percentText(step.percent)}%</td>
      <td data-n="">
        <Profit value={formatAmount(step.profit)} form="glance" />
      </td>
      <td data-n="">
        <Balance value={formatAmount(equityOf(step.after))} />
      </td>
      <td data-n="">
        <Percent value={level === null ? null : formatFixed(level, 2)} />
      </td>
    </tr>
  )
}
