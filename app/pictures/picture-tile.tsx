/**
 * The place of one picture: empty with its guide, on its way with a bar, failed with a way to try again, or there. The file
 * field lies over the tile unseen; where scripts are off it is shown as it is and posts the picture with the form.
 */

import { type ChangeEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { IMAGE_MEGABYTES } from '../../contract/told-limits'
import { Badge, Button, Icon, IconButton, media, token } from '../ui'
import { useHydrated } from '../ui/use-hydrated'
import { CornerGuide } from './picture-frame'
import type { Side } from './picture-side'
import type { PictureControl, PictureState } from './use-picture'

const Tile = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: ${token.space[1]};
  align-content: start;
  outline: 0;
`
export const FileField = styled.input`
  position: absolute;
  inset: 0;
  width: 100%;
  height: 100%;
  opacity: 0;
  cursor: pointer;
  &::file-selector-button { cursor: pointer; }
  @media (scripting: none) { position: static; height: auto; min-height: 44px; opacity: 1; font-size: ${token.type.xs}; }
`
const Place = styled.label`
  position: relative;
  display: grid;
  justify-items: center;
  align-content: center;
  gap: 6px;
  min-height: 158px;
  padding: 14px 8px 12px;
  border: 1px dashed ${token.border.control};
  border-radius: ${token.radius.sm};
  text-align: center;
  font-size: ${token.type.xs};
  color: ${token.text.muted};
  b { font-size: ${token.type.sm}; font-weight: 600; color: ${token.text.primary}; }
  &:hover { background: ${token.surface.hover}; }
  &:has(:focus-visible) { outline: 2px solid ${token.focus}; outline-offset: 2px; }
  &[data-invalid] { border-color: ${token.status.danger.text}; }
`
const Shown = styled.div`
  position: relative;
  display: grid;
  place-items: center;
  min-height: 158px;
  border-radius: ${token.radius.sm};
  overflow: hidden;
  background: ${token.surface.active};
  box-shadow: 0 0 0 1px ${token.border.soft};
  > img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: contain; }
  &[data-kind='sending'] > img, &[data-kind='failed'] > img { opacity: 0.45; }
  > [data-mark] { position: absolute; inset-inline-start: 8px; inset-block-end: 8px; }
  &[data-kind='failed'] { box-shadow: 0 0 0 1px ${token.status.danger.text}; }
`
const Bar = styled.div`
  position: absolute;
  inset-inline: 8px;
  inset-block-end: 8px;
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: 6px;
  padding: 6px 8px 8px;
  overflow-wrap: anywhere;
  border-radius: ${token.radius.xs};
  background: ${token.surface.raised};
  font-size: ${token.type.xs};
  font-weight: 500;
  font-variant-numeric: tabular-nums;
  > span:last-child { height: 4px; border-radius: 2px; background: ${token.border.soft}; overflow: hidden; }
  > span:last-child::after {
    content: '';
    display: block;
    height: 100%;
    width: var(--part);
    background: ${token.brand.mark};
    transition: width ${token.motion.move};
  }
`
const Tools = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: ${token.space[1]};
  min-height: 44px;
  > button:last-child { margin-inline-start: auto; }
  @media (scripting: none) { > button { display: none; } }
`
const FileButton = styled.label`
  position: relative;
  display: inline-flex;
  align-items: center;
  gap: ${token.space[2]};
  min-height: 44px;
  padding: 6px ${token.space[2]};
  border-radius: ${token.radius.sm};
  font-size: ${token.type.sm};
  font-weight: 600;
  color: ${token.brand.text};
  &:hover { background: ${token.surface.hover}; }
  &:has(:focus-visible) { outline: 2px solid ${token.focus}; outline-offset: 2px; }
  ${media.desktop} { min-height: 36px; }
`
/** A desk has no camera that would see a card well; a hand does. */
export const CameraButton = styled(FileButton)`
  display: none;
  @media (pointer: coarse) { display: inline-flex; }
`
/** What is wrong, in a line under a field that has no place for it of its own. */
export const ProblemLine = styled.p`
  display: flex;
  gap: 6px;
  align-items: flex-start;
  font-size: ${token.type.xs};
  line-height: 1.45;
  color: ${token.status.danger.text};
  overflow-wrap: anywhere;
  svg { margin-block-start: 2px; }
`

interface PictureTileProps {
  readonly side: Side
  readonly control: PictureControl
  /** What was wrong with the last post, for a tile that is empty again; or why its picture cannot be submitted yet. */
  readonly error: ReactNode
}

function useFileField({ side, control }: PictureTileProps) {
  const hasScripts = useHydrated()
  return {
    type: 'file',
    accept: 'image/*',
    // With scripts the picture travels by itself and the form carries only its address.
    name: hasScripts ? undefined : side,
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const file = event.currentTarget.files?.[0]
      // The same file may be chosen again after it failed.
      if (hasScripts) event.currentTarget.value = ''
      if (file !== undefined) void control.choose(file)
    },
  } as const
}

function ChooseButton(props: PictureTileProps & { labelKey: string }) {
  const { t } = useTranslation('account')
  const field = useFileField(props)
  return (
    <FileButton>
      <Icon name="image-up" size={18} />
      {t(props.labelKey)}
      <FileField {...field} aria-label={`${t(props.labelKey)}: ${t(`identity.side.${props.side}`)}`} />
    </FileButton>
  )
}

/** Phones offer the camera by themselves in places only, so it has its own button beside the field for files. */
function Camera(props: PictureTileProps) {
  const { t } = useTranslation('account')
  return (
    <CameraButton>
      <Icon name="camera" size={18} />
      {t('identity.camera')}
      <FileField
        {...useFileField(props)}
        capture="environment"
        aria-label={`${t('identity.camera')}: ${t(`identity.side.${props.side}`)}`}
      />
    </CameraButton>
  )
}

function EmptyTile(props: PictureTileProps) {
  const { t } = useTranslation('account')
  const { side, error } = props
  const problemId = useId()
  return (
    <Tile>
      <Place data-invalid={error === undefined ? undefined : ''}>
        <CornerGuide side={side} />
        <b>{t(`identity.add.${side}`)}</b>
        <span>{t('identity.corners')}</span>
        <FileField
          {...useFileField(props)}
          data-focus=""
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : problemId}
        />
      </Place>
      {error === undefined ? null : <TileProblem id={problemId} text={error} />}
      <Camera {...props} />
    </Tile>
  )
}

export function TileProblem({ id, text }: { id?: string; text: ReactNode }) {
  return (
    <ProblemLine id={id} role="alert">
      <Icon name="circle-alert" size={14} />
      <span>{text}</span>
    </ProblemLine>
  )
}

function SendingBar({ side, part }: { side: Side; part: number }) {
  const { t } = useTranslation('account')
  const percent = Math.round(part * 100)
  return (
    <Bar
      role="progressbar"
      aria-label={t('identity.sendingSide', { side: t(`identity.side.${side}`) })}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent}
    >
      <span>{t('identity.sending', { percent })}</span>
      <span style={{ '--part': `${percent}%` } as React.CSSProperties} />
    </Bar>
  )
}

function ShownTile(props: PictureTileProps & { state: Exclude<PictureState, { kind: 'empty' }> }) {
  const { t } = useTranslation('account')
  const { side, control, state, error } = props
  const isWrong = error !== undefined && state.kind !== 'ready'
  const sideName = t(`identity.side.${side}`)
  return (
    <Tile role="group" aria-label={sideName} tabIndex={-1} data-focus="" data-wrong={isWrong ? '' : undefined}>
      <Shown data-kind={state.kind}>
        {state.preview === '' ? <CornerGuide side={side} /> : <img src={state.preview} alt={t(`identity.alt.${side}`)} />}
        {state.kind === 'sending' ? <SendingBar side={side} part={state.part} /> : null}
        {state.kind === 'ready' ? (
          <span data-mark="">
            <Badge tone="ok" icon="check">
              {sideName}
            </Badge>
          </span>
        ) : null}
      </Shown>
      {state.kind === 'failed' ? (
        <TileProblem
          text={state.message || t(state.canRetry ? 'identity.notSent' : 'identity.unreadable', { megabytes: IMAGE_MEGABYTES })}
        />
      ) : null}
      {state.kind === 'sending' && isWrong ? <TileProblem text={error} /> : null}
      <Tools>
        {state.kind === 'failed' && state.canRetry ? (
          <Button variant="soft" icon="refresh-cw" onClick={() => void control.retry()}>
            {t('public:retry')}
          </Button>
        ) : null}
        {state.kind === 'sending' ? null : (
          <ChooseButton {...props} labelKey={state.kind === 'ready' ? 'identity.replace' : 'identity.chooseOther'} />
        )}
        <IconButton
          icon={state.kind === 'sending' ? 'x' : 'trash-2'}
          label={t(state.kind === 'sending' ? 'identity.stop' : 'identity.remove', { side: sideName })}
          onClick={control.remove}
        />
      </Tools>
      {state.kind === 'ready' ? <input type="hidden" name={`${side}_pic`} value={state.url} /> : null}
    </Tile>
  )
}

/** The field that was used goes when its picture comes: the keyboard stays at the tile, not at the top of the page. */
export function useKeptFocus(isEmpty: boolean) {
  const tile = useRef<HTMLDivElement>(null)
  const wasEmpty = useRef(isEmpty)
  useEffect(() => {
    if (wasEmpty.current === isEmpty) return
    wasEmpty.current = isEmpty
    if (document.activeElement === document.body) tile.current?.querySelector<HTMLElement>('[data-focus]')?.focus({ preventScroll: true })
  }, [isEmpty])
  return tile
}

export function PictureTile(props: PictureTileProps) {
  const { t } = useTranslation('account')
  const { state } = props.control
  const tile = useKeptFocus(state.kind === 'empty')
  return (
    <div ref={tile}>
      {state.kind === 'empty' ? <EmptyTile {...props} /> : <ShownTile {...props} state={state} />}
      <span className="sr-only" role="status">
        {state.kind === 'ready' ? t('identity.sent', { side: t(`identity.side.${props.side}`) }) : ''}
      </span>
    </div>
  )
}
