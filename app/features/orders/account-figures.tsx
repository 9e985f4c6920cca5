import type { ReactNode } from 'react'
import type { AccountFigures } from '../../terms/account'
import { Balance, Cost, Profit } from './money'

type FigureName = 'balance' | 'equity' | 'margin' | 'freeMargin' | 'openProfit'

/** What an account stands at, in the order of every line of figures. */
export function accountFigures(figures: AccountFigures): readonly { readonly name: FigureName; readonly value: ReactNode }[] {
  return [
    { name: 'balance', value: <Balance value={figures.balance} /> },
    { name: 'equity', value: <Balance value={figures.equity} /> },
    { name: 'margin', value: <Cost value={figures.usedMargin} form="glance" /> },
    { name: 'freeMargin', value: <Balance value={figures.freeMargin} /> },
    { name: 'openProfit', value: <Profit value={figures.floatingProfit} form="glance" /> },
  ]
}
