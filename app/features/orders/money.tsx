/**
 * Profit, margin and fee as every screen shows and says them: the form decides the decimals, the rule (rules/money.ts) the rounding,
 * so what is seen in one place is what is seen and heard in every other.
 */
import { isFixedText } from '../../../rules/decimal'
import { formatBalance, formatCost, formatProfit, type MoneyForm, parseAmount } from '../../../rules/money'
import { Amount, type AmountProps } from '../../ui'
import { DASH, decimalText } from '../../ui/decimal-text'

type Write = (amount: bigint, form: MoneyForm) => string

const writeMoney = (value: string | null | undefined, form: MoneyForm, write: Write): string | null =>
  value != null && isFixedText(value) ? write(parseAmount(value), form) : null

export const profitText = (value: string | null | undefined, form: MoneyForm): string =>
  decimalText(writeMoney(value, form, formatProfit), { signed: true })

export const costText = (value: string | null | undefined, form: MoneyForm): string => decimalText(writeMoney(value, form, formatCost))

/** A sum of money with its unit, in one run of text. */
export const inUsdt = (text: string): string => (text === DASH ? text : `${text} USDT`)

interface MoneyProps extends Pick<AmountProps, 'currency' | 'hidden' | 'hiddenLabel' | 'softFraction' | 'className'> {
  /** Decimal text of USDT; null shows a dash. */
  value: string | null | undefined
  form: MoneyForm
}

/** What a position brings or has brought: signed, in the colours of up and down. */
export function Profit({ value, form, tone = 'direction', ...rest }: MoneyProps & Pick<AmountProps, 'tone'>) {
  const text = writeMoney(value, form, formatProfit)
  return <Amount value={text} decimals={decimalsIn(text)} signed tone={tone} {...rest} />
}

/** What an account has, owns or has free. */
export function Balance({ value, ...rest }: Omit<MoneyProps, 'form'>) {
  return <Amount value={writeMoney(value, 'glance', formatBalance)} {...rest} />
}

/** Margin, a fee, or what is missing or can be lost. */
export function Cost({ value, form, ...rest }: MoneyProps & Pick<AmountProps, 'signed'>) {
  const text = writeMoney(value, form, formatCost)
  return <Amount value={text} decimals={decimalsIn(text)} {...rest} />
}

const decimalsIn = (text: string | null): number => text?.split('.')[1]?.length ?? 0
