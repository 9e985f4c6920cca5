/** What every image captcha of the journeys' servers says (known-captcha.ts). */
export const FORETOLD_CAPTCHA = 'AAAA'
