import styled from 'styled-components'
import { token } from './token'

interface InstrumentMarkProps {
  /** Instrument code as shown: "EUR/USD", "BTC/USDT", "XAU/USD", "US500". */
  code: string
  /** Address of the picture, from the wire; without one the code says what can be shown. */
  logo?: string | null
  size?: 22 | 28 | 36
  className?: string
}

const Mark = styled.span`
  position: relative;
  display: inline-block;
  flex: none;
  width: var(--mark);
  height: var(--mark);
  img, span {
    position: absolute;
    border-radius: 50%;
    object-fit: cover;
    background: ${token.surface.active};
    outline: 1px solid color-mix(in srgb, ${token.text.primary} 10%, transparent);
    outline-offset: -1px;
  }
  &[data-kind='pair'] img { width: 67%; height: 67%; }
  &[data-kind='pair'] img:first-child { inset-block-start: 0; inset-inline-start: 0; }
  &[data-kind='pair'] img:last-child {
    inset-block-end: 0;
    inset-inline-end: 0;
    box-shadow: 0 0 0 2px var(--mark-ring);
  }
  &[data-kind='one'] img, &[data-kind='letters'] span { inset: 1px; width: calc(100% - 2px); height: calc(100% - 2px); }
  &[data-kind='letters'] span {
    display: grid;
    place-items: center;
    color: ${token.text.secondary};
    font-size: calc(var(--mark) * 0.34);
    font-weight: 700;
    line-height: 1;
  }
`

const flagOfCurrency: Record<string, string> = {
  EUR: 'eu',
  USD: 'us',
  GBP: 'gb',
  JPY: 'jp',
  AUD: 'au',
  CHF: 'ch',
  CAD: 'ca',
  NZD: 'nz',
  HKD: 'hk',
  CNH: 'cn',
  CNY: 'cn',
  SGD: 'sg',
  SEK: 'se',
  NOK: 'no',
  DKK: 'dk',
  PLN: 'pl',
  HUF: 'hu',
  CZK: 'cz',
  MXN: 'mx',
  ZAR: 'za',
  ILS: 'il',
  TWD: 'tw',
  THB: 'th',
  TRY: 'tr',
  INR: 'in',
  KRW: 'kr',
  AED: 'ae',
  BRL: 'br',
  RUB: 'ru',
  IDR: 'id',
  MYR: 'my',
  VND: 'vn',
}

const pictureOfAsset: Record<string, string> = {
  BTC: 'btc',
  ETH: 'eth',
  SOL: 'sol',
  XRP: 'xrp',
  DOGE: 'doge',
  LTC: 'ltc',
  BNB: 'bnb',
  ADA: 'ada',
  TRX: 'trx',
  DOT: 'dot',
  USDT: 'usdt',
  XAU: 'xau',
  GOLD: 'xau',
  XAG: 'xag',
  SILVER: 'xag',
  XPT: 'xpt',
  WTI: 'wti',
  USOIL: 'wti',
  BRENT: 'brent',
  UKOIL: 'brent',
  NGAS: 'ngas',
  XNG: 'ngas',
}

const flagOfIndex: [RegExp, string][] = [
  [/^(US|NAS|SPX|DJ|NDX|RUT)/, 'us'],
  [/^(GER|DE|DAX)/, 'de'],
  [/^(UK|FTSE)/, 'gb'],
  [/^(JP|JPN|NIK|N225)/, 'jp'],
  [/^(HK|HSI)/, 'hk'],
  [/^(AUS|AU)/, 'au'],
  [/^(EU|STOXX)/, 'eu'],
  [/^(FRA|FR|CAC)/, 'fr'],
  [/^(ESP|IBEX)/, 'es'],
  [/^(SWI|SMI|CH)/, 'ch'],
  [/^(CN|CHINA)/, 'cn'],
  [/^(IN|NIFTY)/, 'in'],
  [/^(SG|SIN)/, 'sg'],
]

const flag = (country: string) => `/flags/${country}.svg`

/** A pair is drawn here from its two flags: the ring between them has the colour of what it lies on. */
const PAIR = /^\/instruments\/([a-z]{2})-([a-z]{2})\.svg$/

function picturesAt(address: string): string[] | null {
  const [, base, quote] = PAIR.exec(address) ?? []
  if (base !== undefined && quote !== undefined) return [flag(base), flag(quote)]
  return /^(\/(?!\/)|https:)/.test(address) ? [address] : null
}

/** The pictures of a code: the one of its address, a coin or metal, a pair of flags, an index's country, or none. */
export function picturesOf(code: string, logo?: string | null): string[] {
  const given = logo ? picturesAt(logo) : null
  if (given) return given
  const upper = code.toUpperCase()
  const [base = '', quote = ''] = /[/_-]/.test(upper)
    ? upper.split(/[/_-]/)
    : /^[A-Z]{6}$/.test(upper)
      ? [upper.slice(0, 3), upper.slice(3)]
      : [upper]
  const asset = pictureOfAsset[base] ?? pictureOfAsset[base.replace(/USDT?$/, '')]
  if (asset) return [`/coins/${asset}.svg`]
  const from = flagOfCurrency[base]
  const to = flagOfCurrency[quote]
  if (from && to) return [flag(from), flag(to)]
  if (from) return [flag(from)]
  const index = flagOfIndex.find(([pattern]) => pattern.test(base))
  return index ? [flag(index[1])] : []
}

const lettersOf = (code: string): string => code.replace(/[^\p{L}\p{N}]/gu, '').slice(0, 2)

/** Decorative: the code stands beside it. Set `--mark-ring` on a container whose surface is not the page. */
export function InstrumentMark({ code, logo, size = 36, className }: InstrumentMarkProps) {
  const pictures = picturesOf(code, logo)
  const kind = pictures.length === 2 ? 'pair' : pictures.length === 1 ? 'one' : 'letters'
  return (
    <Mark aria-hidden="true" data-kind={kind} className={className} style={{ '--mark': `${size}px` } as React.CSSProperties}>
      {kind === 'letters' ? <span>{lettersOf(code)}</span> : null}
      {pictures.map((src) => (
        <img key={src} src={src} alt="" width={size} height={size} decoding="async" />
      ))}
    </Mark>
  )
}
