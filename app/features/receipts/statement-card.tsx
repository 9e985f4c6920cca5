/** What a statement says: its period and account, what came and went by kind, and the two balances. */
import { useTranslation } from 'react-i18next'
import type { StatementBody } from '../../../contract/statements'
import { KIND_KEYS } from '../../terms/period-statement'
import { Badge, Card, CardHead, KeyValueList, Note, type NoteTone, Stack } from '../../ui'
import { decimalText } from '../../ui/decimal-text'
import type { CheckedReceipt } from './check-receipts'
import { utcText } from './receipt-body'
import { Code } from './receipt-facts'
import { SidePart } from './side-part'

export function StatementCard({ checked: { receipt, fault, key } }: { checked: CheckedReceipt }) {
  const { t } = useTranslation(['proof', 'receipt', 'wallet'])
  // Whatever the text says: its form was looked at where it was checked.
  const body = receipt.body as unknown as Partial<StatementBody>
  const tone: NoteTone = fault === 'key_unknown' ? 'warn' : 'danger'
  const amount = (value: unknown) => <bdi data-num="">{decimalText(String(value ?? ''))}</bdi>
  const time = (value: unknown) => <Code dir="ltr">{utcText(value)?.replace('.000', '') ?? ''}</Code>
  return (
    <Card as="article">
      <CardHead>
        <h2>{t('statement.said')}</h2>
        {fault === null ? null : <Badge tone={tone}>{t('notConfirmed')}</Badge>}
      </CardHead>
      <SidePart>
        <Stack $gap={4}>
          {fault === null ? null : (
            <Note tone={tone}>
              <p>{t(`receipt:fault.${fault}`, { key: receipt.key_id, owner: key?.owner ?? '' })}</p>
              <p>{t('receipt:unconfirmed')}</p>
            </Note>
          )}
          <KeyValueList
            rows={[
              { key: 'account', label: t('wallet:statement.account'), value: <Code dir="ltr">{body.account}</Code> },
              { key: 'from', label: t('wallet:statement.from'), value: time(body.from) },
              { key: 'to', label: t('wallet:statement.to'), value: time(body.to) },
              { key: 'opening', label: t('wallet:statement.opening'), value: amount(body.opening) },
              ...(body.kinds ?? []).map(({ kind, sum }) => ({ key: kind, label: t(KIND_KEYS[kind] ?? kind), value: amount(sum) })),
              { key: 'closing', label: t('wallet:statement.closing'), value: amount(body.closing), total: true },
            ]}
          />
        </Stack>
      </SidePart>
    </Card>
  )
}
