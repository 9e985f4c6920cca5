/**
 * The one error table: name → number on the wire, HTTP status, whether trying again can help.
 * The text of an error is `public:error.<NAME>` in `locales/`; a test keeps the two total in every finished language.
 *
 * Invariant: business errors travel as HTTP 200; only transport errors carry another status.
 */
interface ErrorRow {
  readonly code: number
  readonly status: number
  readonly retryable: boolean
}

const business = (code: number, retryable = false): ErrorRow => ({ code, status: 200, retryable })
const transport = (status: number, retryable = false): ErrorRow => ({ code: status, status, retryable })

export const ERRORS = {
  // Transport
  BODY_UNREADABLE: transport(400),
  PATH_UNKNOWN: transport(404),
  METHOD_NOT_ALLOWED: transport(405),
  BODY_TOO_LARGE: transport(413),
  MEDIA_TYPE_UNSUPPORTED: transport(415),
  HOST_UNKNOWN: transport(421),
  TOO_MANY_REQUESTS: transport(429, true),
  INTERNAL_ERROR: transport(500, true),
  SERVICE_UNAVAILABLE: transport(503, true),

  // Any call
  SESSION_INVALID: business(999),
  PARAMETER_INVALID: business(1001),
  PARAMETER_REPEATED: business(1002),
  NOT_AVAILABLE_YET: business(1003),
  COMPANY_UNKNOWN: business(1004),
  COMPANY_CLOSED: business(1005),
  COMPANY_WINDING_DOWN: business(1006),
  DEMO_RESTRICTED: business(1007),
  DEMO_ONLY: business(1008),
  PREFETCH_REFUSED: business(1009, true),
  IDEMPOTENCY_KEY_INVALID: business(1010),
  IDEMPOTENCY_KEY_REUSED: business(1011),
  NOT_FOUND: business(1012),
  NUMBER_TOO_LARGE: business(1013),
  NOT_RECEIVED: business(1014),

  // Users
  LOGIN_FAILED: business(2001),
  ACCOUNT_REQUIRED: business(2002),
  PASSWORD_REQUIRED: business(2003),
  SOCKET_TICKET_INVALID: business(2004, true),
  RANKING_NAME_INVALID: business(2005),
  ACCOUNT_INVALID: business(2006),
  AREA_UNKNOWN: business(2007),
  MOBILE_INVALID: business(2008),
  PASSWORD_MISMATCH: business(2009),
  PASSWORD_TOO_SHORT: business(2010),
  PASSWORD_TOO_COMMON: business(2011),
  OLD_PASSWORD_WRONG: business(2012),
  CODE_REQUIRED: business(2013),
  CODE_WRONG: business(2014),
  CODE_TOO_SOON: business(2015, true),
  CAPTCHA_WRONG: business(2016),
  COUNTRY_REFUSED: business(2017),
  REGISTRATION_REFUSED: business(2018),
  ACCOUNT_FROZEN: business(2019),
  LINK_INVALID: business(2020),
  ACCOUNT_FROZEN_BY_COMPANY: business(2021),
  MOBILE_REQUIRED: business(2022),
  INVITE_CODE_UNKNOWN: business(2023),
  TWO_STEP_CODE_REQUIRED: business(2030),
  TWO_STEP_CODE_WRONG: business(2031),
  TWO_STEP_CHALLENGE_INVALID: business(2032),
  TWO_STEP_CONFIRM_REQUIRED: business(2033),
  TWO_STEP_ALREADY_ON: business(2034),
  TWO_STEP_NOT_STARTED: business(2035),
  TWO_STEP_NOT_ON: business(2036),
  OWNER_PROOF_REQUIRED: business(2037),
  PASSWORD_WRONG: business(2038),
  CONTACT_UNPROVEN: business(2039),
  IMAGE_REQUIRED: business(2040),
  IMAGE_TOO_LARGE: business(2041),
  IMAGE_TYPE_REFUSED: business(2042),
  IMAGE_TOO_MANY_PIXELS: business(2043),
  IMAGE_UNREADABLE: business(2044),
  IMAGE_QUOTA: business(2045, true),
  IMAGE_REFERENCE_INVALID: business(2046),
  IDENTITY_NAME_REQUIRED: business(2050),
  IDENTITY_NUMBER_REQUIRED: business(2051),
  IDENTITY_PHOTOS_REQUIRED: business(2052),
  IDENTITY_NAME_INVALID: business(2053),
  IDENTITY_NUMBER_INVALID: business(2054),
  IDENTITY_ALREADY_SUBMITTED: business(2055),

  // Market and trading
  INSTRUMENT_NOT_FOUND: business(3001),
  MARKET_CLOSED: business(3002, true),
  QUOTE_STALE: business(3003, true),
  LEVERAGE_NOT_CONFIGURED: business(3004),
  LEVERAGE_NOT_OFFERED: business(3005),
  LOTS_TOO_SMALL: business(3006),
  LOTS_TOO_LARGE: business(3007),
  LOTS_OFF_STEP: business(3008),
  PRICE_OFF_GRID: business(3009),
  TARGET_PRICE_REQUIRED: business(3010),
  PRICE_MOVED: business(3011, true),
  STOP_LOSS_WRONG_SIDE: business(3012),
  TAKE_PROFIT_WRONG_SIDE: business(3013),
  INSUFFICIENT_MARGIN: business(3014),
  ORDER_NOT_FOUND: business(3015),
  ORDER_NOT_HOLDING: business(3016),
  ORDER_NOT_PENDING: business(3017),
  TOO_MANY_OPEN_ORDERS: business(3018),
  TARGET_IS_MARKET_PRICE: business(3019),
  TARGET_TOO_CLOSE: business(3020),
  TARGET_WRONG_SIDE: business(3021),
  STOP_LOSS_TOO_CLOSE: business(3022),
  TAKE_PROFIT_TOO_CLOSE: business(3023),
  TRAILING_TOO_CLOSE: business(3024),
  TRADING_PAUSED: business(3025, true),
  ORDER_UNDER_WAY: business(3026, true),
  ORDER_NOT_FILLED: business(3027, true),
  PROVIDER_DOWN: business(3028, true),
  TRADING_BRAKED: business(3029, true),
  NO_PRICE_IN_LIMIT: business(3030, true),
  ALERT_PRICE_CROSSED: business(3031),
  ALERT_PERCENT_INVALID: business(3032),
  ALERT_TOLD: business(3033),
  TOO_MANY_ALERTS: business(3034),

  // Wallet
  DEPOSIT_AMOUNT_INVALID: business(4001),
  DEPOSIT_NETWORK_UNKNOWN: business(4002),
  DEPOSIT_ADDRESS_CHANGED: business(4003),
  COLLECTION_ACCOUNT_UNKNOWN: business(4004),
  DEPOSIT_PROOF_REQUIRED: business(4005),
  TOO_MANY_OPEN_DEPOSITS: business(4006, true),
  AMOUNT_TOO_PRECISE: business(4007),
  AMOUNT_TOO_LARGE: business(4008),
  BALANCE_TOO_LARGE: business(4009),
  WITHDRAW_CURRENCY_UNKNOWN: business(4010),
  PAYOUT_METHOD_UNKNOWN: business(4011),
  PAYOUT_METHOD_MISMATCH: business(4012),
  PAYOUT_METHOD_ON_HOLD: business(4013, true),
  WITHDRAW_AMOUNT_INVALID: business(4014),
  WITHDRAW_AMOUNT_BELOW_FEE: business(4015),
  WITHDRAW_AMOUNT_TOO_LARGE: business(4016),
  WITHDRAWAL_NOT_FOUND: business(4017),
  WITHDRAWAL_ALREADY_DECIDED: business(4018),
  PAYOUT_FIELDS_REQUIRED: business(4020),
  PAYOUT_ADDRESS_INVALID: business(4021),
  PAYOUT_IBAN_INVALID: business(4022),
  PAYOUT_SWIFT_INVALID: business(4023),
  PAYOUT_METHOD_EXISTS: business(4024),
  PAYOUT_METHODS_TOO_MANY: business(4025),
  STATEMENT_PERIOD_INVALID: business(4030),

  // News
  NEWS_NOT_FOUND: business(5001),

  // Feedback
  FEEDBACK_TEXT_INVALID: business(5010),
  FEEDBACK_EMAIL_INVALID: business(5011),

  // Challenges
  CHALLENGE_TOO_LATE: business(5020),
  CHALLENGE_EXISTS: business(5021),
  CHALLENGE_CLOSED: business(5022),
  CHALLENGE_WORDS_INVALID: business(5023),

  // Watchlists
  WATCHLIST_LIMIT: business(5030),
  WATCHLIST_FULL: business(5031),

  // The desk
  DESK_LOGIN_FAILED: business(6001),
  DESK_FORBIDDEN: business(6002),
  DESK_ALREADY_DECIDED: business(6003),
  DESK_REASON_REQUIRED: business(6004),
  DESK_SAME_PERSON: business(6005),
  DESK_AMOUNT_INVALID: business(6006),
  DESK_CHANGE_STALE: business(6007),
  DESK_VALUE_INVALID: business(6008),
  DESK_IMAGE_GONE: business(6009),
  DESK_IMAGE_LIMIT: business(6010, true),
  ARTICLE_TEXT_REQUIRED: business(6011),
  ARTICLE_CHANGED: business(6012),
  DESK_ACCOUNT_FROZEN: business(6013),
  DESK_BRAKE_STANDS: business(6014),
} as const satisfies Record<string, ErrorRow>

export type ErrorName = keyof typeof ERRORS

const NAME_BY_CODE = new Map<number, ErrorName>(Object.entries(ERRORS).map(([name, row]) => [row.code, name as ErrorName]))

/** The error's name for a wire code; `undefined` for a code that this table does not know (a newer broker's). */
export function errorNameOf(code: number): ErrorName | undefined {
  return NAME_BY_CODE.get(code)
}

/** Key of the error's text in the locale files. */
export function errorTextKey(name: ErrorName): string {
  return `public:error.${name}`
}
