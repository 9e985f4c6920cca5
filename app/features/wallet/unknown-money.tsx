/** A deposit or withdrawal whose end is not known, over its form. */
import { useTranslation } from 'react-i18next'
import { decimalText } from '../../ui'
import { NotKnownPanel } from '../not-known/not-known-panel'
import { useOpenDeed } from '../not-known/use-open-sendings'

const AMOUNT_LABEL = { deposit: 'financial:amount', withdrawal: 'withdraw:amount' } as const

export type MoneyDeed = keyof typeof AMOUNT_LABEL

/** `blank`: the form was filled in on another page, so that there is nothing to show of it here. */
export function useUnknownMoney(deed: MoneyDeed): 'none' | 'filled' | 'blank' {
  const sending = useOpenDeed(deed)
  return sending === null ? 'none' : sending.isInherited ? 'blank' : 'filled'
}

export function UnknownMoney({ deed }: { deed: MoneyDeed }) {
  const { t } = useTranslation()
  const sending = useOpenDeed(deed)
  if (sending === null) return null
  const { number = '', currency = 'USDT' } = sending.fields
  const amount = <bdi dir="ltr">{`${decimalText(number, { decimals: 2 })} ${currency}`}</bdi>
  return <NotKnownPanel sending={sending} facts={[{ key: 'amount', label: t(AMOUNT_LABEL[deed]), value: amount }]} />
}
