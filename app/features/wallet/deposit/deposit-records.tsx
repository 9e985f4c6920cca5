/** What was declared, newest first: how it stands, what was credited, and the operator's words. */
import { useNavigate, useNavigation } from '@remix-run/react'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { moneyStatusNumber } from '../../../terms/review'
import { LocalTime } from '../../../time/local-time'
import { Amount, Card, CardHead, decimalText, EmptyState, Link, RecordRow, ScrollList, token } from '../../../ui'
import { useHydrated } from '../../../ui/use-hydrated'
import { useRefresh } from '../../../ui/use-refresh'
import { payoutCurrency } from '../payout-name'
import { RECORD_TONE } from '../record-tone'
import type { DepositData, DepositRecord } from './deposit-data'

const Rows = styled.ul`
  li + li { border-block-start: 1px solid ${token.border.hairline}; }
`
const Words = styled.span`
  display: grid;
  gap: 4px;
`

function DepositRow({ record }: { record: DepositRecord }) {
  const { t } = useTranslation('financial')
  const { credited, remark, isCoin, currency, status } = record
  // Of a coin whose declared sum was credited, the amount above says everything.
  const tellsCredit = credited !== '' && !(isCoin && credited === record.amount)
  return (
    <RecordRow
      as="li"
      title={isCoin ? payoutCurrency(currency, record.protocol) : t('bankRecord', { currency })}
      time={<LocalTime moment={record.at} />}
      amount={<Amount value={record.amount} signed />}
      status={{ tone: RECORD_TONE[status], label: t(`status.${moneyStatusNumber(status)}`) }}
      remark={
        remark === '' && !tellsCredit ? undefined : (
          <Words>
            {tellsCredit ? <span>{t('credited', { sum: decimalText(credited, { decimals: 2 }) })}</span> : null}
            {remark === '' ? null : <span dir="auto">{remark}</span>}
          </Words>
        )
      }
    />
  )
}

export function DepositRecords({ data, heading }: { data: DepositData; heading: RefObject<HTMLHeadingElement> }) {
  const { t } = useTranslation('financial')
  const hasScripts = useHydrated()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const refresh = useRefresh()
  const hasMore = data.records.length < data.total && data.pages < 25
  const next = paths.mine.charge({ type: data.type, page: String(data.pages + 1) })
  return (
    <Card aria-labelledby="deposits">
      <CardHead>
        <h2 id="deposits" ref={heading} tabIndex={-1}>
          {t('records')}
        </h2>
      </CardHead>
      {data.records.length === 0 ? (
        <EmptyState title={t('noRecords')} level={3} />
      ) : (
        <ScrollList
          hasMore={hasMore && hasScripts}
          loading={state !== 'idle'}
          onMore={() => navigate(next, { replace: true, preventScrollReset: true })}
          loadMoreLabel={t('showMore')}
          endLabel={hasMore ? <Link href={next}>{t('showMore')}</Link> : t('noMore')}
          onRefresh={refresh}
          refreshLabel={t('refreshing')}
        >
          <Rows>
            {data.records.map((record) => (
              <DepositRow key={record.id} record={record} />
            ))}
          </Rows>
        </ScrollList>
      )}
    </Card>
  )
}
