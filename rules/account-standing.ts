/**
 * In which of three standings an account is, what leads from one to another, and what each means for everything that can be under way.
 * The table of docs/invariants.md is made of this, and `broker/sign-in/account-standing.test.ts` walks every cell of it.
 */

/** `reported`: its owner said "this was not me". `frozen`: by the company, whatever was reported before. */
export type Standing = 'open' | 'reported' | 'frozen'

export interface StandingFacts {
  readonly frozenAt: number | null
  /** The operator; null where the owner reported. */
  readonly frozenBy: string | null
}

export function standingOf({ frozenAt, frozenBy }: StandingFacts): Standing {
  if (frozenAt === null) return 'open'
  return frozenBy === null ? 'reported' : 'frozen'
}

export const STANDING_EVENTS = ['owner-reports', 'company-freezes', 'company-unfreezes', 'password-reset'] as const
export type StandingEvent = (typeof STANDING_EVENTS)[number]

const NEXT: Readonly<Record<Standing, Readonly<Record<StandingEvent, Standing | null>>>> = {
  open: { 'owner-reports': 'reported', 'company-freezes': 'frozen', 'company-unfreezes': null, 'password-reset': 'open' },
  // The link of a report is used up with it. A new password is the owner's one way back.
  reported: { 'owner-reports': null, 'company-freezes': 'frozen', 'company-unfreezes': 'open', 'password-reset': 'open' },
  // The company is the one way back: whoever reads the mails may be the thief.
  frozen: { 'owner-reports': null, 'company-freezes': null, 'company-unfreezes': 'open', 'password-reset': null },
}

/** Null: it is refused, and nothing changes. */
export const nextStanding = (standing: Standing, event: StandingEvent): Standing | null => NEXT[standing][event]

/** What becomes of something: it goes on, ends for good, waits until the account is open, or is refused to whoever asks for it. */
export type Fate = 'goes on' | 'ends' | 'waits' | 'refused'

interface UnderWay {
  readonly what: string
  readonly reported: Fate
  readonly frozen: Fate
}

/** What can be under way when an account is reported or frozen. */
export const UNDER_WAY = {
  session: { what: 'sessions, with their sockets', reported: 'ends', frozen: 'ends' },
  secondStep: { what: 'a sign-in that waits for its second code', reported: 'ends', frozen: 'ends' },
  link: { what: 'the links "this was not me" of other mails', reported: 'ends', frozen: 'ends' },
  signIn: { what: 'a sign-in with the right password', reported: 'refused', frozen: 'refused' },
  resetCode: { what: 'a code for a new password', reported: 'goes on', frozen: 'refused' },
  twoStep: { what: 'two-step sign-in', reported: 'goes on', frozen: 'goes on' },
  payoutMethod: { what: 'payout methods', reported: 'goes on', frozen: 'goes on' },
  payout: { what: 'a withdrawal that nobody approved', reported: 'waits', frozen: 'waits' },
  halfPayout: { what: 'a withdrawal that one operator approved', reported: 'waits', frozen: 'waits' },
  returning: { what: 'giving a withdrawal back', reported: 'goes on', frozen: 'goes on' },
  deposit: { what: 'a deposit that was declared', reported: 'goes on', frozen: 'goes on' },
  position: { what: 'positions, with their stops and targets', reported: 'goes on', frozen: 'goes on' },
  pending: { what: 'pending orders', reported: 'goes on', frozen: 'goes on' },
  identity: { what: 'an identity check', reported: 'goes on', frozen: 'goes on' },
} as const satisfies Record<string, UnderWay>

export type Matter = keyof typeof UNDER_WAY
