/** A review queue: what waits at the start, the open item beside it, and the line that takes the last decision back. */

import { useNavigate, useRevalidator } from '@remix-run/react'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useLatest } from '~/ui/use-latest'
import { EmptyState, Note, useToast } from '../../../ui'
import { useRereadOnPush } from '../shell/live-counts'
import { TakeBack } from '../take-back'
import { useDecisions } from '../use-decisions'
import { type OpenData, OpenItem } from './open-item'
import { type ReviewAnswer, type ReviewData, reviewHref } from './review-data'
import { Detail, Frame, Side } from './review-layout'
import { ReviewQueue } from './review-queue'
import { type NewDecision, type SendDecision, sendDecision } from './send-decision'
import { useReviewKeys } from './use-review-keys'

const listenOnline = (changed: () => void) => {
  window.addEventListener('online', changed)
  window.addEventListener('offline', changed)
  return () => {
    window.removeEventListener('online', changed)
    window.removeEventListener('offline', changed)
  }
}
const useOnline = () =>
  useSyncExternalStore(
    listenOnline,
    () => navigator.onLine,
    () => true,
  )

interface ReviewPageProps {
  readonly data: ReviewData
  /** Of the form without scripts. */
  readonly answer?: ReviewAnswer | undefined
  /** For tests. */
  readonly send?: SendDecision
}

export function ReviewPage({ data, answer, send = sendDecision }: ReviewPageProps) {
  const { t } = useTranslation('desk')
  const navigate = useNavigate()
  const toast = useToast()
  const { revalidate } = useRevalidator()
  const isOnline = useOnline()
  const { queue, parameters, item } = data
  const open = (id: string | undefined, replace = false) =>
    navigate(reviewHref(queue, parameters, { id }), { replace, preventScrollReset: true })

  const decisions = useDecisions(send, async ({ label }: NewDecision, came) => {
    if (came?.isDone) toast.show({ tone: 'ok', title: came.message })
    else toast.show({ tone: 'err', title: label, text: came === null ? t('review.notSent') : came.message })
    await revalidate()
  })
  const rows: readonly ReviewData['rows'][number][] = data.rows.filter(({ id }) => !decisions.isLeaving(id))
  const place = item === null ? -1 : rows.findIndex(({ id }) => id === item.id)
  const after = place === -1 ? rows.find(({ id }) => id !== item?.id) : (rows[place + 1] ?? rows[place - 1])
  const step = (by: number) => {
    const to = rows[place === -1 ? 0 : place + by]
    if (to !== undefined) open(to.id)
  }
  useReviewKeys({ j: () => step(1), k: () => step(-1) })
  useRereadOnPush(revalidate)
  useFirstItem(data, rows[0]?.id, (id) => open(id, true))

  const decide = (decision: NewDecision) => {
    decisions.decide(decision)
    open(after?.id)
  }
  const takeBack = () => {
    const back = decisions.undo()
    if (back !== null) open(back.id)
  }
  return (
    <Frame>
      <Side aria-label={t('review.queue')} data-hidden={item === null && !data.isMissing ? undefined : ''}>
        <ReviewQueue data={data} rows={rows} />
      </Side>
      <Detail
        aria-label={item === null ? t('review.choose') : t(`review.item.${queue}`, { id: item.id })}
        data-empty={item === null && !data.isMissing ? '' : undefined}
      >
        {item === null ? (
          <>
            <span />
            {data.isMissing ? (
              <Note tone="warn">{t('review.missing')}</Note>
            ) : rows.length === 0 ? null : (
              <EmptyState art="none" title={t('review.choose')} />
            )}
          </>
        ) : (
          <OpenItem
            key={`${queue}/${item.id}`}
            data={data as OpenData}
            answer={answer}
            next={after?.id}
            isOffline={!isOnline}
            decide={decide}
          />
        )}
      </Detail>
      <TakeBack decision={decisions.waiting} onUndo={takeBack} />
    </Frame>
  )
}

/** Where there is room for it, the item that waits longest is open at once. */
function useFirstItem({ item, isMissing, queue }: ReviewData, first: string | undefined, open: (id: string) => void): void {
  const latest = useLatest(open)
  const isNothingOpen = item === null && !isMissing
  // biome-ignore lint/correctness/useExhaustiveDependencies: another queue begins anew.
  useEffect(() => {
    if (isNothingOpen && first !== undefined && window.matchMedia('(min-width: 768px)').matches) latest.current(first)
  }, [isNothingOpen, first, queue])
}
