/** A review queue with a row in each of its states. */
import { MINUTE_MS } from '../../../rules/durations'
import type { DepositsData } from '../desk/review/review-data'

const NOW = Date.UTC(2026, 10, 18, 14)

const WAITING: DepositsData['rows'][number] = {
  id: '12',
  traderId: '7',
  uid: '4081772',
  type: 0,
  way: 'coin',
  amount: '1000.00000000',
  currency: 'USDT',
  protocol: 'TRC20',
  usdt: '1000.00000000',
  status: 'unchecked',
  createdAt: NOW - 12 * MINUTE_MS,
  needsTwo: false,
  isDuplicate: false,
  isFirst: false,
  firstApprovedBy: null,
  claimedBy: null,
  isLate: false,
}

export const REVIEW_EXAMPLE: DepositsData = {
  title: '',
  queue: 'deposits',
  parameters: { company: 'aurora' },
  rows: [
    { ...WAITING, id: '9', amount: '240.00000000', isLate: true, isFirst: true, createdAt: NOW - 200 * MINUTE_MS },
    {
      ...WAITING,
      id: '10',
      amount: '6000.00000000',
      type: 1,
      way: 'bank',
      currency: 'EUR',
      protocol: '',
      needsTwo: true,
      isDuplicate: true,
    },
    { ...WAITING, id: '11', claimedBy: 'operator:demo-two' },
    WAITING,
  ],
  total: 4,
  older: null,
  item: null,
  isMissing: false,
  canDecide: true,
  approvers: null,
  canReadTraders: true,
  operator: { name: 'operator:demo-one', displayName: 'Demo One' },
  now: NOW,
  isNumberFull: false,
}
