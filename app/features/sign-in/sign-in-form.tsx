/**
 * The form of every sign-in screen: it is posted with or without scripts, is not sent twice, and shows its answer in one way:
 * the first wrong field gets the focus, what belongs to no field is a message.
 */
import { Form, useLocation, useNavigation } from '@remix-run/react'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { isPageShown } from '../../addresses/route-access'
import { Control, isTyping, Link, media, Note, token, useToast } from '../../ui'
import { useSite } from '../../visitor/site'
import type { FormAnswer, Intent } from './sign-in-data'

const Fields = styled(Form)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[5]};
  ${media.desktop} { ${Control}, button[data-frame='field'] { min-height: 46px; } }
`

/** What this form is sending now; null when it rests. It rests again as soon as its answer is shown, unless that leads away. */
export function useBusyIntent(): Intent | null {
  const { state, formData, location } = useNavigation()
  const { pathname } = useLocation()
  if (!formData?.has('login_form') || (state === 'loading' && location.pathname === pathname)) return null
  return (formData.get('intent') as Intent | null) ?? 'submit'
}

interface WayOut {
  readonly href: string
  readonly labelKey: string
}

const NEW_PASSWORD: WayOut = { href: paths.forgot(), labelKey: 'resetPassword' }
/** Refusals that name a way out: they stay on the page with their link instead of passing by as a message. */
const WAYS_OUT: Readonly<Record<string, WayOut>> = {
  ACCOUNT_FROZEN: NEW_PASSWORD,
  ACCOUNT_FROZEN_BY_COMPANY: { href: paths.mine.chat(), labelKey: 'contactService' },
  REGISTRATION_REFUSED: NEW_PASSWORD,
}
const wayOutOf = ({ refusal }: FormAnswer): WayOut | undefined => WAYS_OUT[refusal ?? '']

const WRONG_FIELD = 'input[aria-invalid="true"], select[aria-invalid="true"], button[data-invalid]'

/** A code is typed next, unless the trader went on to another field while it was sent: what is typed must not land elsewhere. */
function toTheCode(form: HTMLFormElement | null): void {
  if (!isTyping(document.activeElement)) form?.querySelector<HTMLInputElement>('input[name="code"]')?.focus()
}

function useAnswer(form: RefObject<HTMLFormElement>, answer: FormAnswer | undefined): void {
  const toast = useToast()
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is told once, however often the page is drawn.
  useEffect(() => {
    if (answer === undefined) return
    if (answer.isJustSent) return toTheCode(form.current)
    if (Object.keys(answer.problems).length > 0) {
      const wrong = form.current?.querySelector<HTMLElement>(WRONG_FIELD)
      wrong?.focus()
      if (wrong instanceof HTMLInputElement && wrong.type === 'password') wrong.select()
      return
    }
    if (answer.message === '') return
    if (wayOutOf(answer) === undefined) toast.show({ tone: 'err', key: 'sign-in', title: answer.message })
    const password = form.current?.querySelector<HTMLInputElement>('input[name="password"]')
    password?.focus()
    password?.select()
  }, [answer])
}

function Message({ answer }: { answer: FormAnswer | undefined }) {
  const { t } = useTranslation('auth')
  const { tenant } = useSite()
  if (answer === undefined || answer.message === '') return null
  // Without scripts nothing else says what went wrong.
  const wayOut = wayOutOf(answer)
  const note = (
    <Note tone="danger" role="alert">
      {answer.message}{' '}
      {wayOut !== undefined && isPageShown(wayOut.href, tenant?.features) ? (
        <Link inline href={wayOut.href}>
          {t(wayOut.labelKey)}
        </Link>
      ) : null}
    </Note>
  )
  return wayOut !== undefined ? note : <noscript>{note}</noscript>
}

interface SignInFormProps {
  readonly answer: FormAnswer | undefined
  readonly children: ReactNode
}

export function SignInForm({ answer, children }: SignInFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const busy = useBusyIntent()
  useAnswer(form, answer)
  // Sending the form does not wait for a code that is on its way: the code may be in the mail before its answer is here.
  const hold = (event: FormEvent<HTMLFormElement>) => {
    const pressed = (event.nativeEvent as SubmitEvent).submitter?.getAttribute('value') ?? 'submit'
    if (busy === 'submit' || busy === pressed) event.preventDefault()
  }
  return (
    <Fields ref={form} method="post" noValidate onSubmit={hold}>
      <input type="hidden" name="login_form" value="1" />
      {/* Enter presses the first submit button of a form: that must not be the one that sends a code. */}
      <button type="submit" className="sr-only" tabIndex={-1} aria-hidden="true" />
      <Message answer={answer} />
      {children}
    </Fields>
  )
}
