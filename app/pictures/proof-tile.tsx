/**
 * The one picture that proves a deposit: by file, camera, drop or paste. Without scripts the file field is shown as it is and posts
 * the picture with the form.
 */

import { type ChangeEvent, type DragEvent, type ReactNode, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { useLatest } from '~/ui/use-latest'
import { IMAGE_MEGABYTES } from '../../contract/told-limits'
import { Button, Icon, IconButton, token } from '../ui'
import { useHydrated } from '../ui/use-hydrated'
import { CameraButton, FileField, TileProblem, useKeptFocus } from './picture-tile'
import type { PictureControl } from './use-picture'

const LIMIT = { megabytes: IMAGE_MEGABYTES }

const TileFrame = styled.div`
  display: grid;
  gap: 6px;
  min-width: 0;
  outline: 0;
  > b { font-size: ${token.type.sm}; font-weight: 500; line-height: 20px; color: ${token.text.secondary}; }
`
const Tile = styled.label`
  position: relative;
  display: flex;
  align-items: center;
  gap: 12px;
  min-height: 80px;
  padding: 12px;
  border: 1px dashed ${token.border.control};
  border-radius: ${token.radius.sm};
  &[data-kind] { border-style: solid; }
  &[data-kind='failed'], &[data-invalid] { border-color: ${token.status.danger.text}; }
  &[data-over] { border: 1px solid ${token.focus}; background: ${token.surface.hover}; }
  &:not([data-kind]):hover { background: ${token.surface.hover}; }
  &:has(> input:focus-visible) { outline: 2px solid ${token.focus}; outline-offset: 2px; }
  @media (scripting: none) { flex-wrap: wrap; }
`
const Thumb = styled.span`
  flex: none;
  width: 52px;
  height: 52px;
  display: grid;
  place-items: center;
  border-radius: ${token.radius.xs};
  overflow: hidden;
  background: ${token.surface.active};
  color: ${token.text.secondary};
  img { width: 100%; height: 100%; object-fit: cover; }
`
const Words = styled.span`
  flex: 1;
  min-width: 0;
  display: grid;
  gap: 2px;
  font-size: ${token.type.xs};
  color: ${token.text.muted};
  b { font-size: ${token.type.sm}; font-weight: 600; color: ${token.text.primary}; }
  > span { display: flex; align-items: center; gap: 6px; }
`
const Bar = styled.span`
  height: 4px;
  border-radius: 2px;
  overflow: hidden;
  background: ${token.border.soft};
  &::after { content: ''; display: block; height: 100%; width: var(--part); background: ${token.brand.mark}; }
`
const Replace = styled.span`
  position: relative;
  flex: none;
  width: 44px;
  height: 44px;
  display: grid;
  place-items: center;
  border-radius: ${token.radius.sm};
  &:hover { background: ${token.surface.hover}; }
  &:has(:focus-visible) { outline: 2px solid ${token.focus}; }
`

interface ProofTileProps {
  readonly control: PictureControl
  readonly error: ReactNode
  /** Where the picture proves something else than a transfer. */
  readonly words?: ProofWording
}

interface ProofWording {
  readonly label: string
  readonly add: string
  readonly hint: string
  readonly alt: string
}

function useFileField(control: PictureControl) {
  const hasScripts = useHydrated()
  return {
    type: 'file',
    accept: 'image/*',
    // With scripts the picture travels by itself and the form carries only its address.
    name: hasScripts ? undefined : 'proof',
    onChange: (event: ChangeEvent<HTMLInputElement>) => {
      const file = event.currentTarget.files?.[0]
      // The same file may be chosen again after it failed.
      if (hasScripts) event.currentTarget.value = ''
      if (file !== undefined) void control.choose(file)
    },
  } as const
}

const pictureOf = (files: FileList | undefined) => [...(files ?? [])].find(({ type }) => type.startsWith('image/'))

/** A picture out of the clipboard is the proof wherever on the page it is pasted. */
function usePaste(control: PictureControl): void {
  const latest = useLatest(control)
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      const file = pictureOf(event.clipboardData?.files)
      if (file === undefined) return
      event.preventDefault()
      void latest.current.choose(file)
    }
    document.addEventListener('paste', paste)
    return () => document.removeEventListener('paste', paste)
  }, [])
}

function useDrop(control: PictureControl) {
  const [isOver, setIsOver] = useState(false)
  return {
    isOver,
    onDragOver: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault()
      setIsOver(false)
      const file = pictureOf(event.dataTransfer.files)
      if (file !== undefined) void control.choose(file)
    },
  }
}

export function ProofTile({ control, error, words }: ProofTileProps) {
  const { t } = useTranslation('financial')
  const said = words ?? { label: t('proof.label'), add: t('proof.add'), hint: t('proof.hint', LIMIT), alt: t('proof.alt') }
  const field = useFileField(control)
  const { isOver, ...drop } = useDrop(control)
  const { state } = control
  const labelId = useId()
  const problemId = useId()
  const box = useKeptFocus(state.kind === 'empty')
  usePaste(control)
  const isEmpty = state.kind === 'empty'
  const problem = state.kind === 'failed' ? state.message || t(state.canRetry ? 'proof.notSent' : 'proof.unreadable', LIMIT) : error
  return (
    <TileFrame
      ref={box}
      role="group"
      aria-labelledby={labelId}
      tabIndex={-1}
      data-wrong={problem !== undefined && !isEmpty && state.kind !== 'ready' ? '' : undefined}
    >
      <b id={labelId}>{said.label}</b>
      <Tile
        {...drop}
        as={isEmpty ? 'label' : 'div'}
        data-kind={isEmpty ? undefined : state.kind}
        data-over={isOver ? '' : undefined}
        data-invalid={isEmpty && problem !== undefined ? '' : undefined}
      >
        <Thumb>{isEmpty || state.preview === '' ? <Icon name="image-up" /> : <img src={state.preview} alt={said.alt} />}</Thumb>
        <ProofWords control={control} said={said} />
        {isEmpty ? (
          <FileField
            {...field}
            data-focus=""
            aria-invalid={problem === undefined ? undefined : true}
            aria-describedby={problem === undefined ? undefined : problemId}
          />
        ) : state.kind === 'sending' ? null : (
          <Replace>
            <Icon name="refresh-cw" />
            <FileField {...field} data-focus="" aria-label={t('proof.replace')} />
          </Replace>
        )}
        {isEmpty ? null : (
          <IconButton
            icon={state.kind === 'sending' ? 'x' : 'trash-2'}
            label={t(state.kind === 'sending' ? 'proof.stop' : 'proof.remove')}
            onClick={control.remove}
          />
        )}
      </Tile>
      {problem === undefined ? null : <TileProblem id={problemId} text={problem} />}
      {state.kind === 'failed' && state.canRetry ? (
        <Button variant="soft" size="sm" icon="refresh-cw" onClick={() => void control.retry()}>
          {t('public:retry')}
        </Button>
      ) : null}
      {isEmpty ? <Camera control={control} /> : null}
      {state.kind === 'ready' ? <input type="hidden" name="proofImg" value={state.url} /> : null}
      <span className="sr-only" role="status">
        {state.kind === 'ready' ? t('proof.sent') : ''}
      </span>
    </TileFrame>
  )
}

function Camera({ control }: { control: PictureControl }) {
  const { t } = useTranslation('financial')
  return (
    <CameraButton>
      <Icon name="camera" size={18} />
      {t('proof.camera')}
      <FileField {...useFileField(control)} name={undefined} capture="environment" />
    </CameraButton>
  )
}

function ProofWords({ control: { state }, said }: { control: PictureControl; said: ProofWording }): ReactNode {
  const { t } = useTranslation('financial')
  if (state.kind === 'empty')
    return (
      <Words>
        <b>{said.add}</b>
        <span>{said.hint}</span>
      </Words>
    )
  if (state.kind !== 'sending')
    return (
      <Words>
        <b>{said.label}</b>
        {state.kind === 'ready' ? (
          <span>
            <Icon name="check" size={14} /> {t('proof.sent')}
          </span>
        ) : null}
      </Words>
    )
  const percent = Math.round(state.part * 100)
  return (
    <Words>
      <span>{t('proof.sending', { percent })}</span>
      <Bar
        role="progressbar"
        aria-label={said.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        style={{ '--part': `${percent}%` } as React.CSSProperties}
      />
    </Words>
  )
}
