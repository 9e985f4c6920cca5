/** What is said of the line: that something could not be read, with its code; that the end of something sent is not known, and its end. */
import { useLocation, useRevalidator } from '@remix-run/react'
import type { TFunction } from 'i18next'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { type LineEvent, line } from '../../line/line-state'
import { type ToastMessage, useToast } from '../../ui'
import { deedOf, isShownBy } from '../not-known/deed'
import { NotKnownLines, notKnownTitle } from '../not-known/not-known-panel'
import { orderEnd } from '../not-known/order-end'
import { useOpenSendings } from '../not-known/use-open-sendings'

export function useLineMessages(): void {
  const { t } = useTranslation('public')
  const toast = useToast()
  const { revalidate } = useRevalidator()
  useEffect(
    () =>
      line.listen((event) => {
        const message = messageOf(t, event)
        if (message !== null) toast.show(message)
        if (event.kind === 'ended') revalidate()
      }),
    [t, toast, revalidate],
  )
  useNotKnownMessage()
}

/** Null where the site itself says it, with the page that is read next. */
function messageOf(t: TFunction<'public'>, event: LineEvent): ToastMessage | null {
  if (event.kind === 'lost') return { tone: 'err', key: 'line', title: t('networkError', { code: event.code }) }
  const { sending, end } = event
  const deed = deedOf(sending)
  if (deed === 'order') return orderEnd(t, end)
  if (end.isDone) return deed === 'deposit' || deed === 'withdrawal' ? null : { tone: 'ok', title: t('connection.wasDone') }
  const { message } = (end.data ?? {}) as { readonly message?: unknown }
  return { tone: 'info', title: t('connection.wasNotDone'), ...(typeof message === 'string' ? { text: message } : {}) }
}

/** Stays while it is so: nothing has gone wrong yet, and nothing is to be done about it. */
function useNotKnownMessage(): void {
  const { t } = useTranslation('public')
  const toast = useToast()
  const { pathname } = useLocation()
  const first = useOpenSendings().find((sending) => !isShownBy(sending, pathname))
  const key = first?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: one message a sending, however often it is asked about.
  useEffect(() => {
    if (first === undefined) return
    const id = toast.show({
      key: 'not-known',
      title: t(notKnownTitle(deedOf(first))),
      text: <NotKnownLines sending={first} />,
      durationMs: Number.POSITIVE_INFINITY,
      action: { label: t('connection.checkNow'), onAct: line.tryNow },
    })
    return () => toast.dismiss(id)
  }, [key, t, toast])
}
