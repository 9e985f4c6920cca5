/** How a place to be paid is written where there is no room for all of it: its ends stay, because people compare those. */
export function shortAddress(address: string, head = 8, tail = 7): string {
  return address.length <= head + tail + 1 ? address : `${address.slice(0, head)}…${address.slice(-tail)}`
}

/** The last characters, by which somebody knows their own address or account. */
export function lastOf(address: string, account: string): string {
  return address === '' ? account.slice(-4) : `…${address.slice(-6)}`
}

/** `USDT · TRC20`, `EUR`. */
export function payoutCurrency(code: string, protocol: string): string {
  return protocol === '' ? code : `${code} · ${protocol}`
}
