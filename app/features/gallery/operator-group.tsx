import { useTranslation } from 'react-i18next'
import type { ShownEvent } from '../desk/audit/audit.server'
import { AuditTable } from '../desk/audit/audit-table'
import { DecisionBar } from '../desk/review/decision-bar'
import { Evidence } from '../desk/review/evidence'
import { CheckList } from '../desk/review/item-facts'
import { ReviewQueue } from '../desk/review/review-queue'
import { REVIEW_EXAMPLE } from './review-example'
import { Group, Specimen } from './specimen'

const EVENTS: readonly ShownEvent[] = [
  {
    id: '1',
    time: '18 Nov 2026, 14:00:00',
    at: 1_795_010_400_000,
    who: 'demo-one',
    action: 'deposit.approve',
    object: 'deposit:12',
    objectName: '12',
    change: [{ name: 'status', before: '0', after: '1' }],
    reason: '',
    address: '192.0.2.1',
    traderHref: null,
    traderUid: '100001',
    isSealed: true,
  },
]

const CHECKS = [
  { name: 'address_is_ours', isGood: true },
  { name: 'proof_is_new', isGood: false },
]
const nothing = () => undefined
const DECISION = {
  queue: 'deposits',
  id: '12',
  next: undefined,
  action: '/dev/gallery',
  onReason: nothing,
  approveLabel: 'Approve 100.00 USDT',
  ask: nothing,
} as const
const DECISIONS = [
  ['idle', { reason: '', problem: '', cannotApprove: '', isBlocked: false }],
  ['needs a reason', { reason: '', problem: 'A reason is needed.', cannotApprove: '', isBlocked: false }],
  ['taken by somebody else', { reason: '', problem: '', cannotApprove: 'demo-two works on it.', isBlocked: true }],
] as const

/** A picture itself comes only to an operator who is signed in; the journeys of the desk show it. */
export function OperatorGroup() {
  const { t } = useTranslation('desk')
  return (
    <Group name="operator">
      <Specimen of="AuditTable" width="full">
        <AuditTable company="aurora" events={EVENTS} />
      </Specimen>
      <Specimen of="ReviewQueue: late, flagged, taken" width="half">
        <ReviewQueue data={REVIEW_EXAMPLE} rows={REVIEW_EXAMPLE.rows} />
      </Specimen>
      <Specimen of="EvidenceViewer: kept no longer" width="half">
        <Evidence company="aurora" id="12" pictures={[{ reference: null, alt: '' }]} mark="Demo One" />
      </Specimen>
      <Specimen of="CheckList: ok, bad" width="half">
        <CheckList checks={CHECKS} />
      </Specimen>
      {DECISIONS.map(([state, said]) => (
        <Specimen key={state} of={`DecisionBar: ${state}`} width="half">
          <DecisionBar
            triesToApprove={0}
            confirmed=""
            {...DECISION}
            {...said}
            form={`gallery-${state.replaceAll(' ', '-')}`}
            reasonField={null}
            reasonHint={t('review.reasonNeeded')}
          />
        </Specimen>
      ))}
    </Group>
  )
}
