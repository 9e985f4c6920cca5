/** Net exposure: one row an instrument, the fullest limit first, with the switch that holds it back. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import type { RiskRow, RiskView } from '../../../terms/risk'
import { DataTable, decimalText, Icon, media, Segmented, signOf, TableHead, token } from '../../../ui'
import { Num, TableCard, TableScroll } from '../table-card'
import { LimitMeter } from './limit-meter'
import { brakeOf, type ExposureFilter, filteredRows, limitLevel } from './risk-data'

const Scroll = styled(TableScroll)`
  tr[data-level='over'] > * { background: ${token.status.danger.soft}; }
  tr[data-risk-row]:focus-visible { outline: 2px solid ${token.focus}; outline-offset: -2px; }
  [data-strong] { font-weight: 600; }
  /* What is pressed with a finger does not touch what stands above it. */
  ${media.touch} { td { padding-block: 4px; } }
  @media (max-width: 1279.98px) { [data-repeats] { display: none; } }
`
const Share = styled.span`
  display: grid;
  grid-template-columns: minmax(48px, 1fr) 44px;
  gap: 8px;
  align-items: center;
  min-width: 104px;
  > :last-child { text-align: end; color: ${token.text.secondary}; }
`
const Filter = styled(Segmented)`
  button { min-height: 28px; padding-inline: 10px; font-size: ${token.type.xs}; white-space: nowrap; ${media.touch} { min-height: 38px; } }
`
const Name = styled.button`
  font-weight: 600;
  min-height: 32px;
  white-space: nowrap;
  &:hover { text-decoration: underline; text-underline-offset: 3px; }
`
const State = styled.button`
  display: inline-flex;
  align-items: center;
  justify-content: space-between;
  gap: 6px;
  width: 100%;
  min-width: 96px;
  min-height: 28px;
  padding: 0 8px;
  border-radius: ${token.radius.xs};
  box-shadow: inset 0 0 0 1px ${token.border.soft};
  background: ${token.surface.surface};
  font-size: ${token.type.xs};
  font-weight: 500;
  white-space: nowrap;
  ${media.touch} { min-height: 44px; }
  svg { color: ${token.text.muted}; }
  &:disabled { color: ${token.text.disabled}; cursor: default; }
  &[data-state='held'] { background: ${token.status.info.soft}; color: ${token.status.info.text}; box-shadow: none; }
  &[data-state='waiting'] { background: ${token.status.warn.soft}; color: ${token.status.warn.text}; box-shadow: inset 0 0 0 1px ${token.status.warn.text}; }
  &:not([data-state='on']) svg { color: inherit; }
`

interface ExposureTableProps {
  readonly view: RiskView
  readonly filter: ExposureFilter
  onFilter(filter: ExposureFilter): void
  /** The switches can be used. */
  readonly isOpen: boolean
  onBrake(code: string): void
  onQuote(code: string): void
}

export function ExposureTable({ view, filter, onFilter, isOpen, onBrake, onQuote }: ExposureTableProps) {
  const { t } = useTranslation('desk')
  const { thresholds } = view
  const rows = filteredRows(view, filter)
  const option = (value: ExposureFilter) => ({ value, label: t(`risk.filter.${value}`, { rows: filteredRows(view, value).length }) })
  return (
    <TableCard
      title={t('risk.exposure')}
      note={t('risk.exposureNote', { percent: thresholds.warnPercent })}
      end={
        <Filter
          label={t('risk.exposure')}
          options={[option('held'), option('near'), option('all')]}
          value={filter}
          onChange={onFilter as (value: string) => void}
        />
      }
    >
      {rows.length === 0 ? (
        <p>{t(filter === 'near' ? 'risk.nothingNear' : 'risk.nothingOpen')}</p>
      ) : (
        <Scroll>
          <DataTable label={t('risk.exposure')} rowHeight={44}>
            <Head />
            <tbody>
              {rows.map((row) => (
                <Row key={row.code} row={row} view={view} isOpen={isOpen} onBrake={onBrake} onQuote={onQuote} />
              ))}
            </tbody>
            <Total view={view} />
          </DataTable>
        </Scroll>
      )}
    </TableCard>
  )
}

function Head() {
  const { t } = useTranslation('desk')
  const number = (column: string) => ({ label: t(`risk.column.${column}`), isNumber: true })
  return (
    <TableHead
      columns={[
        t('settings.field.instrument'),
        number('net'),
        { ...number('covered'), 'data-repeats': '' },
        number('difference'),
        number('usdt'),
        { label: t('risk.column.share'), 'aria-sort': 'descending' },
        number('house'),
        t('settings.field.state'),
      ]}
    />
  )
}

const signed = (text: string | null, decimals = 2) => decimalText(text, { decimals, signed: true, rounding: 'half-up' })

type RowProps = Pick<ExposureTableProps, 'view' | 'isOpen' | 'onBrake' | 'onQuote'> & { readonly row: RiskRow }

function Row({ row, view, isOpen, onBrake, onQuote }: RowProps) {
  const { t } = useTranslation('desk')
  const { warnPercent } = view.thresholds
  const level = limitLevel(row.share, warnPercent)
  const usdt = signed(row.usdt)
  const name = t('risk.rowName', { instrument: row.showCode, usdt, share: row.share ?? '–', state: t(`settings.state.${row.state}`) })
  return (
    <tr data-risk-row={row.code} data-level={level} tabIndex={-1} aria-label={name}>
      <td>
        <Name
          type="button"
          onClick={() => onQuote(row.code)}
          aria-haspopup="dialog"
          aria-label={t('risk.quote', { instrument: row.showCode })}
        >
          <bdi dir="ltr">{row.showCode}</bdi>
        </Name>
      </td>
      <td data-n="">
        <Num>{signed(row.net)}</Num>
        <small>
          <bdi dir="ltr">{`${decimalText(row.long, { decimals: 2 })} − ${decimalText(row.short, { decimals: 2 })}`}</bdi>
        </small>
      </td>
      <td data-n="" data-repeats="">
        <Num>{signed(row.covered)}</Num>
      </td>
      <td data-n="" data-strong="">
        <Num>{signed(row.difference)}</Num>
      </td>
      <td data-n="" data-strong="">
        <Num>{usdt}</Num>
      </td>
      <td>
        <ShareCell share={row.share} warnPercent={warnPercent} label={t('risk.column.share')} />
      </td>
      <td data-n="">
        <Num data-sign={signOf(row.housePl)}>{signed(row.housePl)}</Num>
      </td>
      <td>
        <StateButton row={row} view={view} isOpen={isOpen} onBrake={onBrake} />
      </td>
    </tr>
  )
}

function StateButton({ row, view, isOpen, onBrake }: Omit<RowProps, 'onQuote'>) {
  const { t } = useTranslation('desk')
  const brake = brakeOf(view.brakes, row.code)
  const isWaiting = brake?.ask != null
  const state = row.state === 'on' ? 'on' : isWaiting ? 'waiting' : 'held'
  const word = t(`settings.state.${row.state}`)
  return (
    <State
      type="button"
      data-state={state}
      disabled={!isOpen}
      aria-haspopup="dialog"
      aria-label={t('risk.stateName', { instrument: row.showCode, state: isWaiting ? `${word}, ${t('risk.waitsForSecond')}` : word })}
      onClick={() => onBrake(row.code)}
    >
      {word}
      <Icon name={state === 'on' ? 'chevron-down' : state === 'waiting' ? 'hourglass' : 'circle-pause'} size={14} />
    </State>
  )
}

function ShareCell({ share, warnPercent, label }: { readonly share: string | null; readonly warnPercent: number; readonly label: string }) {
  if (share === null) return <>–</>
  const level = limitLevel(share, warnPercent)
  return (
    <Share>
      <LimitMeter share={share} level={level} warnPercent={warnPercent} label={label} />
      <Num data-level={level}>{`${decimalText(share, { decimals: 0, rounding: 'half-up' })}%`}</Num>
    </Share>
  )
}

/** Amounts are added without sign: a long position does not cover a short one of another instrument. */
function Total({ view: { total, house, thresholds } }: Pick<ExposureTableProps, 'view'>) {
  const { t } = useTranslation('desk')
  return (
    <tfoot>
      <tr>
        <th scope="row">{t('risk.total')}</th>
        <td />
        <td data-repeats="" />
        <td />
        <td data-n="">
          <Num>{decimalText(total.usdt, { decimals: 2, rounding: 'half-up' })}</Num>
        </td>
        <td>
          <ShareCell share={total.share} warnPercent={thresholds.warnPercent} label={t('risk.total')} />
        </td>
        <td data-n="">
          <Num data-sign={signOf(house.total)}>{signed(house.total)}</Num>
        </td>
        <td />
      </tr>
    </tfoot>
  )
}
