import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { token } from '../../ui'

const Notes = styled.details`
  font-size: ${token.type.sm};
  color: ${token.text.secondary};
  summary { min-height: 44px; display: flex; align-items: center; cursor: pointer; color: ${token.brand.text}; }
  dl { display: grid; gap: ${token.space[3]}; max-width: 72ch; padding-block-end: ${token.space[3]}; }
  dt { font-weight: 600; color: ${token.text.primary}; }
  dd { line-height: 1.5; }
  p { padding-block-end: ${token.space[3]}; }
`

const FIGURES = ['three_week_rate', 'three_week_profit', 'three_week_win', 'drawdown', 'three_week_trade_num', 'total_rate'] as const

/** The formula of every figure, in words; the same as in rules/ranking.ts. */
export function FigureNotes() {
  const { t } = useTranslation('documentary')
  return (
    <Notes>
      <summary>{t('explain.title')}</summary>
      <dl>
        {FIGURES.map((figure) => (
          <div key={figure}>
            <dt>{t(`column.${figure}`)}</dt>
            <dd>{t(`explain.${figure}`)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('explain.open')}</p>
    </Notes>
  )
}
