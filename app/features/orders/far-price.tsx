/** Asks once more before a price goes out that is ten times the market's or a tenth of it: most often a comma or a digit too many. */
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isFixedText, parseFixed } from '../../../rules/decimal'
import { isFarPrice } from '../../../rules/price'
import { ConfirmDialog, decimalText } from '../../ui'

interface NamedPrice {
  /** As its field is called. */
  readonly name: string
  /** Decimal text; '0' and '' are no price. */
  readonly price: string
}

/** What is about to be sent. */
interface PricedSending {
  readonly prices: readonly NamedPrice[]
  /** The market's price now, decimal text. */
  readonly now: string
  /** What the button says that sends. */
  readonly confirmLabel: string
  send(): void
}

interface FarPriceQuestion {
  /** Sends at once where no price is far. */
  ask(sending: PricedSending): void
  readonly dialog: ReactNode
}

export function useFarPriceQuestion(precision: number): FarPriceQuestion {
  const { t } = useTranslation('public')
  const [asked, setAsked] = useState<(PricedSending & { readonly far: NamedPrice }) | null>(null)
  const ask = (sending: PricedSending) => {
    const far = sending.prices.find(({ price }) => isFar(price, sending.now))
    if (far === undefined) sending.send()
    else setAsked({ ...sending, far })
  }
  const written = (price: string) => decimalText(price, { decimals: precision })
  const dialog =
    asked === null ? null : (
      <ConfirmDialog
        open
        title={t('farPrice.title')}
        text={t('farPrice.text', { name: asked.far.name, price: written(asked.far.price), now: written(asked.now) })}
        confirmLabel={asked.confirmLabel}
        cancelLabel={t('farPrice.change')}
        onConfirm={() => {
          setAsked(null)
          asked.send()
        }}
        onCancel={() => setAsked(null)}
      />
    )
  return { ask, dialog }
}

function isFar(price: string, now: string): boolean {
  return isFixedText(price) && isFixedText(now) && parseFixed(price) > 0n && isFarPrice(parseFixed(price), parseFixed(now))
}
