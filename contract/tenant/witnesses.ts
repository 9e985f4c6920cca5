/**
 * Who watches over a company's public log: servers of others that sign its checkpoints, and how many of them a checkpoint needs before
 * readers may lean on it. Whether a key is one of a witness is checked where hashes are (broker/brands/check-witnesses.ts).
 */
import { z } from 'zod'
import { PlainText } from './plain-text'

const MOST_WITNESSES = 20

const WitnessUrl = z
  .string()
  .max(300)
  .refine(
    isWitnessUrl,
    'a witness is written as https://host[:port][/path], or http on this machine, without a query and a slash at the end',
  )

const Witness = z.strictObject({
  name: PlainText(80).describe('Who it is, as readers are told'),
  kind: PlainText(40).describe('What kind of party it is, such as regulator'),
  url: WitnessUrl.describe('Where it takes checkpoints: /add-checkpoint stands below; https, or http on this machine'),
  key: z
    .string()
    .max(500)
    .regex(/^[^\s+]+\+[0-9a-f]{8}\+[A-Za-z0-9+/]+=*$/, 'a key is written as name+id+key')
    .describe('Its public key as name+id+key, as npm run witness -- key prints it'),
})

const FIELDS = z.strictObject({
  witnesses: z.array(Witness).min(1, 'names no witness: leave log out instead').max(MOST_WITNESSES).describe('Who signs the checkpoints'),
  needed: z
    .number()
    .int()
    .min(1, 'at least one witness has to sign')
    .max(MOST_WITNESSES)
    .describe('How many of them must have signed a checkpoint before readers lean on it'),
})

export const TenantLog = FIELDS.superRefine(({ witnesses, needed }, context) => {
  for (const [index, witness] of witnesses.entries())
    for (const field of ['name', 'key'] as const)
      if (witnesses.findIndex((other) => other[field] === witness[field]) < index)
        context.addIssue({ code: 'custom', path: ['witnesses', index, field], message: `another witness has this ${field}` })
  if (needed > witnesses.length)
    context.addIssue({
      code: 'custom',
      path: ['needed'],
      message: `${needed} of ${witnesses.length} can never sign`,
    })
})
export type TenantLog = z.infer<typeof TenantLog>

function isWitnessUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, origin, pathname } = new URL(text)
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '127.0.0.1' || hostname === '[::1]'
  const isWhole = text === `${origin}${pathname === '/' ? '' : pathname}` && !text.endsWith('/')
  return isWhole && (protocol === 'https:' || (protocol === 'http:' && isHere))
}
