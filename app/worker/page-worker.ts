/** The page's side of the worker: registers it, hands it what was loaded before it was there, and tells of a new version. */
import { messageSW, Workbox } from 'workbox-window'
import type { WorkerMessage } from './messages'

const LOOK_FOR_NEWS_MS = 30 * 60_000

const say = (worker: ServiceWorker, message: WorkerMessage): Promise<unknown> => messageSW(worker, message)

/** @param onNewVersion gets what to call when the visitor wants the new version now; nothing is reloaded before. */
export async function startWorker(onNewVersion: (reload: () => void) => void): Promise<void> {
  const workbox = new Workbox('/sw.js')
  let isWanted = false
  /** A page that is already of the worker's build has nothing to gain from a reload. */
  const isSameBuild = async (worker: ServiceWorker): Promise<boolean> =>
    (await say(worker, { type: 'HAS', path: window.__remixManifest?.url ?? '' })) === true

  workbox.addEventListener('waiting', async ({ sw }) => {
    if (sw === undefined) return
    if (await isSameBuild(sw)) return workbox.messageSkipWaiting()
    onNewVersion(() => {
      isWanted = true
      workbox.messageSkipWaiting()
    })
  })
  workbox.addEventListener('controlling', async ({ sw }) => {
    if (isWanted) return window.location.reload()
    // Another window of the site agreed to the new version: this one goes on undisturbed until its visitor agrees, too.
    if (sw !== undefined && !(await isSameBuild(sw))) onNewVersion(() => window.location.reload())
  })
  await workbox.register({ immediate: true })
  const loaded = performance.getEntriesByType('resource').map(({ name }) => name)
  void workbox.messageSW({ type: 'KEEP', urls: loaded } satisfies WorkerMessage)
  setInterval(() => void workbox.update().catch(() => undefined), LOOK_FOR_NEWS_MS)
}

/** A worker that a production build left behind on this host would stand between the page and the development server. */
export async function removeWorkers(): Promise<void> {
  const registrations = await navigator.serviceWorker.getRegistrations()
  await Promise.all(registrations.map((registration) => registration.unregister()))
}
