/** Whether elements are on the screen, or so near that they soon may be. One observer watches all of them. */
const NEAR = '200px'

const listeners = new WeakMap<Element, Set<(isInSight: boolean) => void>>()
let observer: IntersectionObserver | undefined

/** Tells now and at each change. Where nothing can be watched it tells nothing: everything counts as seen. */
export function watchSight(element: Element | null, tell: (isInSight: boolean) => void): () => void {
  if (element === null || typeof IntersectionObserver === 'undefined') return () => {}
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) for (const each of listeners.get(target) ?? []) each(isIntersecting)
    },
    { rootMargin: NEAR },
  )
  const known = listeners.get(element)
  if (known === undefined) listeners.set(element, new Set([tell]))
  else known.add(tell)
  observer.observe(element)
  return () => {
    const left = listeners.get(element)
    left?.delete(tell)
    if (left?.size === 0) observer?.unobserve(element)
  }
}
