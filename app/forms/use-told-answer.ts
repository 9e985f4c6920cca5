import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useToast } from '../ui'
import type { KeyedAnswer } from './keyed-answer'

/**
 * Tells a refusal once, however often the form is drawn: as a message where it has words for one.
 * @param key names the message, so that the next one takes its place
 * @param lead leads to what has to be changed
 */
export function useToldAnswer<Answer extends Pick<KeyedAnswer<string>, 'message' | 'messageKey'>>(
  answer: Answer | null,
  key: string,
  lead?: (answer: Answer) => void,
): void {
  const { t } = useTranslation()
  const toast = useToast()
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is told once.
  useEffect(() => {
    if (answer === null) return
    const words = answer.message || (answer.messageKey === undefined ? '' : t(answer.messageKey))
    if (words !== '') toast.show({ tone: 'err', key, title: words })
    lead?.(answer)
  }, [answer])
}
