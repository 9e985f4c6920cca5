/** What is going on with a drawing, over the foot of the chart: the next point, or what can be done with the selected one. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { IconButton, token } from '../../../ui'
import { type Drawing, POINTS_OF_TOOL } from './drawings'
import type { ChartDrawings } from './use-chart-drawings'
import type { ChartLayoutControls } from './use-chart-layout'

const Strip = styled.div`
  position: absolute;
  z-index: 2;
  /* Clear of the button of the order lines at the left and of the price axis at the right, in every language. */
  left: 60px;
  right: 74px;
  bottom: 32px;
  display: flex;
  justify-content: center;
  pointer-events: none;
`
const Body = styled.div`
  display: flex;
  align-items: center;
  min-width: 0;
  max-width: 100%;
  padding-inline: 12px 2px;
  border-radius: ${token.radius.md};
  background: ${token.surface.raised};
  box-shadow: ${token.shadow.float}, 0 0 0 1px ${token.border.soft};
  font-size: ${token.type.sm};
  color: ${token.text.primary};
  pointer-events: auto;
  > span { min-width: 0; overflow: hidden; text-overflow: ellipsis; line-height: 1.25; }
`
const Act = styled(IconButton)`
  && { width: 40px; height: 44px; }
`

export function DrawingStrip({ controls, drawings }: { controls: ChartLayoutControls; drawings: ChartDrawings }) {
  const { t } = useTranslation('trade')
  const { tool, selected, pointsSet } = drawings
  return (
    <Strip>
      <span className="sr-only" role="status">
        {tool === null && selected !== null ? t('chart.draw.selected', { name: t(`chart.draw.tool.${selected.tool}`) }) : ''}
      </span>
      {tool !== null ? (
        <Body>
          <span role="status">
            {t('chart.draw.point', { tool: t(`chart.draw.tool.${tool}`), point: pointsSet + 1, points: POINTS_OF_TOOL[tool] })}
          </span>
          <Act icon="x" label={t('chart.draw.cancel')} onClick={() => drawings.choose(null)} />
        </Body>
      ) : selected !== null ? (
        <Selected drawing={selected} controls={controls} drawings={drawings} />
      ) : null}
    </Strip>
  )
}

function Selected({ drawing, controls, drawings }: { drawing: Drawing; controls: ChartLayoutControls; drawings: ChartDrawings }) {
  const { t } = useTranslation('trade')
  const { id, isLocked } = drawing
  const name = t(`chart.draw.tool.${drawing.tool}`)
  return (
    <Body role="group" aria-label={name}>
      <span>{name}</span>
      {drawing.tool === 'note' ? <Act icon="pencil" iconSize={18} label={t('chart.draw.edit')} onClick={() => drawings.write(id)} /> : null}
      <Act
        icon="lock-keyhole"
        iconSize={18}
        label={t(isLocked ? 'chart.draw.unlock' : 'chart.draw.lock', { name })}
        aria-pressed={isLocked}
        onClick={() => controls.draw({ do: 'change', id, change: { isLocked: !isLocked } })}
      />
      <Act
        icon="trash-2"
        iconSize={18}
        label={t('chart.draw.delete', { name })}
        disabled={isLocked}
        onClick={() => controls.draw({ do: 'delete', id })}
      />
      <Act icon="check" iconSize={18} label={t('chart.draw.deselect')} onClick={() => drawings.select(null)} />
    </Body>
  )
}
