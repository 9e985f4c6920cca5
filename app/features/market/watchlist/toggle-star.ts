import { FIRST_LIST, usedList, watchlistStore } from './watchlists'

/** Puts the instrument into the list that was used last, or takes it out. What changes lists comes after the page. */
export async function toggleStar(code: string): Promise<void> {
  const { changeLists } = await import('./change-watchlists')
  const list = usedList(watchlistStore.get())
  const isIn = list?.instruments.includes(code) === true
  changeLists({ change: isIn ? 'remove' : 'add', id: list?.id ?? FIRST_LIST, instrument: code })
}
