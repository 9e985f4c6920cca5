/**
 * Which budgets a call draws on, and in whose name.
 *
 * Invariant: drawn before anything is looked up or hashed, so an account that does not exist is limited like one that does; what
 * turned out not to be what the budget counts is given back.
 */
import type { Endpoint } from '../../contract/endpoint'
import { SUCCESS_CODE } from '../../contract/endpoint'
import { type ErrorName, errorNameOf } from '../../contract/errors'
import type { EndpointName } from '../../contract/index'
import type { Database } from '../db/open-database'
import { traderOfChallenge } from '../users/login-two-step'
import { traderOfSession } from '../users/session-store'
import { digitsOf, signInName } from '../users/sign-in-name'
import { networkOf } from './ip-address'
import type { Budgets } from './open-budgets'
import type { BudgetName } from './rate-limits'
import { parseParameters, type RawParameters } from './read-parameters'

/** `account`: the name somebody signs in with. `target`: where a code is sent. `trader`: whose session or half sign-in it is. */
type Party = 'address' | 'account' | 'target' | 'trader' | 'tenant'

interface Draw {
  readonly budget: BudgetName
  readonly party: Party
  /** The outcomes that count; every call counts where nothing is said. */
  readonly counts?: readonly (ErrorName | 'ok')[]
}

/** What cost a password's hash and signed nobody in. */
const JUDGED = ['LOGIN_FAILED', 'ACCOUNT_FROZEN', 'TWO_STEP_CODE_REQUIRED'] as const
const TWO_STEP: readonly Draw[] = [{ budget: 'twoStepCodes', party: 'trader', counts: ['TWO_STEP_CODE_WRONG'] }]
const codes = (tenantBudget: BudgetName): readonly Draw[] => [
  { budget: 'codesPerAddress', party: 'address' },
  { budget: 'codesPerTarget', party: 'target', counts: ['ok'] },
  { budget: tenantBudget, party: 'tenant', counts: ['ok'] },
]

/** In the order in which they are drawn: who is refused by a narrow budget takes nothing from the wide one behind it. */
const DRAWS: { readonly [Name in EndpointName]?: readonly Draw[] } = {
  login: [
    { budget: 'loginsPerAddress', party: 'address' },
    { budget: 'loginsPerAccount', party: 'account', counts: JUDGED },
    { budget: 'loginsPerTenant', party: 'tenant' },
  ],
  loginTwoStep: [{ budget: 'loginsPerAddress', party: 'address' }, ...TWO_STEP],
  enableTwoStep: TWO_STEP,
  disableTwoStep: TWO_STEP,
  renewRecoveryCodes: TWO_STEP,
  confirmTwoStep: TWO_STEP,
  sendEmailCode: codes('mailsPerTenant'),
  sendSmsCode: codes('textsPerTenant'),
  register: [
    { budget: 'registrationsPerAddress', party: 'address' },
    { budget: 'codeTriesPerTarget', party: 'account', counts: ['CODE_WRONG'] },
    { budget: 'registrationsPerTenant', party: 'tenant', counts: ['ok'] },
  ],
  resetPassword: [
    { budget: 'loginsPerAddress', party: 'address' },
    { budget: 'codeTriesPerTarget', party: 'account', counts: ['CODE_WRONG'] },
  ],
  changePassword: [{ budget: 'passwordChanges', party: 'trader', counts: ['OLD_PASSWORD_WRONG', 'CODE_WRONG'] }],
  getCaptcha: [{ budget: 'captchasPerAddress', party: 'address' }],
  createDemoAccount: [
    { budget: 'demoAccounts', party: 'address' },
    { budget: 'demoAccountsPerTenant', party: 'tenant' },
  ],
  uploadImage: [
    { budget: 'uploadsPerAddress', party: 'address' },
    { budget: 'uploadsPerTrader', party: 'trader' },
    { budget: 'uploadsPerTenant', party: 'tenant' },
  ],
  sendFeedback: [
    { budget: 'feedbackPerTrader', party: 'trader', counts: ['ok'] },
    { budget: 'feedbackPerTenant', party: 'tenant', counts: ['ok'] },
  ],
  sendVisitorFeedback: [
    { budget: 'feedbackPerAddress', party: 'address' },
    { budget: 'feedbackPerTenant', party: 'tenant', counts: ['ok'] },
  ],
  freezeAccount: [{ budget: 'linksPerAddress', party: 'address' }],
}

export interface DrawingCall {
  readonly name: EndpointName
  readonly endpoint: Endpoint
  readonly raw: RawParameters
  readonly tenantId: string
  readonly tokenHash: string | undefined
  readonly clientAddress: string
  readonly now: number
}

export type Drawn =
  /** `settle` gives back what the outcome does not count for. */
  { readonly ok: true; settle(code: number): Promise<void> } | { readonly ok: false; readonly retryAfterMs: number }

const NOTHING_DRAWN: Drawn = { ok: true, settle: async () => {} }

export async function drawBudgets(budgets: Budgets, database: Database, call: DrawingCall): Promise<Drawn> {
  const draws = DRAWS[call.name]
  if (draws === undefined) return NOTHING_DRAWN
  const taken: { readonly draw: Draw; readonly key: string }[] = []
  const giveBack = async (isCounted: (draw: Draw) => boolean) => {
    for (const { draw, key } of taken) if (!isCounted(draw)) await budgets.giveBack(draw.budget, key)
  }
  for (const draw of draws) {
    const key = await keyOf(database, call, draw.party)
    // Nobody knows whose call it is: then there is nothing in it to guess or to send either.
    if (key === undefined) continue
    const retryAfterMs = await budgets.take(draw.budget, key)
    if (retryAfterMs > 0) {
      await giveBack((earlier) => earlier.counts === undefined)
      return { ok: false, retryAfterMs }
    }
    taken.push({ draw, key })
  }
  return {
    ok: true,
    settle(code) {
      const outcome = code === SUCCESS_CODE ? 'ok' : errorNameOf(code)
      return giveBack(({ counts }) => counts === undefined || (outcome !== undefined && counts.includes(outcome)))
    },
  }
}

async function keyOf(database: Database, call: DrawingCall, party: Party): Promise<string | undefined> {
  const { tenantId, clientAddress } = call
  if (party === 'address') return clientAddress === '' ? undefined : networkOf(clientAddress)
  if (party === 'tenant') return tenantId
  const name = party === 'trader' ? await traderOf(database, call) : party === 'account' ? accountOf(call) : targetOf(call)
  return name === undefined || name === '' ? undefined : `${tenantId}\0${name}`
}

async function traderOf(database: Database, call: DrawingCall): Promise<string | undefined> {
  const { name, tenantId, tokenHash, now } = call
  if (name !== 'loginTwoStep') return tokenHash === undefined ? undefined : traderOfSession(database, tokenHash, now)
  const input = inputOf<{ readonly challenge: string }>(call)
  return input === undefined || tenantId === '' ? undefined : traderOfChallenge(database, tenantId, input.challenge, now)
}

interface AccountInput {
  readonly account: string
  readonly type?: 'email' | 'mobile'
  readonly login_type?: 'email' | 'mobile'
}

function accountOf(call: DrawingCall): string | undefined {
  const input = inputOf<AccountInput>(call)
  const type = input?.login_type ?? input?.type
  return input === undefined || type === undefined ? undefined : signInName(input.account, type)
}

/** However a number is written, with or without its country, it ends the same: its last digits stand for all of them. */
const TELLING_DIGITS = 8

function targetOf(call: DrawingCall): string | undefined {
  const input = inputOf<{ readonly to: string }>(call)
  if (input === undefined) return undefined
  return call.name === 'sendEmailCode' ? signInName(input.to, 'email') : digitsOf(input.to).slice(-TELLING_DIGITS)
}

/** Undefined where the parameters are not in order: such a call is refused for that before it can do anything. */
function inputOf<Input>({ endpoint, raw }: DrawingCall): Input | undefined {
  const parsed = parseParameters(endpoint, raw)
  return parsed.ok ? (parsed.value as Input) : undefined
}
