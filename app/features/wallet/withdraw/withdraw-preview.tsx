import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Amount, decimalText, KeyValueList, signOf, token } from '../../../ui'
import type { CurrencyChoice } from './withdraw-data'
import { previewOf } from './withdraw-figures'

const Box = styled.div`
  background: ${token.surface.sunken};
  border-radius: ${token.radius.md};
  box-shadow: inset 0 0 0 1px ${token.border.hairline};
  padding: 14px ${token.space[4]};
`
const Rate = styled.span`
  direction: ltr;
  unicode-bidi: isolate;
`

interface WithdrawPreviewProps {
  /** Plain decimal; '' while there is none. */
  readonly amount: string
  readonly isRight: boolean
  readonly currency: CurrencyChoice
}

/** Amount, fee, rate and what arrives, following what is typed. */
export function WithdrawPreview({ amount, isRight, currency }: WithdrawPreviewProps) {
  const { t } = useTranslation('withdraw')
  const preview = previewOf(amount, isRight, currency)
  return (
    <Box aria-live="polite">
      <KeyValueList
        rows={[
          { key: 'amount', label: t('amount'), value: <Amount value={preview.amount} currency="USDT" /> },
          {
            key: 'fee',
            label: currency.feeType === 'percent' ? t('feePercent', { percent: decimalText(currency.rate) }) : t('feeFixed'),
            value: <Amount value={preview.fee === null || signOf(preview.fee) === 0 ? preview.fee : `-${preview.fee}`} currency="USDT" />,
          },
          { key: 'rate', label: t('rate'), value: <Rate>{`1 USDT = ${decimalText(currency.usdPrice)} ${currency.code}`}</Rate> },
          { key: 'receives', label: t('youReceive'), value: <Amount value={preview.receives} currency={currency.code} />, total: true },
        ]}
      />
    </Box>
  )
}
