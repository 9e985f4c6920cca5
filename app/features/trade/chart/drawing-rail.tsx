/** The drawing tools beside the chart, where there is room for them; touch layouts have them in the sheet. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { IconButton, media, moveRovingFocus, token } from '../../../ui'
import { DrawingIcon } from './drawing-icon'
import { TOOLS } from './drawings'
import type { ChartDrawings } from './use-chart-drawings'
import type { ChartLayoutControls } from './use-chart-layout'

export const RAIL_PX = 40

/** At the left in every language, as the price axis is at the right. */
const Rail = styled.div`
  display: none;
  position: absolute;
  left: 0;
  inset-block: 0;
  width: ${RAIL_PX}px;
  flex-direction: column;
  align-items: center;
  gap: 2px;
  padding-block: 6px;
  overflow-y: auto;
  scrollbar-width: none;
  border-right: 1px solid ${token.border.hairline};
  background: ${token.surface.surface};
  ${media.desktop} { display: flex; }
`
const Tool = styled.button`
  display: grid;
  place-items: center;
  flex: none;
  width: 32px;
  height: 32px;
  border-radius: ${token.radius.sm};
  color: ${token.text.secondary};
  &:hover { background: ${token.surface.hover}; color: ${token.text.primary}; }
  &[aria-pressed='true'] { background: ${token.brand.soft}; color: ${token.brand.text}; }
`
const Small = styled(IconButton)`
  && { width: 32px; height: 32px; }
`
const Rule = styled.hr`
  flex: none;
  width: 20px;
  margin: 4px 0;
  border: 0;
  border-block-start: 1px solid ${token.border.hairline};
`

export function DrawingRail({ controls, drawings }: { controls: ChartLayoutControls; drawings: ChartDrawings }) {
  const { t } = useTranslation('trade')
  const areHidden = controls.drawings.some(({ isHidden }) => isHidden)
  const none = controls.drawings.length === 0
  return (
    <Rail role="toolbar" aria-label={t('chart.draw.label')} aria-orientation="vertical" onKeyDown={(event) => moveRovingFocus(event)}>
      {TOOLS.map((tool, index) => (
        <Tool
          key={tool}
          type="button"
          data-roving-item=""
          tabIndex={index === 0 ? 0 : -1}
          title={t(`chart.draw.tool.${tool}`)}
          aria-label={t(`chart.draw.tool.${tool}`)}
          aria-pressed={drawings.tool === tool}
          onClick={() => drawings.choose(drawings.tool === tool ? null : tool)}
        >
          <DrawingIcon tool={tool} />
        </Tool>
      ))}
      <Rule />
      <RailButton icon="rotate-ccw" label={t('chart.draw.undo')} off={!controls.canUndo} onClick={() => controls.draw({ do: 'undo' })} />
      <RailButton
        icon={areHidden ? 'eye' : 'eye-off'}
        label={t(areHidden ? 'chart.draw.showAll' : 'chart.draw.hideAll')}
        off={none}
        onClick={() => controls.draw({ do: 'hideAll', isOn: !areHidden })}
      />
      <RailButton icon="trash-2" label={t('chart.draw.deleteAll')} off={none} onClick={() => controls.draw({ do: 'deleteAll' })} />
    </Rail>
  )
}

function RailButton({
  icon,
  label,
  off,
  onClick,
}: {
  icon: 'rotate-ccw' | 'eye' | 'eye-off' | 'trash-2'
  label: string
  off: boolean
  onClick: () => void
}) {
  return <Small icon={icon} iconSize={18} label={label} title={label} disabled={off} data-roving-item="" tabIndex={-1} onClick={onClick} />
}
