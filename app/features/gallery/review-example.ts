/** A review queue with a row in each of its states. */
import { MINUTE_MS } from '../../../rules/durations'
import type { DepositsData } from '../desk/review/review-data'

const NOW = Date.UTC(2026, 10, 18, 14)

const WAITING: DepositsData['rows'][number] = {
  id: '12',
  trader_id: '7',
  uid: '4081772',
  type: 0,
  amount: '1000.00000000',
  currency: 'USDT',
  protocol: 'TRC20',
  usdt: '1000.00000000',
  status: 0,
  created_at: NOW - 12 * MINUTE_MS,
  needs_two: false,
  is_duplicate: false,
  is_first: false,
  first_approved_by: null,
  claimed_by: null,
  is_late: false,
}

export const REVIEW_EXAMPLE: DepositsData = {
  title: '',
  queue: 'deposits',
  parameters: { company: 'aurora' },
  rows: [
    { ...WAITING, id: '9', amount: '240.00000000', is_late: true, is_first: true, created_at: NOW - 200 * MINUTE_MS },
    { ...WAITING, id: '10', amount: '6000.00000000', type: 1, currency: 'EUR', protocol: '', needs_two: true, is_duplicate: true },
    { ...WAITING, id: '11', claimed_by: 'operator:demo-two' },
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
