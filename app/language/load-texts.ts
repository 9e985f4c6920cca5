/** Fetches all texts of a language. */
import type { ResourceLanguage } from 'i18next'

/** A failed fetch is tried once more; without texts the keys would be shown. */
export async function loadTexts(url: string): Promise<ResourceLanguage> {
  const get = async (): Promise<ResourceLanguage> => {
    const response = await fetch(url, { credentials: 'same-origin' })
    if (!response.ok) throw new Error(`texts: ${response.status}`)
    return (await response.json()) as ResourceLanguage
  }
  return get().catch(get)
}
