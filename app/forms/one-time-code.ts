/** What a field is that takes a code which works once, from a mail, a text or an authenticator. */
export const ONE_TIME_CODE = { name: 'code', inputMode: 'numeric', autoComplete: 'one-time-code', numeric: true } as const
