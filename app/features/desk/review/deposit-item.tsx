/** One deposit: its proof beside what was declared, where it was to be sent, and what is to be credited. */
import { type Ref, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Amount, KeyValueList, Link, ReadBack } from '../../../ui'
import { useReadBack } from '../../../ui/use-read-back'
import { Evidence, type EvidenceTools } from './evidence'
import { AccountSection, CheckList, DeskTime, History, Movements } from './item-facts'
import { type DepositsData, nameOf, reviewHref, statusNumber } from './review-data'
import { Body, Compare, Facts } from './review-layout'

interface DepositItemProps {
  readonly data: DepositsData & { readonly item: NonNullable<DepositsData['item']> }
  readonly form: string
  readonly amount: string
  readonly onAmount: (amount: string) => void
  readonly amountProblem: string | undefined
  readonly amountField: Ref<HTMLInputElement>
  readonly isLocked: boolean
  readonly mark: string
  readonly tools: Ref<EvidenceTools>
}

export function DepositItem(props: DepositItemProps) {
  const { data, isLocked, mark, tools } = props
  const { t } = useTranslation('desk')
  const { item, parameters, canReadTraders } = data
  const { company } = parameters
  return (
    <Body>
      <Evidence
        key={item.id}
        company={company}
        id={item.id}
        pictures={[{ reference: item.picture, alt: t('review.picture.proof') }]}
        mark={mark}
        tools={tools}
      />
      <Facts data-side="">
        <section>
          <h3>{t('review.declaredAndFound')}</h3>
          <Compare>
            <div>
              <small>{t('review.declared', { currency: item.currency })}</small>
              <b>
                <Amount value={item.amount} />
              </b>
            </div>
            {isLocked ? (
              <div>
                <small>{t('review.credited')}</small>
                <b>
                  <Amount value={item.credited === '' ? null : item.credited} />
                </b>
              </div>
            ) : (
              <FoundField {...props} />
            )}
          </Compare>
          <DeclaredFacts item={item} />
        </section>
        <Duplicates data={data} />
        <CheckList checks={item.checks} />
        <AccountSection account={item.account} company={company} canOpen={canReadTraders} />
        <Movements movements={item.movements} />
        <History history={item.history} created={item.createdAt} />
      </Facts>
    </Body>
  )
}

/** What was found. A text that is no amount has no value: the bar shows none and approves none. */
function FoundField({ form, amount, onAmount, amountProblem, amountField }: DepositItemProps) {
  const { t } = useTranslation('desk')
  const problem = useId()
  return (
    <label>
      <small>{t('review.found')}</small>
      <ReadBack text={amount} decimals={2} say={useReadBack()}>
        <input
          ref={amountField}
          name="amount"
          form={form}
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          aria-invalid={amountProblem === undefined ? undefined : true}
          aria-describedby={amountProblem === undefined ? undefined : problem}
          onChange={(event) => onAmount(event.currentTarget.value)}
        />
      </ReadBack>
      {amountProblem === undefined ? null : (
        <small id={problem} data-problem="">
          {amountProblem}
        </small>
      )}
    </label>
  )
}

type ShownDeposit = DepositItemProps['data']['item']

/** Network or rate, where it was to be sent, when, and who approved first. */
function DeclaredFacts({ item }: { readonly item: ShownDeposit }) {
  const { t } = useTranslation('desk')
  const target = Object.entries(item.target).filter(([, value]) => value !== '')
  return (
    <KeyValueList
      dense
      rows={[
        ...(item.way === 'bank'
          ? [
              { key: 'rate', label: t('review.fact.rate'), value: item.rate },
              { key: 'usdt', label: t('review.fact.usdt'), value: <Amount value={item.usdt} currency="USDT" /> },
            ]
          : [{ key: 'network', label: t('review.fact.network'), value: `${item.currency} ${item.protocol}` }]),
        ...target.map(([key, value]) => ({
          key,
          label: t(`review.target.${key}`, { defaultValue: key }),
          value: <bdi dir="ltr">{value}</bdi>,
        })),
        { key: 'at', label: t('review.fact.submitted'), value: <DeskTime at={item.createdAt} /> },
        ...(item.firstApprovedBy === null
          ? []
          : [
              {
                key: 'first',
                label: t('review.fact.first'),
                value: (
                  <>
                    {nameOf(item.firstApprovedBy)} {'·'} <Amount value={item.firstApprovedAmount} />
                  </>
                ),
              },
            ]),
      ]}
    />
  )
}

/** Other deposits with the same picture. */
function Duplicates({ data: { item, parameters, queue } }: Pick<DepositItemProps, 'data'>) {
  const { t } = useTranslation('desk')
  if (item.duplicates.length === 0) return null
  return (
    <section>
      <h3>{t('review.samePicture')}</h3>
      <KeyValueList
        dense
        rows={item.duplicates.map((other) => ({
          key: other.id,
          label: (
            <Link href={reviewHref(queue, { company: parameters.company, status: statusNumber(queue, other.status) }, { id: other.id })}>
              {t('review.item.deposits', { id: other.id })}
            </Link>
          ),
          value: `${t('review.uid', { uid: other.uid })} · ${t(`review.status.deposits.${statusNumber(queue, other.status)}`)}`,
        }))}
      />
    </section>
  )
}
