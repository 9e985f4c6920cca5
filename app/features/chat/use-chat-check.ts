/**
 * Whether the provider's page can be shown here. The frame itself does not tell: it "loads" a browser's error page just the same, and
 * nobody sees into it. So the browser asks for the page once by itself, and the server is asked what it sees.
 */
import { useEffect, useState } from 'react'
import { paths } from '../../addresses/paths'
import type { ChatVerdict } from './chat-data'

type ChatReach = 'unknown' | 'there' | 'gone' | 'refuses'

export function useChatCheck(link: string): ChatReach {
  const [reach, setReach] = useState<ChatReach>('unknown')
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const tell = (next: ChatReach) => {
      if (!signal.aborted) setReach(next)
    }
    const asked = askServer(signal)
    // Known at once, however long the page itself takes.
    void asked.then((verdict) => verdict === 'refuses' && tell('refuses'))
    void Promise.all([asked, askBrowser(link, signal)]).then(([verdict, isReached]) => tell(judge(verdict, isReached)))
    return () => leaving.abort()
  }, [link])
  return reach
}

function judge(verdict: ChatVerdict, isReached: boolean): ChatReach {
  if (verdict === 'refuses') return 'refuses'
  // The visitor's own line decides: the server may sit behind a wall that the visitor does not have.
  return isReached || verdict === 'answers-frames' ? 'there' : 'gone'
}

async function askServer(signal: AbortSignal): Promise<ChatVerdict> {
  try {
    const response = await fetch(paths.action.chatCheck(), { signal, headers: { accept: 'application/json' } })
    const { verdict } = (await response.json()) as { verdict?: ChatVerdict }
    return verdict ?? 'silent'
  } catch {
    return 'silent'
  }
}

/** True once anything answered, whatever it said; a page that hangs is the waiting time's business. */
async function askBrowser(link: string, signal: AbortSignal): Promise<boolean> {
  try {
    await fetch(link, { method: 'HEAD', mode: 'no-cors', credentials: 'omit', cache: 'no-store', referrerPolicy: 'no-referrer', signal })
    return true
  } catch {
    return false
  }
}
