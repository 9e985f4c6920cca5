/** A session of this token finds the broker's line dead. */
export const UNREACHABLE_TOKEN = 'unreachable-session-token'
