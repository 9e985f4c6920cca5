import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from '@remix-run/node'
import {
  type ClientActionFunctionArgs,
  isRouteErrorResponse,
  type ShouldRevalidateFunction,
  useActionData,
  useLoaderData,
  useRouteError,
} from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { TAB_HANDLES } from '~/features/shell/tab-handles'
import { loadTrade } from '~/features/trade/load-trade.server'
import { readTradeAddress } from '~/features/trade/scene/trade-address'
import type { PlaceOrderAnswer } from '~/features/trade/scene/trade-data'
import { placeOrder } from '~/features/trade/ticket/place-order.server'
import { TradeScreen } from '~/features/trade/trade-screen'
import { sendForm } from '~/forms/send-form'
import type { RouteHandle } from '~/page/route-handle'
import { Note } from '~/ui'
import { LoadFailed } from '~/ui/load-failed'
import type { SiteData } from '~/visitor/site'

export const handle: RouteHandle = TAB_HANDLES.trade

export const meta: MetaFunction<typeof loader> = ({ data: trade, location, matches }) => {
  const site = matches.find((match) => match.id === 'root')?.data as SiteData | undefined
  const { code } = readTradeAddress(new URLSearchParams(location.search))
  const shown = trade?.instruments.find((each) => each.code === (code ?? trade.defaultCode))
  const title = [shown?.symbol, site?.tenant?.title].filter(Boolean).join(' · ')
  return [{ title }, { property: 'og:title', content: title }]
}

export function loader({ request, context }: LoaderFunctionArgs) {
  return loadTrade(context, request)
}

export function action({ request, context }: ActionFunctionArgs) {
  return placeOrder(context, request)
}

/** An order that was not sent is an answer too: what was typed stays. */
export function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, ({ message }): PlaceOrderAnswer => ({ placed: false, message, isUncertain: false }))
}

// Another instrument or period is another view of the same data; entering the screen and placing orders read it anew.
export const shouldRevalidate: ShouldRevalidateFunction = ({ currentUrl, nextUrl, formMethod, actionResult, defaultShouldRevalidate }) => {
  if (formMethod === undefined && currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search) return false
  if ((actionResult as PlaceOrderAnswer | undefined)?.placed === false) return false
  return defaultShouldRevalidate
}

export default function TradePage() {
  const { t } = useTranslation('public')
  const refused = useActionData<typeof action>() as PlaceOrderAnswer | undefined
  return (
    <>
      {refused?.placed === false ? (
        <Note tone="danger" role="alert">
          {refused.isUncertain ? t('connection.askAgain') : refused.message}
        </Note>
      ) : null}
      <TradeScreen data={useLoaderData<typeof loader>()} />
    </>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  if (!isRouteErrorResponse(error) || error.status !== 503) throw error
  const code = (error.data as { code?: string } | null)?.code ?? String(error.status)
  return <LoadFailed texts="trade" code={code} level={1} />
}
