/** What every part of the trade screen needs to know: the data, the chosen instrument and period, and how to choose others. */
import { useNavigate, useNavigation, useSearchParams } from '@remix-run/react'
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo } from 'react'
import type { Period } from '../../../../contract/primitives'
import { paths } from '../../../addresses/paths'
import { hiding, WrittenForAll } from '../../../page/shared-part'
import type { Instrument } from '../../../terms/instrument'
import { useSite } from '../../../visitor/site'
import { rememberTabAddress } from '../../../visitor/tab-state'
import { deviceStorage, keepPeriod, keptPeriod } from './chart-memory'
import { type BrokerTerms, readBrokerTerms } from './ticket-terms'
import { readTradeAddress, tradePath } from './trade-address'
import type { TradeData } from './trade-data'
import { keepAddress, keptAddress } from './trade-memory'

interface Trade {
  readonly data: TradeData
  readonly instrument: Instrument
  readonly period: Period
  /** `null` when the broker could not be asked for its terms: nothing can be reckoned or traded then. */
  readonly brokerTerms: BrokerTerms | null
  readonly isSignedIn: boolean
  chooseInstrument(code: string): void
  /** The next (+1) or previous (−1) instrument of the list, round its ends. */
  stepInstrument(by: 1 | -1): void
  choosePeriod(period: Period): void
}

const TradeContext = createContext<Trade | null>(null)

export function useTrade(): Trade {
  const trade = useContext(TradeContext)
  if (trade === null) throw new Error('useTrade was used outside the trade screen')
  return useContext(WrittenForAll) ? forAll(trade) : trade
}

const dataForAll = hiding<TradeData>(['orders', 'orderTimes', 'leverages', 'lots', 'readAt', 'formKey'])
const tradeForAll = hiding<Trade>(['isSignedIn'])
const forAll = (trade: Trade): Trade => tradeForAll({ ...trade, data: dataForAll(trade.data) })

export function TradeProvider({ data, instrument, period, children }: TradeSelection & { data: TradeData; children: ReactNode }) {
  const navigate = useNavigate()
  const { companyTerms, trader } = useSite()
  const { code } = instrument

  useEffect(() => keepAddress(code, period), [code, period])

  // The address is replaced, not stacked: back leads out of the screen, not through every instrument that was looked at.
  const go = useCallback(
    (next: { code: string; period: Period }) => {
      // Remembered when it is chosen: whoever goes on to another tab at once never sees it drawn, and comes back to it all the same.
      keepAddress(next.code, next.period)
      const address = tradePath(next)
      rememberTabAddress(paths.trade(), address.slice(paths.trade().length))
      navigate(address, { replace: true, preventScrollReset: true })
    },
    [navigate],
  )
  // Every instrument is shown in the period in which it was left.
  const chooseInstrument = useCallback(
    (next: string) => go({ code: next, period: keptPeriod(deviceStorage(), next) ?? period }),
    [go, period],
  )
  const choosePeriod = useCallback(
    (next: Period) => {
      // Kept before anything is drawn: whoever leaves in the same moment finds the instrument as they left it.
      keepPeriod(deviceStorage(), code, next)
      go({ code, period: next })
    },
    [go, code],
  )
  const stepInstrument = useCallback(
    (by: 1 | -1) => {
      const list = data.instruments
      const at = list.findIndex((each) => each.code === code)
      const next = list[(at + by + list.length) % list.length]
      if (next) chooseInstrument(next.code)
    },
    [data.instruments, code, chooseInstrument],
  )
  const brokerTerms = useMemo(() => (companyTerms === null ? null : readBrokerTerms(companyTerms)), [companyTerms])
  const isSignedIn = trader !== null
  const value = useMemo(
    () => ({ data, instrument, period, brokerTerms, isSignedIn, chooseInstrument, stepInstrument, choosePeriod }),
    [data, instrument, period, brokerTerms, isSignedIn, chooseInstrument, stepInstrument, choosePeriod],
  )
  return <TradeContext.Provider value={value}>{children}</TradeContext.Provider>
}

/** An address that names no period shows the instrument as it was left. The server cannot know: the device keeps it. */
export function usePeriodAsLeft() {
  const { instrument, period, choosePeriod } = useTrade()
  const { code } = instrument
  const isNamed = readTradeAddress(useSearchInView()).period !== undefined
  useEffect(() => {
    const kept = isNamed ? undefined : keptPeriod(deviceStorage(), code)
    if (kept !== undefined && kept !== period) choosePeriod(kept)
  }, [isNamed, code, period, choosePeriod])
}

interface TradeSelection {
  readonly instrument: Instrument
  readonly period: Period
}

/** The address that is being gone to counts at once: nobody should press Buy while the old instrument is still shown. */
function useSearchInView(): URLSearchParams {
  const [search] = useSearchParams()
  const { location, formMethod } = useNavigation()
  return location?.pathname === paths.trade() && formMethod === undefined ? new URLSearchParams(location.search) : search
}

/** The address decides; without a word in it, what was last looked at in this page, then the loader's choice. */
export function useTradeSelection(data: TradeData): TradeSelection | null {
  const address = readTradeAddress(useSearchInView())
  const kept = keptAddress()
  const byCode = (code: string | undefined) => data.instruments.find((each) => each.code === code)
  const instrument = byCode(address.code) ?? byCode(kept.code) ?? byCode(data.defaultCode) ?? data.instruments[0]
  if (instrument === undefined) return null
  return { instrument, period: address.period ?? kept.period ?? data.defaultPeriod }
}
