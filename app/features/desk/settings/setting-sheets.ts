/** The company's settings as tables of ready text: shown, searched and exported from the same cells. */
import type { TFunction } from 'i18next'
import type { DeskSettings } from '../../../../contract/desk/settings'
import { decimalText } from '../../../ui/decimal-text'
import { lotsText } from '../../orders/order-facts'
import { AREA_OF, type RowState, type Sheet, type SheetColumn, type SheetName, type SheetRow } from './setting-data'

interface Column<Row> extends Omit<SheetColumn, 'label'> {
  readonly text: (row: Row, t: TFunction) => string
}
type Network = DeskSettings['networks'][number]
type Account = DeskSettings['accounts'][number]
type Currency = DeskSettings['currencies'][number]
type Instrument = DeskSettings['instruments'][number]

const NETWORKS: readonly Column<Network>[] = [
  { key: 'currency', text: ({ currency }) => currency },
  { key: 'protocol', text: ({ protocol }) => protocol },
  { key: 'address', isMono: true, text: ({ address }) => address },
]
const ACCOUNTS: readonly Column<Account>[] = [
  { key: 'coin', text: ({ coin }) => coin },
  { key: 'bankName', text: ({ bankName }) => bankName },
  { key: 'bankSwift', isMono: true, text: ({ bankSwift }) => bankSwift },
  { key: 'payeeName', text: ({ payeeName }) => payeeName },
  { key: 'payeeAccount', isMono: true, text: ({ payeeAccount }) => payeeAccount },
  { key: 'usdtRate', isNumber: true, text: ({ usdtRate }) => usdtRate },
]
const CURRENCIES: readonly Column<Currency>[] = [
  { key: 'type', text: ({ type }, t) => t(`desk:settings.option.${type}`) },
  { key: 'code', text: ({ code }) => code },
  { key: 'protocol', text: ({ protocol }) => protocol || '–' },
  {
    key: 'fee',
    isNumber: true,
    text: ({ feeType, drawRate }) => (feeType === 'percent' ? `${decimalText(drawRate)}%` : `${decimalText(drawRate)} USDT`),
  },
  { key: 'usdPrice', isNumber: true, text: ({ usdPrice }) => decimalText(usdPrice) },
]
const INSTRUMENTS: readonly Column<Instrument>[] = [
  { key: 'instrument', text: ({ show_code }) => show_code },
  { key: 'category', text: ({ category }, t) => t(`product:category.${category}`) },
  { key: 'spread', isNumber: true, text: ({ spread }) => decimalText(spread) },
  { key: 'maxSpread', isNumber: true, text: ({ bounds }) => decimalText(bounds.max_spread) },
  { key: 'feeRate', isNumber: true, text: ({ feeRate }) => decimalText(feeRate) },
  { key: 'leverages', isMono: true, text: ({ leverages, is_fixed_margin }) => (is_fixed_margin ? '–' : leverages.join(', ')) },
  { key: 'minLots', isNumber: true, text: ({ minLots }) => lotsText(minLots) },
  { key: 'maxLots', isNumber: true, text: ({ maxLots }) => lotsText(maxLots) },
]

export function sheetOf(name: SheetName, settings: DeskSettings, t: TFunction): Sheet {
  const area = AREA_OF[name]
  const waiting = new Set(settings.waiting)
  const sheet = <Row>(
    columns: readonly Column<Row>[],
    rows: readonly Row[],
    idOf: (row: Row) => string,
    stateOf: (row: Row) => RowState,
  ) => ({
    columns: columns.map(({ text: _text, ...column }) => ({ ...column, label: t(`desk:settings.field.${column.key}`) })),
    rows: rows.map((row): SheetRow => {
      const [id, state] = [idOf(row), stateOf(row)]
      return {
        id,
        state,
        stateLabel: t(`desk:settings.state.${state}`),
        cells: columns.map(({ text }) => text(row, t)),
        isWaiting: waiting.has(`${area}/${id}`),
      }
    }),
  })
  const id = (row: { readonly id: string }) => row.id
  const active = (row: { readonly active: boolean }): RowState => (row.active ? 'on' : 'off')
  switch (name) {
    case 'networks':
      return sheet(NETWORKS, settings.networks, id, active)
    case 'accounts':
      return sheet(ACCOUNTS, settings.accounts, id, active)
    case 'currencies':
      return sheet(CURRENCIES, settings.currencies, id, active)
    case 'instruments':
      return sheet(
        INSTRUMENTS,
        settings.instruments,
        ({ code }) => code,
        ({ mode }) => (mode === 'normal' ? 'on' : mode),
      )
  }
}

/** Rows in which every word of the search is found somewhere. */
export function foundRows({ rows }: Sheet, search: string): readonly SheetRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(({ cells, stateLabel, id }) => {
    const text = [...cells, stateLabel, id].join(' ').toLowerCase()
    return words.every((word) => text.includes(word))
  })
}
