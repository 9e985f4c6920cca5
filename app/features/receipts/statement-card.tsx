/** What a statement says: its period and account, what came and went by kind, and the two balances. */
import { useTranslation } from 'react-i18next'
import { KIND_KEYS } from '../../terms/period-statement'
import { Badge, Card, CardHead, KeyValueList, Note, type NoteTone, Stack } from '../../ui'
import { decimalText } from '../../ui/decimal-text'
import type { CheckedReceipt } from './check-receipts'
import { isPart, textOf, utcText } from './receipt-body'
import { Code } from './receipt-facts'
import { SidePart } from './side-part'

export function StatementCard({ checked: { receipt, fault, key } }: { checked: CheckedReceipt }) {
  const { t } = useTranslation(['proof', 'receipt', 'wallet'])
  // Anybody may have written it, and what is not genuine is shown too.
  const { body } = receipt
  const tone: NoteTone = fault === 'key_unknown' ? 'warn' : 'danger'
  const amount = (name: string, of = body) => <bdi data-num="">{decimalText(textOf(of, name) ?? '')}</bdi>
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
              { key: 'account', label: t('wallet:statement.account'), value: <Code dir="ltr">{textOf(body, 'account') ?? ''}</Code> },
              { key: 'from', label: t('wallet:statement.from'), value: time(body.from) },
              { key: 'to', label: t('wallet:statement.to'), value: time(body.to) },
              { key: 'opening', label: t('wallet:statement.opening'), value: amount('opening') },
              ...kindsOf(body).map((part, at) => {
                const kind = textOf(part, 'kind') ?? ''
                return { key: `${at} ${kind}`, label: isKind(kind) ? t(KIND_KEYS[kind]) : kind, value: amount('sum', part) }
              }),
              { key: 'closing', label: t('wallet:statement.closing'), value: amount('closing'), total: true },
            ]}
          />
        </Stack>
      </SidePart>
    </Card>
  )
}

const isKind = (kind: string): kind is keyof typeof KIND_KEYS => Object.hasOwn(KIND_KEYS, kind)

type Body = CheckedReceipt['receipt']['body']

/** The sums by kind, as far as they are parts that can be read. */
function kindsOf(body: Body): readonly Body[] {
  const { kinds } = body
  return Array.isArray(kinds) ? kinds.filter(isPart) : []
}
