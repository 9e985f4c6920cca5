/** What an entry of the log says, in words. What we have no words for is shown as it stands. */
import type { TFunction } from 'i18next'

type Words = TFunction

const NAMED_ACTORS = ['trader', 'visitor', 'system', 'engine', 'machine']

export function actionWords(t: Words, action: string): string {
  return t(`desk:audit.action.${action.replaceAll('.', '_')}`, { defaultValue: action })
}

/** `operator:dora` is Dora; a trader is their number where it is known. */
export function actorWords(t: Words, actor: string, uid = ''): string {
  const [kind = '', name = ''] = split(actor)
  if (kind === 'operator') return name
  if (!NAMED_ACTORS.includes(kind)) return actor
  const words = t(kind === 'trader' ? 'desk:audit.trader' : `desk:audit.by.${kind}`)
  const who = kind === 'trader' ? uid || name : name
  return who === '' ? words : `${words} ${who}`
}

export function objectWords(t: Words, object: string, uid = ''): string {
  const [kind = '', name = ''] = split(object)
  const words = /^[a-z_]+$/.test(kind) ? t(`desk:audit.objects.${kind}`, { defaultValue: kind }) : kind
  return `${words} ${kind === 'trader' && uid !== '' ? uid : name}`.trim()
}

function split(text: string): readonly string[] {
  const at = text.indexOf(':')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
