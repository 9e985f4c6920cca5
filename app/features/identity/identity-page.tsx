/** Real-name verification: documents, review, certified; and the way back to the documents when they were rejected. */

import { useRevalidator } from '@remix-run/react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useLatest } from '~/ui/use-latest'
import { Note } from '../../ui'
import { Narrow } from '../../ui/narrow'
import type { IdentityAnswer, IdentityData } from './identity-data'
import { IdentityForm } from './identity-form'
import { IdentityRecord } from './identity-record'
import { IdentitySteps } from './identity-steps'

const ASKED_EVERY_MS = 60_000
/** Waking a tab fires two events at once. */
const PAUSE_MS = 5_000

/** While somebody checks, the page asks again when it is looked at, and once a minute. */
function useFreshStatus(isWaiting: boolean): void {
  const { revalidate } = useRevalidator()
  const latest = useLatest(revalidate)
  useEffect(() => {
    if (!isWaiting) return
    let askedAt = Date.now()
    const ask = () => {
      if (document.visibilityState !== 'visible' || Date.now() - askedAt < PAUSE_MS) return
      askedAt = Date.now()
      latest.current()
    }
    const timer = setInterval(ask, ASKED_EVERY_MS)
    document.addEventListener('visibilitychange', ask)
    window.addEventListener('focus', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
      window.removeEventListener('focus', ask)
    }
  }, [isWaiting])
}

export function IdentityPage({ data, answer }: { data: IdentityData; answer: IdentityAnswer | null }) {
  const { t } = useTranslation('account')
  useFreshStatus(data.stage === 'review')
  return (
    <Narrow>
      <IdentitySteps stage={data.stage} />
      {data.rejection === null ? null : (
        <Note tone="danger">
          <b>{t('identity.rejected')}</b> <bdi>{data.rejection}</bdi>
        </Note>
      )}
      {data.stage === 'documents' ? <IdentityForm data={data} answer={answer} /> : <IdentityRecord key={data.stage} data={data} />}
    </Narrow>
  )
}
