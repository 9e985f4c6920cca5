/**
 * Text that a company writes about itself: names, addresses, replaced texts of the site.
 *
 * Invariant: what is shown is what is written. No character that is invisible, turns the writing direction or piles up over the
 * line can stand in it, so no name can look like another one or hide a part of itself.
 */
import { z } from 'zod'
import { UNSEEN } from '../form-bounds'

/** More marks over one letter than any script writes. */
const PILED = /\p{M}{4,}/u

/** Why a text cannot stand as it is; null when it can. */
export function plainTextProblem(text: string): string | null {
  const unseen = UNSEEN.exec(text)
  if (unseen !== null) {
    const code = (unseen[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
    return `holds the character U+${code}, which cannot be seen or turns the writing direction`
  }
  if (PILED.test(text)) return 'piles more marks over one letter than any script does'
  if (/[<>]/.test(text)) return 'holds < or >: texts are plain, never HTML'
  return /[\p{L}\p{N}]/u.test(text) ? null : 'has no letter and no digit'
}

/** One line of plain text, 1 to `max` characters. */
export function PlainText(max: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(max)
    .superRefine((text, context) => {
      const problem = plainTextProblem(text)
      if (problem !== null) context.addIssue({ code: 'custom', message: problem })
    })
}
