/** One article, and the instrument its title names with its live price. */
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { useWrittenIn, WrittenIn } from '../../frame/written-in'
import { useIsStale, useMarketFeed, useQuote } from '../../realtime'
import { STALE_AFTER_MS } from '../../realtime/stale-after'
import type { InstrumentLine } from '../../terms/instrument'
import { Anchor, ButtonLink, Change, EmptyState, Icon, InstrumentMark, Link, PageTitle, Price, Prose, token } from '../../ui'
import { NewsColumn } from './news-column'
import type { NewsArticle } from './news-data'

const PageHead = styled.header`
  display: grid;
  gap: ${token.space[2]};
  padding-block-start: ${token.space[4]};
  time { font-size: ${token.type.sm}; color: ${token.text.muted}; }
  h1 { font-size: clamp(${token.type.xxl}, 4vw, ${token.type.balance}); overflow-wrap: anywhere; }
`
const Picture = styled.img`
  width: 100%;
  max-height: 320px;
  object-fit: cover;
  border-radius: ${token.radius.sm};
  background: ${token.surface.active};
`
/** Stands where a picture did not come. */
const NoPicture = styled.div`
  display: grid;
  place-items: center;
  height: 160px;
  border-radius: ${token.radius.sm};
  background: ${token.surface.active};
  color: ${token.text.muted};
`
const Named = styled(Anchor)`
  display: flex;
  align-items: center;
  gap: ${token.space[3]};
  padding: ${token.space[4]};
  border-radius: ${token.radius.md};
  background: ${token.surface.surface};
  box-shadow: ${token.shadow.card};
  --mark-ring: ${token.surface.surface};
  &:hover { background: ${token.surface.hover}; --mark-ring: ${token.surface.hover}; }
  > span { flex: 1; display: grid; }
  > span + span { flex: none; justify-items: end; }
  b { font-weight: 600; }
  small { font-size: ${token.type.sm}; color: ${token.text.muted}; }
`

function NamedInstrument({ instrument }: { readonly instrument: InstrumentLine }) {
  const { t } = useTranslation('news')
  const quote = useQuote(instrument.id)
  const seed = instrument.quote
  const isClosed = !(quote?.isOpen ?? instrument.isOpen)
  const isMuted = useIsStale(instrument.id, STALE_AFTER_MS) || isClosed
  return (
    <Named href={paths.trade({ code: instrument.code })}>
      <InstrumentMark code={instrument.symbol} logo={instrument.logo} />
      <span>
        <b>
          <bdi dir="ltr">{instrument.symbol}</bdi>
        </b>
        <small>{t('mentioned')}</small>
      </span>
      <span>
        <Price value={quote?.last ?? seed.last} precision={instrument.pricePrecision} tick={!isClosed} stale={isMuted} />
        <Change value={quote?.change ?? seed.change} decimals={2} stale={isMuted} />
      </span>
    </Named>
  )
}

function ArticlePicture({ source }: { readonly source: string }) {
  const [hasFailed, setHasFailed] = useState(false)
  const picture = useRef<HTMLImageElement>(null)
  // It may have failed before anybody listened.
  useEffect(() => {
    const { current } = picture
    if (current?.complete && current.naturalWidth === 0) setHasFailed(true)
  }, [])
  if (hasFailed)
    return (
      <NoPicture aria-hidden="true">
        <Icon name="newspaper" size={24} />
      </NoPicture>
    )
  return <Picture ref={picture} src={source} alt="" onError={() => setHasFailed(true)} />
}

const NOTHING: readonly InstrumentLine[] = []

export function ArticlePage({
  data: { article, instrument, writtenIn },
  seeds,
}: {
  readonly data: NewsArticle
  readonly seeds: readonly InstrumentLine[]
}) {
  const { t } = useTranslation('news')
  useMarketFeed(instrument === null ? NOTHING : seeds)
  const written = useWrittenIn(article?.language)
  if (article === null) {
    return (
      <NewsColumn>
        <EmptyState
          art="news"
          level={1}
          title={t('gone')}
          text={t('goneText')}
          action={<ButtonLink href={paths.news()}>{t('toNews')}</ButtonLink>}
        />
      </NewsColumn>
    )
  }
  return (
    <NewsColumn as="article">
      <PageHead>
        <PageTitle dir="auto" {...written}>
          {article.title}
        </PageTitle>
        <time dateTime={article.at.iso}>{article.at.text}</time>
        <WrittenIn language={article.language} languages={writtenIn} />
      </PageHead>
      {article.logo === '' ? null : <ArticlePicture key={article.logo} source={article.logo} />}
      <div {...written}>
        <Prose html={article.content} />
      </div>
      {instrument === null ? null : <NamedInstrument instrument={instrument} />}
      <p>
        <Link href={paths.news()}>{t('toNews')}</Link>
      </p>
    </NewsColumn>
  )
}
