/** The open item of a queue with everything to decide it: who looks at it too, what it says, and the bar of decisions. */
import { Form } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { type ReactNode, type Ref, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { dateTimeFormat } from '../../../language/intl'
import { Amount, Badge, ConfirmDialog, IconLink, Kbd, Note, StatusDot, type StatusTone } from '../../../ui'
import { useSite } from '../../../visitor/site'
import { WhoDecides } from '../who-decides'
import { DecisionBar } from './decision-bar'
import { DepositItem } from './deposit-item'
import type { EvidenceTools } from './evidence'
import { IdentityItem } from './identity-item'
import { DeskTime } from './item-facts'
import { type Decision, isWaiting, nameOf, type ReviewAnswer, type ReviewData, reviewHref, statusNumber } from './review-data'
import { Banner, DetailHead } from './review-layout'
import type { NewDecision } from './send-decision'
import { useItemDecision } from './use-item-decision'
import { useReviewKeys } from './use-review-keys'
import { WithdrawalItem } from './withdrawal-item'

export type OpenData = ReviewData & { readonly item: NonNullable<ReviewData['item']> }

interface OpenItemProps {
  readonly data: OpenData
  readonly answer: ReviewAnswer | undefined
  /** What opens when this one is decided. */
  readonly next: string | undefined
  readonly isOffline: boolean
  readonly decide: (decision: NewDecision) => void
}

const TONES: Readonly<Record<OpenData['item']['status'], StatusTone>> = {
  none: 'off',
  unchecked: 'wait',
  completed: 'open',
  rejected: 'bad',
  invalid: 'void',
}

function Head({ data }: { readonly data: OpenData }) {
  const { t } = useTranslation('desk')
  const { queue, item, parameters } = data
  const way = 'amount' in item ? item.protocol || t('review.bank', { currency: item.currency }) : ''
  return (
    <DetailHead>
      <span data-back="">
        <IconLink icon="chevron-left" flip label={t('review.back')} href={reviewHref(queue, parameters)} />
      </span>
      <h2>
        {'amount' in item ? (
          <Amount value={item.amount} currency={queue === 'deposits' ? item.currency : 'USDT'} />
        ) : (
          <bdi>{item.name}</bdi>
        )}
      </h2>
      {way === '' ? null : <Badge>{way}</Badge>}
      <StatusDot tone={TONES[item.status]} label={t(`review.status.${queue}.${statusNumber(queue, item.status)}`)} />
      <span data-end="">
        <span data-keys="">
          <Kbd>{'J'}</Kbd>
          <Kbd>{'K'}</Kbd> {t('review.keys')}
        </span>
        {t(`review.item.${queue}`, { id: item.id })}
      </span>
    </DetailHead>
  )
}

/** Two people are needed: who the other one may be. */
function SecondBanner({ data: { item, approvers } }: { readonly data: OpenData }) {
  if (approvers === null || !('firstApprovedBy' in item)) return null
  return (
    <Banner>
      <WhoDecides approvers={approvers} except={item.firstApprovedBy === null ? undefined : nameOf(item.firstApprovedBy)} />
    </Banner>
  )
}

/** Somebody else looks at it: it can be taken over from them. */
function TakenBanner({ data }: { readonly data: OpenData }) {
  const { t } = useTranslation('desk')
  const { queue, item, parameters } = data
  return (
    <Banner>
      <Note tone="warn" role="status">
        {t('review.taken', { name: item.claim?.by ?? '' })}
        <Form method="post" action={reviewHref(queue, parameters, { id: item.id })}>
          <input type="hidden" name="id" value={item.id} />
          <button type="submit" name="take_over" value="1">
            {t('review.takeOver')}
          </button>
        </Form>
      </Note>
    </Banner>
  )
}

/** Who ended it: its owner, the rules of trading, or an operator. */
function endedBy(t: TFunction<'desk'>, by: string): string {
  if (by === 'engine') return t('review.coveredLoss')
  return by.startsWith('trader:') ? t('review.cancelled') : t('review.decided', { name: nameOf(by) })
}

function DecidedBanner({ data }: { readonly data: OpenData }) {
  const { t } = useTranslation('desk')
  const { queue, item } = data
  const reason = 'remark' in item ? item.remark : 'notes' in item ? item.notes : item.reason
  const by = item.decidedBy ?? ''
  return (
    <Banner>
      <Note tone="info" role="status">
        {endedBy(t, by)}
        {' · '}
        {t(`review.status.${queue}.${statusNumber(queue, item.status)}`)}
        {item.decidedAt === null ? null : (
          <>
            {' · '}
            <DeskTime at={item.decidedAt} />
          </>
        )}
        {reason === '' ? null : (
          <>
            {' · '}
            <bdi>{reason}</bdi>
          </>
        )}
      </Note>
    </Banner>
  )
}

export function OpenItem({ data, answer, next, isOffline, decide }: OpenItemProps) {
  const { t } = useTranslation('desk')
  const { language } = useSite()
  const { queue, item, parameters, canDecide, operator, now } = data
  const tools = useRef<EvidenceTools>(null)
  const state = useItemDecision(data, answer)
  const form = 'review-decision'
  const isOpen = isWaiting(item)
  const isTaken = isOpen && canDecide && item.claim !== null && !item.claim.isMine
  const canAct = isOpen && canDecide
  const isBlocked = isTaken || isOffline
  const mark = `${operator.displayName} ${dateTimeFormat(language, { dateStyle: 'short', timeStyle: 'short', timeZone: 'UTC' }).format(now)} UTC`
  const press = (decision: Decision) => {
    if (!canAct || isBlocked) return
    state.ask(decision)
  }
  useReviewKeys({
    a: () => press('approve'),
    r: () => press('reject'),
    '+': () => tools.current?.zoomIn(),
    '-': () => tools.current?.zoomOut(),
    '.': () => tools.current?.turn(),
  })
  const label = (decision: Decision) =>
    t(`review.question.${decision}`, { what: t(`review.item.${queue}`, { id: item.id }), amount: state.shownSum })
  const confirm = (decision: Decision) => {
    state.closeQuestion()
    decide({
      queue,
      company: parameters.company,
      id: item.id,
      decision,
      reason: state.reason.trim(),
      amount: decision === 'approve' ? state.found : '',
      label: label(decision),
    })
  }
  return (
    <>
      <div>
        <Head data={data} />
        <SecondBanner data={data} />
        {isTaken ? <TakenBanner data={data} /> : null}
        {isOpen ? null : <DecidedBanner data={data} />}
        {isOffline ? (
          <Banner>
            <Note tone="warn" role="status">
              {t('review.offline')}
            </Note>
          </Banner>
        ) : null}
      </div>
      <ItemBody data={data} state={state} form={form} isLocked={!canAct} mark={mark} tools={tools} />
      {canAct ? (
        <DecisionBar
          queue={queue}
          id={item.id}
          next={next}
          confirmed={answer?.id === item.id ? answer.confirm : ''}
          form={form}
          action={reviewHref(queue, parameters, { id: item.id })}
          reason={state.reason}
          onReason={state.setReason}
          reasonHint={state.reasonHint}
          problem={state.problem}
          reasonField={state.reasonField}
          approveLabel={state.approveLabel}
          cannotApprove={state.cannotApprove}
          triesToApprove={state.triesToApprove}
          isBlocked={isBlocked}
          ask={press}
        />
      ) : null}
      <ItemQuestion state={state} title={state.asked === null ? '' : label(state.asked)} onConfirm={confirm} />
    </>
  )
}

type ItemState = ReturnType<typeof useItemDecision>

interface ItemQuestionProps {
  readonly state: ItemState
  readonly title: string
  readonly onConfirm: (decision: Decision) => void
}

function ItemQuestion({ state, title, onConfirm }: ItemQuestionProps) {
  const { t } = useTranslation('desk')
  const { asked } = state
  return (
    <ConfirmDialog
      open={asked !== null}
      title={title}
      text={[asked === 'approve' ? state.unusual : '', state.reason.trim()].filter(Boolean).join(' ') || undefined}
      confirmLabel={asked === null || asked === 'approve' ? state.approveLabel : t(`review.${asked}`)}
      cancelLabel={t('review.cancel')}
      tone={asked === 'approve' ? 'primary' : 'danger'}
      focus={asked === 'approve' && state.unusual !== '' ? 'cancel' : 'confirm'}
      onConfirm={() => asked !== null && onConfirm(asked)}
      onCancel={state.closeQuestion}
    />
  )
}

interface ItemBodyProps {
  readonly data: OpenData
  readonly state: ItemState
  readonly form: string
  readonly isLocked: boolean
  readonly mark: string
  readonly tools: Ref<EvidenceTools>
}

function ItemBody({ data, state, form, isLocked, mark, tools }: ItemBodyProps): ReactNode {
  if (data.queue === 'deposits')
    return (
      <DepositItem
        data={data}
        form={form}
        amount={state.amount}
        onAmount={state.setAmount}
        amountProblem={state.amountProblem}
        amountField={state.amountField}
        isLocked={isLocked}
        mark={mark}
        tools={tools}
      />
    )
  if (data.queue === 'withdrawals') return <WithdrawalItem data={data} />
  return <IdentityItem data={data} compared={state.compared} onCompared={state.setCompared} isLocked={isLocked} mark={mark} tools={tools} />
}
