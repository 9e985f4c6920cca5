/** One withdrawal: what is to be sent, where it goes and since when that place is known. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Amount, CopyButton, KeyValueList, token } from '../../../ui'
import { AccountSection, CheckList, DeskTime, History, Movements } from './item-facts'
import { nameOf, type WithdrawalsData } from './review-data'
import { Body, Facts } from './review-layout'

const Destination = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${token.space[2]};
  padding: ${token.space[2]} 12px;
  border: 1px solid ${token.border.soft};
  border-radius: ${token.radius.sm};
  background: ${token.surface.sunken};
  margin-block-end: ${token.space[2]};
  code { font-family: ${token.font.mono}; direction: ltr; unicode-bidi: isolate; overflow-wrap: anywhere; min-width: 0; }
  code span { margin-inline-end: 0.35em; display: inline-block; }
  code b { font-weight: 700; margin-inline-end: 0.35em; display: inline-block; }
`
const Muted = styled.p`
  color: ${token.text.muted};
  font-size: ${token.type.xs};
`

/** In groups of four; the ends, which people compare, stand out. */
function Grouped({ text }: { readonly text: string }) {
  const groups = text.match(/.{1,4}/gs) ?? []
  const places = groups.map((group, index) => ({ group, place: `${index}/${group}`, isEnd: index < 2 || index >= groups.length - 2 }))
  return <code>{places.map(({ group, place, isEnd }) => (isEnd ? <b key={place}>{group}</b> : <span key={place}>{group}</span>))}</code>
}

interface WithdrawalItemProps {
  readonly data: WithdrawalsData & { readonly item: NonNullable<WithdrawalsData['item']> }
}

export function WithdrawalItem({ data }: WithdrawalItemProps) {
  const { t } = useTranslation('desk')
  const { item, parameters, canReadTraders } = data
  const account = item.way === 'coin' ? item.address : item.payeeAccount
  const bank = [
    { key: 'payee_name', value: item.payeeName },
    { key: 'bank_name', value: item.bankName },
    { key: 'bank_address', value: item.bankAddress },
    { key: 'bank_swift', value: item.bankSwift },
  ].filter(({ value }) => value !== '')
  return (
    <Body>
      <Facts>
        <Payout item={item} />
        <section>
          <h3>{t('review.destination')}</h3>
          <Destination>
            <Grouped text={account} />
            <CopyButton text={account} label={t('review.copy')} copiedLabel={t('review.copied')} size="sm" />
          </Destination>
          {bank.length === 0 ? null : (
            <KeyValueList
              dense
              rows={bank.map(({ key, value }) => ({ key, label: t(`review.target.${key}`), value: <bdi>{value}</bdi> }))}
            />
          )}
          <Muted>
            {t('review.methodAdded')} <DeskTime at={item.methodCreatedAt} />
          </Muted>
          {item.memo === '' ? null : (
            <Muted>
              {t('review.memo')} <bdi>{item.memo}</bdi>
            </Muted>
          )}
        </section>
        <Movements movements={item.movements} />
      </Facts>
      <Facts data-side="">
        <CheckList checks={item.checks} />
        <Approvals item={item} />
        <AccountSection account={item.account} company={parameters.company} canOpen={canReadTraders} />
        <History history={item.history} created={item.createdAt} />
      </Facts>
    </Body>
  )
}

type ShownWithdrawal = WithdrawalItemProps['data']['item']

function Payout({ item }: { readonly item: ShownWithdrawal }) {
  const { t } = useTranslation('desk')
  return (
    <section>
      <h3>{t('review.payout')}</h3>
      <KeyValueList
        rows={[
          { key: 'asked', label: t('review.fact.requested'), value: <Amount value={item.amount} currency="USDT" /> },
          {
            key: 'fee',
            label: item.feeType === 'percent' ? t('review.fact.feePercent', { percent: item.drawRate }) : t('review.fact.fee'),
            value: <Amount value={item.fee} currency="USDT" />,
          },
          { key: 'rate', label: t('review.fact.rate'), value: item.usdPrice },
          {
            key: 'send',
            label: t('review.fact.send'),
            value: <Amount value={item.receivable} currency={item.currency} />,
            total: true,
          },
        ]}
      />
    </section>
  )
}

function Approvals({ item }: { readonly item: ShownWithdrawal }) {
  const { t } = useTranslation('desk')
  return (
    <section>
      <h3>{t('review.approvals')}</h3>
      <KeyValueList
        dense
        rows={[
          {
            key: 'needed',
            label: t('review.fact.needed'),
            value: item.needsTwo ? t(item.isNewMethod ? 'review.neededAddress' : 'review.neededLimit') : '1',
          },
          ...(item.firstApprovedBy === null ? [] : [{ key: 'first', label: t('review.fact.first'), value: nameOf(item.firstApprovedBy) }]),
          { key: 'at', label: t('review.fact.submitted'), value: <DeskTime at={item.createdAt} /> },
        ]}
      />
    </section>
  )
}
