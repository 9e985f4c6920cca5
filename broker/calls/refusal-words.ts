/**
 * The words of a refused parameter: named as people know it, with the prompt to fill it in where it was missing. Its wire name stays in
 * `details.parameter`, for programs.
 */
import type { DeskEndpointName } from '../../contract/desk'
import type { ErrorName } from '../../contract/errors'
import { fieldTextKey } from '../../contract/field-names'
import type { EndpointName } from '../../contract/index'
import type { Language } from '../../contract/primitives'
import type { Texts } from '../ground/texts'

/** Marks, inside the broker, that a parameter was missing or empty; it does not travel. */
export const MISSING = 'missing'

interface Refused {
  readonly name: EndpointName | DeskEndpointName
  readonly language: Language
  readonly error: ErrorName
  readonly details: Readonly<Record<string, string>> | undefined
}

export function refusalWords(texts: Texts, { name, language, error, details }: Refused): string {
  if (error !== 'PARAMETER_INVALID') return texts.error(language, error, details)
  const { parameter = '' } = details ?? {}
  const key = fieldTextKey(name, parameter)
  const field = key === undefined ? parameter : texts.text(language, key)
  return details?.[MISSING] === undefined
    ? texts.error(language, error, { parameter: field })
    : texts.error(language, 'PAYOUT_FIELDS_REQUIRED', { field })
}

/** What of the details a client is told. */
export function toldDetails({ [MISSING]: _missing, ...told }: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return told
}
