import { useFetcher } from '@remix-run/react'
import { useEffect, useState } from 'react'
import type { RankingEntry } from '../../terms/ranking'
import { PAGE_SIZE, type RankingData, rankingAddress } from './ranking-data'

type Loaded = Extract<RankingData, { ok: true }>

/** The entries of a view with the pages that were loaded after them. Fresh loader data starts anew. */
export function useRankingList(loaded: Loaded) {
  const [pages, setPages] = useState<{ readonly of: Loaded; readonly more: readonly Loaded[] }>({ of: loaded, more: [] })
  const fetcher = useFetcher<RankingData>()
  const more = pages.of === loaded ? pages.more : []

  useEffect(() => {
    const answer = fetcher.data
    if (!answer?.ok) return
    setPages((before) => {
      const kept = before.of === loaded ? before.more : []
      const isNext =
        answer.page === loaded.page + kept.length + 1 && rankingAddress(answer) === rankingAddress({ ...loaded, page: answer.page })
      return isNext ? { of: loaded, more: [...kept, answer] } : before
    })
  }, [fetcher.data, loaded])

  const entries = unique([loaded, ...more].flatMap((page) => page.entries))
  const reached = (loaded.page + more.length) * PAGE_SIZE
  const hasMore = reached < loaded.total
  return {
    entries,
    /** Place of the first entry. */
    firstPlace: (loaded.page - 1) * PAGE_SIZE + 1,
    hasMore,
    nextPage: loaded.page + more.length + 1,
    isLoadingMore: fetcher.state !== 'idle',
    lastAdded: more.at(-1)?.entries.length ?? 0,
    loadMore() {
      if (hasMore && fetcher.state === 'idle') fetcher.load(rankingAddress({ ...loaded, page: loaded.page + more.length + 1 }))
    },
  }
}

/** The list may have been worked out again between two pages: whoever moved down stands once. */
function unique(entries: readonly RankingEntry[]): RankingEntry[] {
  return [...new Map(entries.map((entry) => [entry.code, entry])).values()]
}
