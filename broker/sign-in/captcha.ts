/**
 * Four characters in a picture, for companies that ask for no sent code.
 *
 * Invariant: a picture is asked about once, right or wrong, within five minutes, and belongs to one company. Only keyed hashes of
 * its answer are stored. It slows machines down; it proves nothing about an address.
 */
import { randomInt } from 'node:crypto'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { getCaptcha } from '../../contract/companies'
import { done, forTenant, type Handler } from '../calls/handler'
import type { Database } from '../db/open-database'
import { captcha } from '../db/schema'
import { pictureLibrary } from '../ground/picture-library'
import type { KeyedHash } from '../secrets/keyed-hash'
import { hashSecret, newSecret } from '../secrets/session-token'
import type { UserServices } from './user-services'

const LIFE_MS = 5 * 60_000
const CHARACTERS = 4
/** Without those that are mistaken for each other: 0 O D Q, 1 I L, 2 Z, 5 S, 6 G, 8 B, U V. */
export const CAPTCHA_LETTERS = 'ACEFHJKMNPRTVWXY3479'
/** Dark on nothing, in user units; drawn twice as large, on white, for sharp screens. */
const SHAPE = { width: 150, height: 50, fontSize: 50, noise: 2 } as const
const DOTS_PER_INCH = 144

/** What the module itself is; its types know only functions that draw a text by chance that can be foretold. */
type DrawText = (text: string, options: typeof SHAPE) => string

export function captchaHandler({ database, keyedHash }: UserServices): Handler<typeof getCaptcha> {
  return forTenant(async ({ tenant, tx, now }) => {
    const answer = Array.from({ length: CHARACTERS }, () => CAPTCHA_LETTERS[randomInt(CAPTCHA_LETTERS.length)]).join('')
    const id = newSecret()
    const idHash = hashSecret(id) ?? ''
    // Drawn before the row is written, so that no transaction is held open meanwhile. The shapes of an SVG would be read at once.
    const picture = await draw(answer)
    const row = { tenantId: tenant.id, idHash, answerHash: captchaHash(keyedHash, tenant.id, idHash, answer), expiresAt: now + LIFE_MS }
    if (tx === null) await database.withTenant(tenant.id, (own) => own.insert(captcha).values(row))
    else await tx.insert(captcha).values(row)
    return done({ id, b64s: `data:image/png;base64,${picture.toString('base64')}` })
  })
}

async function draw(answer: string): Promise<Buffer> {
  const [sharp, { default: svgCaptcha }] = await Promise.all([pictureLibrary(), import('svg-captcha')])
  const svg = Buffer.from((svgCaptcha as unknown as DrawText)(answer, SHAPE))
  return sharp(svg, { density: DOTS_PER_INCH }).flatten({ background: '#ffffff' }).png().toBuffer()
}

/** Asks about a picture, which is gone afterwards whatever becomes of the call. */
export async function answerCaptcha(
  { database, keyedHash }: Pick<UserServices, 'database' | 'keyedHash'>,
  { tenantId, id, typed, now }: { readonly tenantId: string; readonly id: string; readonly typed: string; readonly now: number },
): Promise<boolean> {
  const idHash = hashSecret(id)
  if (idHash === undefined) return false
  const asked = await database.withTenant(tenantId, (tx) =>
    tx
      .delete(captcha)
      .where(and(eq(captcha.tenantId, tenantId), eq(captcha.idHash, idHash), gt(captcha.expiresAt, now)))
      .returning({ answerHash: captcha.answerHash }),
  )
  return asked[0]?.answerHash === captchaHash(keyedHash, tenantId, idHash, typed)
}

/** Removes pictures that nobody answered. Runs as the owner, over all companies. */
export async function forgetOldCaptchas(database: Database, now: number): Promise<void> {
  await database.system((tx) => tx.delete(captcha).where(lte(captcha.expiresAt, now)))
}

/** What is stored of an answer. */
export function captchaHash(hash: KeyedHash, tenantId: string, idHash: string, typed: string): string {
  return hash('captcha', [tenantId, idHash, typed.normalize('NFKC').replace(/\s/g, '').toUpperCase()].join('\0'))
}
