import { decimalText, type Rounding } from './decimal-text'

interface PercentProps {
  /** Decimal string already in percent: "12.5" is 12.5 %. */
  value: string | null | undefined
  decimals?: number
  signed?: boolean
  rounding?: Rounding
  className?: string
}

/** A share or rate without a direction; a price movement is a Change. */
export function Percent({ value, decimals, signed = false, rounding = 'half-up', className }: PercentProps) {
  const text = decimalText(value, { signed, rounding, ...(decimals === undefined ? {} : { decimals }) })
  return (
    <span data-num="" className={className}>
      {value == null ? text : `${text}%`}
    </span>
  )
}
