/**
 * Which budgets a call draws on, and in whose name.
 *
 * Invariants: drawn before anything is judged or hashed, so an account that does not exist is limited like one that does; what
 * turned out not to be what the budget counts is given back. A stranger's tries never use up the owner's budget: whoever is
 * recognised draws on budgets of their own.
 */
import type { Endpoint } from '../../contract/endpoint'
import { SUCCESS_CODE } from '../../contract/endpoint'
import { type ErrorName, errorNameOf } from '../../contract/errors'
import type { EndpointName } from '../../contract/index'
import { networkOf } from '../calls/ip-address'
import type { Budgets } from '../calls/open-budgets'
import type { BudgetName } from '../calls/rate-limits'
import { parseParameters, type RawParameters } from '../calls/read-parameters'
import type { Database } from '../db/open-database'
import { browserOfAddress, type IsTheirs, knownBrowser, ownerOfAddress } from '../sessions/recognise-caller'
import { traderOfSession } from '../sessions/session-store'
import { traderOfChallenge } from '../sign-in/login-two-step'
import { digitsOf, signInName } from '../sign-in/sign-in-name'

/**
 * `account`: the name somebody signs in with. `target`: where a code is sent. `trader`: whose half sign-in it is. `session`: one
 * session of a trader. With `At` behind it: as one network tries it.
 */
type Party = 'address' | 'account' | 'accountAt' | 'target' | 'targetAt' | 'trader' | 'session' | 'device' | 'owner' | 'tenant'

interface Draw {
  readonly budget: BudgetName
  readonly party: Party
  /** The outcomes that count; every call counts where nothing is said. */
  readonly counts?: readonly (ErrorName | 'ok')[]
}

/** What cost a password's hash and signed nobody in. */
const JUDGED = ['LOGIN_FAILED', 'ACCOUNT_FROZEN', 'ACCOUNT_FROZEN_BY_COMPANY', 'TWO_STEP_CODE_REQUIRED'] as const
const PROOFS_MISSED = ['OLD_PASSWORD_WRONG', 'PASSWORD_WRONG', 'CODE_WRONG', 'CONTACT_UNPROVEN'] as const
const SECOND_STEP_MISSED = ['TWO_STEP_CODE_WRONG'] as const
const IN_SESSION: readonly Draw[] = [{ budget: 'twoStepCodesPerSession', party: 'session', counts: SECOND_STEP_MISSED }]
const OWNER_PROOFS: readonly Draw[] = [{ budget: 'ownerProofs', party: 'session', counts: PROOFS_MISSED }]
const CODE_TRIES: readonly Draw[] = [
  { budget: 'codeTriesPerTarget', party: 'accountAt', counts: ['CODE_WRONG'] },
  { budget: 'codeTriesPerAddress', party: 'address', counts: ['CODE_WRONG'] },
]
const codes = (tenantBudget: BudgetName): readonly Draw[] => [
  { budget: 'codesPerAddress', party: 'address' },
  { budget: 'codesPerAsker', party: 'targetAt', counts: ['ok'] },
  { budget: 'codesPerTarget', party: 'target', counts: ['ok'] },
  { budget: tenantBudget, party: 'tenant', counts: ['ok'] },
]

/** In the order in which they are drawn: who is refused by a narrow budget takes nothing from the wide one behind it. */
export const DRAWS: { readonly [Name in EndpointName]?: readonly Draw[] } = {
  login: [
    { budget: 'loginsPerAddress', party: 'address' },
    { budget: 'loginsPerAccount', party: 'accountAt', counts: JUDGED },
    { budget: 'loginsPerAccountAnywhere', party: 'account', counts: JUDGED },
    { budget: 'loginsPerTenant', party: 'tenant' },
  ],
  loginTwoStep: [
    { budget: 'loginsPerAddress', party: 'address' },
    { budget: 'twoStepCodes', party: 'trader', counts: SECOND_STEP_MISSED },
  ],
  startTwoStep: OWNER_PROOFS,
  enableTwoStep: IN_SESSION,
  disableTwoStep: IN_SESSION,
  renewRecoveryCodes: IN_SESSION,
  confirmTwoStep: IN_SESSION,
  sendEmailCode: codes('mailsPerTenant'),
  sendSmsCode: codes('textsPerTenant'),
  register: [
    { budget: 'registrationsPerAddress', party: 'address' },
    { budget: 'refusedRegistrations', party: 'address', counts: ['REGISTRATION_REFUSED'] },
    ...CODE_TRIES,
    { budget: 'registrationsPerTenant', party: 'tenant', counts: ['ok'] },
  ],
  resetPassword: [{ budget: 'loginsPerAddress', party: 'address' }, ...CODE_TRIES],
  changePassword: OWNER_PROOFS,
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
  challengeFill: [
    { budget: 'challengesPerTrader', party: 'trader', counts: ['ok'] },
    { budget: 'challengesPerTenant', party: 'tenant', counts: ['ok'] },
  ],
  addToChallenge: [
    { budget: 'challengesPerTrader', party: 'trader', counts: ['ok'] },
    { budget: 'challengesPerTenant', party: 'tenant', counts: ['ok'] },
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

/**
 * What is drawn instead where the caller is recognised: by a browser that signed in to the account before, or as the signed-in owner
 * of the address. Nothing that strangers can use up stands here.
 */
export const RECOGNISED: { readonly [Name in EndpointName]?: readonly Draw[] } = {
  login: [{ budget: 'loginsPerDevice', party: 'device', counts: JUDGED }],
  loginTwoStep: [{ budget: 'twoStepCodesPerDevice', party: 'device', counts: SECOND_STEP_MISSED }],
  sendEmailCode: [{ budget: 'codesPerOwner', party: 'owner', counts: ['ok'] }],
  sendSmsCode: [{ budget: 'codesPerOwner', party: 'owner', counts: ['ok'] }],
}

interface DrawingCall {
  readonly name: EndpointName
  readonly endpoint: Endpoint
  readonly raw: RawParameters
  readonly tenantId: string
  readonly tokenHash: string | undefined
  readonly clientAddress: string
  readonly now: number
}

type Drawn =
  /** `settle` gives back what the outcome does not count for. */
  { readonly ok: true; settle(code: number): Promise<void> } | { readonly ok: false; readonly retryAfterMs: number }

const NOTHING_DRAWN: Drawn = { ok: true, settle: async () => {} }

export async function drawBudgets(budgets: Budgets, database: Database, call: DrawingCall): Promise<Drawn> {
  if (DRAWS[call.name] === undefined) return NOTHING_DRAWN
  const recognised = await recognise(database, call)
  const draws = (recognised === undefined ? DRAWS : RECOGNISED)[call.name] ?? []
  const taken: { readonly draw: Draw; readonly key: string }[] = []
  const giveBack = async (isCounted: (draw: Draw) => boolean) => {
    for (const { draw, key } of taken) if (!isCounted(draw)) await budgets.giveBack(draw.budget, key)
  }
  for (const draw of draws) {
    const key = await keyOf(database, call, draw.party, recognised)
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

/** A name of the caller that nobody else can use, where one was shown. */
async function recognise(database: Database, call: DrawingCall): Promise<string | undefined> {
  const { name, tenantId, tokenHash, now } = call
  if (tenantId === '' || RECOGNISED[name] === undefined) return undefined
  if (name === 'login') {
    const input = inputOf<{ readonly account: string; readonly login_type: 'email' | 'mobile'; readonly device?: string }>(call)
    if (input === undefined) return undefined
    const value = signInName(input.account, input.login_type)
    const device = await knownBrowser(database, tenantId, { column: input.login_type, value }, input.device)
    return device && `${value}\0${device}`
  }
  if (name === 'loginTwoStep') {
    const value = await traderOf(database, call)
    const { device } = inputOf<{ readonly device?: string }>(call) ?? {}
    const known = value && (await knownBrowser(database, tenantId, { column: 'id', value }, device))
    return known && `${value}\0${known}`
  }
  const target = targetOf(call)
  if (target === undefined) return undefined
  const isTheirs: IsTheirs = ({ email, mobile }) =>
    name === 'sendEmailCode' ? email === target : mobile !== null && mobile.slice(-TELLING_DIGITS) === target
  const owner = tokenHash === undefined ? undefined : await ownerOfAddress(database, tenantId, tokenHash, isTheirs, now)
  if (owner !== undefined) return owner
  const { device } = inputOf<{ readonly device?: string }>(call) ?? {}
  const browser = device === undefined ? undefined : await browserOfAddress(database, tenantId, device, isTheirs)
  return browser && `${browser.id}\0${browser.deviceHash}`
}

async function keyOf(database: Database, call: DrawingCall, party: Party, recognised: string | undefined): Promise<string | undefined> {
  const { tenantId, clientAddress, tokenHash } = call
  const network = clientAddress === '' ? '' : networkOf(clientAddress)
  const inTenant = (name: string | undefined) => (name === undefined || name === '' ? undefined : `${tenantId}\0${name}`)
  const atNetwork = (name: string | undefined) => inTenant(name && `${name}\0${network}`)
  switch (party) {
    case 'address':
      return network === '' ? undefined : network
    case 'tenant':
      return tenantId
    case 'device':
    case 'owner':
      return inTenant(recognised)
    case 'session':
      return inTenant(tokenHash)
    case 'trader':
      return inTenant(await traderOf(database, call))
    case 'account':
      return inTenant(accountOf(call))
    case 'accountAt':
      return atNetwork(accountOf(call))
    case 'target':
      return inTenant(targetOf(call))
    case 'targetAt':
      return atNetwork(targetOf(call))
  }
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
