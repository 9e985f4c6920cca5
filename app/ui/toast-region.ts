/** A press on a toast is not a press outside the layer below it: returns true when the layer must stay open. */
export function keepForToast(details: { reason: string; event: Event }): boolean {
  const target = details.event.target
  return details.reason === 'outside-press' && target instanceof Element && target.closest('[data-toast-region]') !== null
}
