/**
 * Every address of the site, in one place: the table of specification §2, then the resources that are not pages.
 * A page whose issue has not come yet is `routes/coming.tsx`; a test lists them, so none is forgotten.
 */
import { index, type RouteConfig, route } from '@remix-run/route-config'

const coming = (path: string) => route(path, 'routes/coming.tsx', { id: `coming/${path}` })

export default [
  index('routes/home.tsx'),
  route('trade', 'routes/trade.tsx'),
  route('order', 'routes/order.tsx'),
  route('rank', 'routes/rank.tsx'),
  route('user', 'routes/user.tsx'),
  route('login', 'routes/login.tsx'),
  route('login/code', 'routes/login-code.tsx'),
  route('register', 'routes/register.tsx'),
  route('forgot', 'routes/forgot.tsx'),
  route('language', 'routes/language.tsx'),
  coming('news'),
  coming('news/detail'),
  coming('feedback'),
  route('product', 'routes/product.tsx'),
  route('verify', 'routes/verify.tsx'),
  route('not-me', 'routes/not-me.tsx'),

  route('mine', 'routes/mine.tsx', [
    route('announcement', 'routes/announcement.tsx'),
    route('system', 'routes/system.tsx'),
    route('password', 'routes/password.tsx'),
    route('auth', 'routes/auth.tsx'),
    route('invite', 'routes/invite.tsx'),
    route('email', 'routes/email.tsx'),
    route('sessions', 'routes/sessions.tsx'),
    route('two-step', 'routes/two-step.tsx'),
    route('confirm', 'routes/confirm.tsx'),
    ...['history', 'charge', 'withdraw', 'chat', 'wallet', 'bank-card-list', 'coin-address-list', 'withdraw-way'].map((path) =>
      route(path, 'routes/coming.tsx', { id: `coming/mine/${path}` }),
    ),
  ]),

  // Forms and resources.
  route('preferences', 'routes/preferences.ts'),
  route('socket-ticket', 'routes/socket-ticket.ts'),
  route('session-ended', 'routes/session-ended.ts'),
  route('demo-account', 'routes/demo-account.ts'),
  route('reset-demo', 'routes/reset-demo.ts'),
  route('logout', 'routes/logout.ts'),
  route('choose-company', 'routes/choose-company.ts'),
  route('resources/candles', 'routes/resources.candles.tsx'),
  route('resources/positions', 'routes/resources.positions.ts'),
  route('resources/image', 'routes/resources.image.ts'),
  route('resources/upload-image', 'routes/resources.upload-image.ts'),
  route('resources/order-proof', 'routes/resources.order-proof.ts'),
  route('resources/captcha', 'routes/resources.captcha.ts'),
  route('locales/:file', 'routes/locales.ts'),
  route('*', 'routes/not-found.ts'),
] satisfies RouteConfig
