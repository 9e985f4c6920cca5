/** Orders for tests. */
import type { AccountFigures, Order } from '../../../contract/orders'

export function orderExample(change: Partial<Order> = {}): Order {
  return {
    Id: '881236',
    ForexTradeLists: { Id: '101', Code: 'EURUSD', ShowCode: 'EUR/USD', PricePrecision: 5, Logo: '/instruments/eu-us.svg' },
    OrderType: 1,
    Quantity: '0.20',
    Multiple: '100',
    OriginPrice: '1.16340',
    Price: '1.16340',
    UpdatePrice: '1.16428',
    FactProfits: '17.60000000',
    CautionMoney: '232.68000000',
    TradeFee: '1.40000000',
    TargetLossPrice: '1.16050',
    TargetProfitPrice: '1.16900',
    Status: 1,
    PendingKind: null,
    CloseReason: null,
    CancelReason: null,
    TrailingDistance: '0',
    ParentId: '',
    StopOutPrice: '',
    ConversionRate: '1',
    CloseConversionRate: '',
    ContractSize: '100000',
    QuoteCurrency: 'USD',
    CreateTimeHandler: '18 Nov 11:02:47',
    CompleteTimeHandler: '',
    CreatedAt: 1_795_000_000_000,
    OpenedAt: 1_795_000_000_000,
    CompletedAt: null,
    ...change,
  }
}

export const FIGURES: AccountFigures = {
  all_fact_profits: '17.60000000',
  balance: '9767.32000000',
  net_value: '10017.60000000',
  total_margin: '232.68000000',
  free_margin: '9784.92000000',
  risk_rate: '4305.31',
}
