import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Amount, IconButton, Percent, token } from '../../ui'
import { FIGURE_NAMES, type FigureName, figureTexts, formulaValues } from './stress-account'
import type { StressReading } from './use-stop-out-map'

const List = styled.dl`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(200px, 100%), 1fr));
  column-gap: ${token.space[5]};
`
const Row = styled.div`
  border-block-end: 1px solid ${token.border.hairline};
  padding-block: ${token.space[1]};
  dt, dd { display: flex; align-items: center; font-size: ${token.type.sm}; }
  display: grid;
  grid-template-columns: 1fr auto;
  align-items: center;
  column-gap: ${token.space[2]};
  dt { min-height: 44px; color: ${token.text.secondary}; gap: ${token.space[1]}; }
  dd { font-weight: 600; font-variant-numeric: tabular-nums lining-nums; }
  [data-formula] { display: block; grid-column: 1 / -1; font-weight: 400; }
  p { font-size: ${token.type.xs}; color: ${token.text.secondary}; padding-block-end: ${token.space[2]}; overflow-wrap: anywhere; }
`

/** The account at the stress: five figures, each with its formula and the numbers of this moment on a tap. */
export function StressFigures({ reading }: { reading: StressReading }) {
  const { stopOutLevel } = reading.account
  const { account } = reading.atStress.end
  const texts = figureTexts(account, stopOutLevel)
  const values = formulaValues(account, stopOutLevel)
  return (
    <List>
      {FIGURE_NAMES.map((name) => (
        <Figure key={name} name={name} text={texts[name]} values={values} />
      ))}
    </List>
  )
}

interface FigureProps {
  name: FigureName
  text: string | null
  values: Readonly<Record<string, string>>
}

function Figure({ name, text, values }: FigureProps) {
  const { t } = useTranslation('order')
  const [isOpen, setIsOpen] = useState(false)
  const id = useId()
  const isShare = name === 'marginLevel' || name === 'risk'
  return (
    <Row>
      <dt>
        {t(`figure.${name}`)}
        <IconButton
          icon="info"
          size="table"
          label={t('map.explain', { name: t(`figure.${name}`) })}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setIsOpen((before) => !before)}
        />
      </dt>
      <dd>{isShare ? <Percent value={text} /> : <Amount value={text} currency="USDT" />}</dd>
      <dd id={id} data-formula="" hidden={!isOpen}>
        <p>
          {t(`formula.${name}`)}
          <br />
          <bdi dir="ltr" data-num="">
            {t(`formulaNow.${name}`, values)}
          </bdi>
        </p>
      </dd>
    </Row>
  )
}
