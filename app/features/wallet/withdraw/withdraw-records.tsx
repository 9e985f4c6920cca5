/** What was asked for, newest first: how it stands, why, where in the queue, and the way to take it back. */
import { Form, useNavigation, useSubmit } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { LocalTime } from '../../../time/local-time'
import { Amount, Button, ButtonLink, Card, CardHead, ConfirmDialog, EmptyState, RecordRow, token } from '../../../ui'
import { payoutCurrency } from '../payout-name'
import { RECORD_TONE } from '../record-tone'
import { WithdrawClock } from './withdraw-clock'
import type { WithdrawData, WithdrawRecord } from './withdraw-data'
import { decimalsOf } from './withdraw-figures'

const Rows = styled.ul`
  li + li { border-block-start: 1px solid ${token.border.hairline}; }
`
const Words = styled.span`
  display: grid;
  gap: 4px;
  p { overflow-wrap: anywhere; }
`
const Waiting = styled.span`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: 4px ${token.space[2]};
`
const More = styled.div`
  padding: ${token.space[3]} ${token.space[4]};
  text-align: center;
  font-size: ${token.type.xs};
  color: ${token.text.muted};
`

/** All that are not zeros at the end, so that a row adds up as it is shown; at least two. */
const shownDecimals = (amount: string): number => decimalsOf(amount.replace(/0+$/, ''))

interface RecordProps {
  readonly record: WithdrawRecord
  readonly type: WithdrawData['type']
  readonly onAsk: (record: WithdrawRecord) => void
}

function WithdrawRow({ record, type, onAsk }: RecordProps) {
  const { t } = useTranslation('withdraw')
  const currency = payoutCurrency(record.code, record.protocol)
  const isOver = record.status === 'rejected' || record.status === 'invalid'
  return (
    <RecordRow
      as="li"
      direction="out"
      title={record.isCoin ? currency : t('bankRecord', { currency })}
      time={
        <>
          <LocalTime moment={record.at} /> · {record.isCoin ? <bdi dir="ltr">{record.last}</bdi> : t('endingIn', { last: record.last })}
        </>
      }
      amount={<Amount value={`-${record.amount}`} decimals={shownDecimals(record.amount)} />}
      status={{ tone: RECORD_TONE[record.status], label: record.statusName }}
      remark={
        isOver && record.notes === '' && record.remark === '' ? undefined : (
          <Words>
            {record.notes === '' ? null : <p dir="auto">{record.notes}</p>}
            {/* Nothing arrives of what was rejected or taken back. */}
            {isOver ? null : (
              <p>
                {t('youReceive')} <Amount value={record.receives} decimals={shownDecimals(record.receives)} currency={record.code} /> ·{' '}
                {t('fee')} <Amount value={record.fee} decimals={shownDecimals(record.fee)} currency="USDT" />
              </p>
            )}
            {record.remark === '' ? null : <p dir="auto">{record.remark}</p>}
            {record.canCancel ? (
              <Waiting>
                <span>{record.place === null ? null : t('place', { place: record.place })}</span>
                <Form
                  method="post"
                  action={paths.mine.withdraw({ type })}
                  onSubmit={(event) => {
                    event.preventDefault()
                    onAsk(record)
                  }}
                >
                  <input type="hidden" name="intent" value="cancel" />
                  <input type="hidden" name="type" value={type} />
                  <input type="hidden" name="id" value={record.id} />
                  <Button type="submit" size="sm" variant="secondary">
                    {t('takeBack')}
                  </Button>
                </Form>
              </Waiting>
            ) : null}
          </Words>
        )
      }
    />
  )
}

export function WithdrawRecords({ data }: { data: WithdrawData }) {
  const { t } = useTranslation('withdraw')
  const submit = useSubmit()
  const navigation = useNavigation()
  const isBusy = navigation.state !== 'idle' && navigation.formData?.get('intent') === 'cancel'
  // The last question stays in the dialog while it fades.
  const [asked, setAsked] = useState<WithdrawRecord | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the records are read anew after an answer, and with it the question is answered.
  useEffect(() => setIsAsking(false), [data])
  return (
    <Card aria-labelledby="withdrawals">
      <CardHead>
        <h2 id="withdrawals">{t('records')}</h2>
      </CardHead>
      <WithdrawClock clock={data.clock} />
      {data.records.length === 0 ? (
        <EmptyState title={t('noRecords')} level={3} />
      ) : (
        <Rows>
          {data.records.map((record) => (
            <WithdrawRow
              key={record.id}
              record={record}
              type={data.type}
              onAsk={(next) => {
                setAsked(next)
                setIsAsking(true)
              }}
            />
          ))}
        </Rows>
      )}
      {data.records.length < data.total ? (
        <More>
          <ButtonLink
            variant="ghost"
            href={paths.mine.withdraw({ type: data.type, page: String(data.pages + 1) })}
            replace
            preventScrollReset
          >
            {t('showMore')}
          </ButtonLink>
        </More>
      ) : data.records.length > 0 ? (
        <More>{t('noMore')}</More>
      ) : null}
      <ConfirmDialog
        open={isAsking}
        title={t('takeBackTitle')}
        text={t('takeBackText')}
        facts={asked === null ? [] : [{ key: 'amount', label: t('amount'), value: <Amount value={asked.amount} currency="USDT" /> }]}
        confirmLabel={t('takeBack')}
        cancelLabel={t('keep')}
        busy={isBusy}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          if (asked !== null) submit({ intent: 'cancel', type: data.type, id: asked.id }, { method: 'post' })
        }}
      />
    </Card>
  )
}
