/**
 * Loaded before a server whose image captchas a journey has to answer: every character is the first of the alphabet. Only the draw
 * of a captcha's character is foretold, told by the size of its alphabet; everything else stays random.
 */
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { CAPTCHA_LETTERS } from '../../broker/sign-in/captcha'
import { FORETOLD_CAPTCHA } from './foretold-captcha'

if (CAPTCHA_LETTERS[0] !== FORETOLD_CAPTCHA[0]) throw new Error('the captcha’s alphabet begins with another letter')
const drawn = crypto.randomInt as (...args: unknown[]) => number
const foretold = (...args: unknown[]) => (args.length === 1 && args[0] === CAPTCHA_LETTERS.length ? 0 : drawn(...args))
crypto.randomInt = foretold as typeof crypto.randomInt
syncBuiltinESMExports()
