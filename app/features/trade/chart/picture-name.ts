/** "aurora-markets-EURUSD-15m-2026-11-18-1400.png": readable years later, and safe on every disk. */
export function pictureName(brand: string, code: string, period: string, at: string): string {
  const words = [brand, code, period, at].map((word) =>
    word
      .normalize('NFKD')
      .replace(/[^A-Za-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, ''),
  )
  return `${words.filter((word) => word !== '').join('-')}.png`
}
