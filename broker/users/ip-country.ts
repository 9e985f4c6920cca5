/** Country of an address from a free database that comes with the product: a second signal, never the only one. */
export function ipCountries(): (address: string) => string {
  return () => ''
}
