import { Flag, InstrumentMark } from '../../ui'

/** The coin's mark, or the flag of a currency's country: ISO 4217 begins with it, and EU has a flag of its own. */
export function CurrencyMark({ code, isCoin, large = false }: { code: string; isCoin: boolean; large?: boolean }) {
  if (isCoin) return <InstrumentMark code={code} size={large ? 28 : 22} />
  return <Flag country={code.slice(0, 2)} size={large ? 28 : 20} />
}
