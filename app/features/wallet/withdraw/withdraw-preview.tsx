import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Amount, KeyValueList, token } from '../../../ui'
import type { CurrencyChoice } from './withdraw-data'
import { decimalsOf, previewOf } from './withdraw-figures'

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

/** Amount, fee, rate and what arrives, following what is typed. */
export function WithdrawPreview({ amount, currency }: { amount: string; currency: CurrencyChoice }) {
  const { t } = useTranslation('withdraw')
  const preview = previewOf(amount, currency)
  return (
    <Box aria-live="polite">
      <KeyValueList
        rows={[
          {
            key: 'amount',
            label: t('amount'),
            value: <Amount value={preview.amount} decimals={decimalsOf(preview.amount)} currency="USDT" />,
          },
          {
            key: 'fee',
            label: currency.feeType === 'percent' ? t('feePercent', { percent: currency.rate }) : t('feeFixed'),
            value: (
              <Amount
                value={preview.fee === '0' ? '0' : `-${preview.fee}`}
                decimals={decimalsOf(preview.fee)}
                currency="USDT"
                rounding="half-up"
              />
            ),
          },
          { key: 'rate', label: t('rate'), value: <Rate>{`1 USDT = ${currency.usdPrice} ${currency.code}`}</Rate> },
          { key: 'receives', label: t('youReceive'), value: <Amount value={preview.receives} currency={currency.code} />, total: true },
        ]}
      />
    </Box>
  )
}
