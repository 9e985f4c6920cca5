/** The two sheets that choose light or dark and the colours of rise and fall. They apply at once. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { MODES, PRICE_COLOURS } from '../../cookies/preferences'
import { useModePreference, usePriceColours } from '../../frame/preferences-state'
import { moveRovingFocus, RadioCards, Sheet, token } from '../../ui'

interface SheetControl {
  readonly open: boolean
  readonly onClose: () => void
}

export function ModeSheet({ open, onClose }: SheetControl) {
  const { t } = useTranslation('user')
  const [mode, setMode] = useModePreference()
  return (
    <Sheet open={open} onClose={onClose} title={t('theme')} closeLabel={t('public:close')}>
      <RadioCards
        label={t('theme')}
        columns={1}
        value={mode}
        onChange={setMode}
        options={MODES.map((value) => ({ value, title: t(`mode.${value}`), caption: t(`modeHint.${value}`) }))}
      />
    </Sheet>
  )
}

const Choices = styled.div`
  display: grid;
  gap: ${token.space[2]};
`
const Choice = styled.button`
  display: flex;
  align-items: center;
  gap: ${token.space[3]};
  min-height: 64px;
  padding: 10px ${token.space[4]};
  border: 1px solid ${token.border.control};
  border-radius: ${token.radius.sm};
  font-weight: 500;
  width: 100%;
  &:hover { background: ${token.surface.hover}; }
  &[aria-checked='true'] { border-color: ${token.brand.text}; box-shadow: inset 0 0 0 1px ${token.brand.text}; background: ${token.brand.soft}; }
`
const Candles = styled.svg`
  flex: none;
  direction: ltr;
  [data-direction='up'] { fill: ${token.direction.up}; stroke: ${token.direction.up}; }
  [data-direction='down'] { fill: ${token.direction.down}; stroke: ${token.direction.down}; }
`

/** A rising and a falling candle in the colours of the choice. */
function CandlePair() {
  return (
    <Candles width="40" height="40" viewBox="0 0 40 40" aria-hidden="true">
      <g data-direction="up">
        <path d="M12 5v30" strokeWidth="1.5" />
        <rect x="8" y="11" width="8" height="18" rx="1" />
      </g>
      <g data-direction="down">
        <path d="M28 5v30" strokeWidth="1.5" />
        <rect x="24" y="9" width="8" height="16" rx="1" />
      </g>
    </Candles>
  )
}

export function PriceColoursSheet({ open, onClose }: SheetControl) {
  const { t } = useTranslation('user')
  const [colours, setColours] = usePriceColours()
  return (
    <Sheet open={open} onClose={onClose} title={t('priceColours')} closeLabel={t('public:close')}>
      <Choices role="radiogroup" aria-label={t('priceColours')} onKeyDown={(event) => moveRovingFocus(event)?.click()}>
        {PRICE_COLOURS.map((value) => (
          <Choice
            key={value}
            type="button"
            role="radio"
            data-roving-item=""
            data-updown={value}
            aria-checked={value === colours}
            tabIndex={value === colours ? 0 : -1}
            onClick={() => setColours(value)}
          >
            <CandlePair />
            <span>{t(`colours.${value}`)}</span>
          </Choice>
        ))}
      </Choices>
    </Sheet>
  )
}
