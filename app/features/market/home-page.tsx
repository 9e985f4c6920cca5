import { useRevalidator, useSearchParams } from '@remix-run/react'
import { useCallback, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { useHiddenAmounts } from '../../frame/hidden-amounts'
import { afterPage } from '../../page/after-page'
import { SharedPart } from '../../page/shared-part'
import { traderPart } from '../../page/trader-part'
import { useMarketFeed, useRecovery } from '../../realtime'
import { STALE_AFTER_MS } from '../../realtime/stale-after'
import { Card, media, Only, RiskLine, token, useToast } from '../../ui'
import { LoadFailed } from '../../ui/load-failed'
import { useSite } from '../../visitor/site'
import { CompanyNotice } from './company-notice'
import { NewsCard } from './home-aside'
import { HomeColumns } from './home-columns'
import type { HomeData, MarketsData } from './home-data'
import { MarketsPanel } from './markets-panel'
import { PromoCard } from './promo-card'
import { useWholeMarkets } from './use-whole-markets'

const Aside = styled.aside`
  display: none;
  ${media.desktop} {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: ${token.space[4]};
    position: sticky;
    inset-block-start: calc(${token.size.bar} + ${token.size.ribbon} + ${token.space[6]});
  }
`
/** A finger that pulls it down reads it anew, and not the whole document as the browser would. */
const Pulled = styled.div`
  overscroll-behavior-y: contain;
`
const Risks = styled.div`
  display: grid;
  gap: 4px;
  padding: ${token.space[5]} ${token.space[4]} ${token.space[6]};
  ${media.tablet} { padding-inline: ${token.space[6]}; }
  ${media.desktop} { padding: ${token.space[4]} 2px 0; }
`

const KeepQuotes = afterPage(() => import('./keep-quotes').then((quotes) => quotes.KeepQuotes))
const PullToRefresh = afterPage(() => import('./pull-to-refresh').then((pull) => pull.PullToRefresh))
const AccountStrip = traderPart(() => import('./home-account').then((account) => account.AccountStrip))
const PositionsCard = traderPart(() => import('./home-account').then((account) => account.PositionsCard))

const NO_INSTRUMENTS: Extract<MarketsData, { ok: true }>['instruments'] = []

/** Revalidates; the promise ends when the fresh data is there. */
function useRefresh(): () => Promise<void> {
  const revalidator = useRevalidator()
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    if (revalidator.state !== 'idle') return
    for (const done of waiting.current.splice(0)) done()
  }, [revalidator.state])
  const { revalidate } = revalidator
  return useCallback(
    () =>
      new Promise<void>((resolve) => {
        waiting.current.push(resolve)
        revalidate()
      }),
    [revalidate],
  )
}

export function HomePage({ data }: { data: HomeData }) {
  const { t } = useTranslation('product')
  const { trader } = useSite()
  const { isHidden, toggle } = useHiddenAmounts()
  const refresh = useRefresh()
  const { account } = data
  const markets = useWholeMarkets(data.markets)
  const category = useSearchParams()[0].get('category')
  const of = {
    notice: [data.announcement?.title, data.announcement?.language],
    news: data.news.flatMap(({ id, title, time, language }) => [id, title, time, language]),
  }
  useMarketFeed(markets.ok ? markets.instruments : NO_INSTRUMENTS)
  useRecovery(() => void refresh())

  const strip = (layout: 'strip' | 'card') =>
    account && trader ? (
      <AccountStrip figures={account.figures} isDemo={trader.isDemo} isHidden={isHidden} onToggleHidden={toggle} layout={layout} />
    ) : null
  const welcome = trader === null ? <PromoCard /> : null

  return (
    <Pulled>
      <PullToRefresh onRefresh={refresh} label={t('refreshing')} />
      {markets.ok && data.search === '' ? <KeepQuotes instruments={markets.instruments} /> : null}
      <HomeColumns>
        <Only on="touch">
          <h1 className="sr-only">{t('title')}</h1>
          {strip('strip')}
          {welcome}
          <SharedPart name="notice" of={of.notice}>
            <CompanyNotice announcement={data.announcement} />
          </SharedPart>
        </Only>
        <div>
          {markets.ok ? (
            <SharedPart name={data.search === '' ? 'markets' : 'found'} of={[markets, data.search, category]}>
              <MarketsPanel markets={markets} search={data.search} staleAfterMs={STALE_AFTER_MS} />
            </SharedPart>
          ) : (
            <MarketsFailed markets={markets} />
          )}
          <Risks>
            <RiskLine>{t('risk')}</RiskLine>
            <RiskLine>{t('availability')}</RiskLine>
          </Risks>
        </div>
        <Aside>
          {account && trader ? <Card as="div">{strip('card')}</Card> : null}
          {welcome}
          <SharedPart name="notice-boxed" of={of.notice}>
            <CompanyNotice announcement={data.announcement} boxed />
          </SharedPart>
          {account ? <PositionsCard account={account} /> : null}
          <SharedPart name="news" of={of.news}>
            <NewsCard news={data.news} />
          </SharedPart>
        </Aside>
      </HomeColumns>
    </Pulled>
  )
}

function MarketsFailed({ markets }: { markets: Extract<MarketsData, { ok: false }> }) {
  const { t } = useTranslation('product')
  const toast = useToast()
  const { code, message } = markets
  useEffect(() => {
    toast.show({ tone: 'err', key: 'markets-failed', title: message === '' ? t('error.noConnection') : message, text: code })
  }, [toast, t, code, message])
  return <LoadFailed texts="product" code={code} />
}
