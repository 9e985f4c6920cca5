import styled from 'styled-components'
import { Badge, type PickerOption, token } from '../../ui'
import { CurrencyMark } from './currency-mark'
import { payoutCurrency } from './payout-name'
import type { CurrencyChoice } from './withdraw/withdraw-data'

const Choosing = styled.span`
  display: inline-flex;
  align-items: center;
  gap: ${token.space[2]};
`

/** A currency that can be paid out, as a picker offers it. */
export function currencyOption({ id, code, protocol }: CurrencyChoice, isCoin: boolean): PickerOption {
  const label = (
    <Choosing>
      {code}
      {protocol === '' ? null : <Badge>{protocol}</Badge>}
    </Choosing>
  )
  return { value: id, text: payoutCurrency(code, protocol), label, lead: <CurrencyMark code={code} isCoin={isCoin} /> }
}
