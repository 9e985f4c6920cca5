/** Keeps a small choice (mode, price colours, hidden amounts, language) without JavaScript: a form post, then back. */
import { type ActionFunctionArgs, redirect } from '@remix-run/node'
import { paths } from '~/addresses/paths'
import { safeReturnPath } from '~/addresses/route-access'
import { COOKIE, cookieLine } from '~/cookies/cookies'
import { isMode, isPriceColours, ONE_YEAR_SECONDS } from '~/cookies/preferences'
import { takeForm } from '~/forms/take-form.server'
import { isLanguage } from '~/language/language'
import { safeDeskPath } from '~/visitor/desk-login.server'

export function loader() {
  throw redirect(paths.home())
}

const CHECKS: Readonly<Record<string, (value: string) => boolean>> = {
  [COOKIE.language]: isLanguage,
  [COOKIE.mode]: isMode,
  [COOKIE.priceColours]: isPriceColours,
  [COOKIE.hiddenAmounts]: (value) => value === '0' || value === '1',
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await takeForm(request)
  const headers = new Headers()
  for (const [name, accepts] of Object.entries(CHECKS)) {
    const value = form.get(name)
    if (typeof value === 'string' && accepts(value)) {
      headers.append('Set-Cookie', cookieLine(name, value, { secure: context.isSecure, maxAgeSeconds: ONE_YEAR_SECONDS }))
    }
  }
  const back = String(form.get('back') ?? '')
  if (context.siteKind === 'desk')
    return redirect(safeDeskPath(back) ?? (back === paths.desk.login() ? back : paths.desk.home()), { headers })
  return redirect(safeReturnPath(back) ?? paths.home(), { headers })
}
