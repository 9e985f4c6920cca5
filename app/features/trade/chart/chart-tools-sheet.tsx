/** Everything that can be set about the chart, in one sheet: it fits a phone, and every button of it is reached by keys. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Button, Icon, IconButton, Segmented, Sheet, Stack, Text, token } from '../../../ui'
import { CHART_TYPES, type ChartType, type ChartZone } from './chart-layout'
import { ownZone } from './chart-words'
import { DrawingIcon } from './drawing-icon'
import { type Drawing, TOOLS } from './drawings'
import type { ChartDrawings } from './use-chart-drawings'
import type { ChartLayoutControls } from './use-chart-layout'

const Title = styled.h3`
  font-size: ${token.type.sm};
  font-weight: 600;
  color: ${token.text.secondary};
  padding-block-end: ${token.space[2]};
`
const Grid = styled.div`
  display: grid;
  grid-template-columns: 1fr 1fr;
  gap: ${token.space[2]};
`
const Choice = styled.button`
  display: flex;
  align-items: center;
  gap: 10px;
  min-height: 44px;
  padding: 4px 12px;
  border: 1px solid ${token.border.soft};
  border-radius: ${token.radius.sm};
  text-align: start;
  font-size: ${token.type.sm};
  line-height: 1.25;
  color: ${token.text.primary};
  svg { flex: none; color: ${token.text.secondary}; }
  &:hover { background: ${token.surface.hover}; }
  &:disabled { color: ${token.text.disabled}; background: none; }
  &:disabled svg { color: inherit; }
`
const Kept = styled.ul`
  border-block-start: 1px solid ${token.border.hairline};
  margin-block-start: ${token.space[3]};
  li { display: flex; align-items: center; min-height: 48px; border-block-end: 1px solid ${token.border.hairline}; }
  li > button:first-child { flex: 1; min-width: 0; display: flex; align-items: center; gap: 10px; min-height: 44px; text-align: start; font-size: ${token.type.sm}; }
  li > button:first-child > span { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  li[data-hidden] > button:first-child { color: ${token.text.muted}; }
`

interface ChartToolsSheetProps {
  open: boolean
  onClose: () => void
  controls: ChartLayoutControls
  drawings: ChartDrawings
  onTable: () => void
  onPicture: () => void
  onReset: () => void
}

export function ChartToolsSheet({ open, onClose, controls, drawings, onTable, onPicture, onReset }: ChartToolsSheetProps) {
  const { t } = useTranslation('trade')
  const and = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <Sheet open={open} onClose={onClose} title={t('chart.tools')} closeLabel={t('close')}>
      <Stack>
        <section>
          <Title>{t('chart.type.label')}</Title>
          <Segmented<ChartType>
            label={t('chart.type.label')}
            options={CHART_TYPES.map((value) => ({ value, label: t(`chart.type.${value}`) }))}
            value={controls.type}
            onChange={controls.setType}
          />
        </section>
        <section>
          <Title>{t('chart.zone.label')}</Title>
          <Segmented<ChartZone>
            label={t('chart.zone.label')}
            options={[
              { value: 'london', label: t('chart.zone.london') },
              { value: 'own', label: `${t('chart.zone.own')} (${ownZone(Date.now()).label})` },
            ]}
            value={controls.zone}
            onChange={controls.setZone}
          />
        </section>
        <section>
          <Title>{t('chart.draw.label')}</Title>
          <DrawSection controls={controls} drawings={drawings} onClose={onClose} />
        </section>
        <Grid>
          <Choice type="button" onClick={and(onTable)}>
            <Icon name="table-2" size={18} />
            {t('chart.asTable')}
          </Choice>
          <Choice type="button" onClick={and(onPicture)}>
            <Icon name="camera" size={18} />
            {t('chart.savePicture')}
          </Choice>
        </Grid>
        <Button variant="secondary" onClick={and(onReset)}>
          {t('chart.reset')}
        </Button>
      </Stack>
    </Sheet>
  )
}

function DrawSection({ controls, drawings, onClose }: Pick<ChartToolsSheetProps, 'controls' | 'drawings' | 'onClose'>) {
  const { t } = useTranslation('trade')
  const areHidden = controls.drawings.some(({ isHidden }) => isHidden)
  const areLocked = controls.drawings.length > 0 && controls.drawings.every(({ isLocked }) => isLocked)
  const none = controls.drawings.length === 0
  const pick = (act: () => void) => () => {
    onClose()
    act()
  }
  return (
    <>
      <Grid>
        {TOOLS.map((tool) => (
          <Choice key={tool} type="button" onClick={pick(() => drawings.choose(tool))}>
            <DrawingIcon tool={tool} />
            {t(`chart.draw.tool.${tool}`)}
          </Choice>
        ))}
      </Grid>
      {none && !controls.canUndo && !controls.canRedo ? (
        <Text $size="sm" $tone="secondary" style={{ paddingBlockStart: 12 }}>
          {t('chart.draw.none')}
        </Text>
      ) : (
        <Grid style={{ paddingBlockStart: 12 }}>
          <Command icon="rotate-ccw" label={t('chart.draw.undo')} off={!controls.canUndo} onClick={() => controls.draw({ do: 'undo' })} />
          <Command icon="rotate-cw" label={t('chart.draw.redo')} off={!controls.canRedo} onClick={() => controls.draw({ do: 'redo' })} />
          <Command
            icon={areHidden ? 'eye' : 'eye-off'}
            label={t(areHidden ? 'chart.draw.showAll' : 'chart.draw.hideAll')}
            off={none}
            onClick={() => controls.draw({ do: 'hideAll', isOn: !areHidden })}
          />
          <Command
            icon="lock-keyhole"
            label={t(areLocked ? 'chart.draw.unlockAll' : 'chart.draw.lockAll')}
            off={none}
            onClick={() => controls.draw({ do: 'lockAll', isOn: !areLocked })}
          />
          <Command icon="trash-2" label={t('chart.draw.deleteAll')} off={none} onClick={() => controls.draw({ do: 'deleteAll' })} />
        </Grid>
      )}
      {none ? null : (
        <Kept aria-label={t('chart.draw.label')}>
          {controls.drawings.map((drawing) => (
            <KeptDrawing key={drawing.id} drawing={drawing} controls={controls} onChoose={pick(() => drawings.select(drawing.id))} />
          ))}
        </Kept>
      )}
    </>
  )
}

type CommandIcon = 'rotate-ccw' | 'rotate-cw' | 'eye' | 'eye-off' | 'lock-keyhole' | 'trash-2'

function Command({ icon, label, off, onClick }: { icon: CommandIcon; label: string; off: boolean; onClick: () => void }) {
  return (
    <Choice type="button" disabled={off} onClick={onClick}>
      <Icon name={icon} size={18} />
      {label}
    </Choice>
  )
}

function KeptDrawing({ drawing, controls, onChoose }: { drawing: Drawing; controls: ChartLayoutControls; onChoose: () => void }) {
  const { t } = useTranslation('trade')
  const { id, isHidden, isLocked } = drawing
  const name = t(`chart.draw.tool.${drawing.tool}`)
  return (
    <li data-hidden={isHidden ? '' : undefined}>
      <button type="button" onClick={onChoose}>
        <DrawingIcon tool={drawing.tool} />
        <span>{drawing.text === '' ? name : <bdi>{drawing.text}</bdi>}</span>
      </button>
      <IconButton
        icon={isHidden ? 'eye-off' : 'eye'}
        iconSize={18}
        label={t(isHidden ? 'chart.draw.show' : 'chart.draw.hide', { name })}
        onClick={() => controls.draw({ do: 'change', id, change: { isHidden: !isHidden } })}
      />
      <IconButton
        icon="lock-keyhole"
        iconSize={18}
        label={t(isLocked ? 'chart.draw.unlock' : 'chart.draw.lock', { name })}
        aria-pressed={isLocked}
        onClick={() => controls.draw({ do: 'change', id, change: { isLocked: !isLocked } })}
      />
      <IconButton
        icon="trash-2"
        iconSize={18}
        label={t('chart.draw.delete', { name })}
        disabled={isLocked}
        onClick={() => controls.draw({ do: 'delete', id })}
      />
    </li>
  )
}
