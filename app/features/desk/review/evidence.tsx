/**
 * Pictures that were sent in, to look at closely: larger, turned, or the original by itself. The name of whoever looks lies over them.
 *
 * Invariant: a picture is fetched once for an item, however often the page reads its data anew: each fetch is a look in the audit trail.
 */
import { type CSSProperties, type Ref, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { paths } from '../../../addresses/paths'
import { Button, IconButton, IconLink, media, Note, token } from '../../../ui'

const STEP = 1.25
const MOST = 5
const MARKS = ['a', 'b', 'c', 'd', 'e', 'f']

const Room = styled.div`
  position: relative;
  min-height: 0;
  min-width: 0;
  background: ${token.surface.sunken};
  ${media.phone} { height: 300px; }
`
const Scroll = styled.div`
  display: grid;
  grid-auto-rows: minmax(0, 1fr);
  gap: ${token.space[4]};
  place-items: center;
  height: 100%;
  padding: 16px 16px 64px;
  overflow: auto;
  position: relative;
  &[data-zoomed] { grid-auto-rows: max-content; place-items: start; }
`
const Figure = styled.figure`
  position: relative;
  display: grid;
  place-items: center;
  max-width: 100%;
  max-height: 100%;
  min-height: 0;
  min-width: 0;
  overflow: hidden;
  > img { display: block; border-radius: ${token.radius.sm}; max-width: 100%; max-height: 100%; min-height: 0; object-fit: contain; transform: rotate(var(--turn)); }
  &[data-turned] { aspect-ratio: 1; }
  &[data-zoomed] { max-width: none; max-height: none; width: calc(100% * var(--zoom)); }
  &[data-zoomed] > img { max-height: none; width: 100%; }
`
const Watermark = styled.figcaption`
  position: absolute;
  inset: 0;
  display: grid;
  grid-template-columns: 1fr 1fr;
  align-items: center;
  justify-items: center;
  overflow: hidden;
  pointer-events: none;
  user-select: none;
  opacity: 0.28;
  color: ${token.text.primary};
  font-size: ${token.type.xs};
  font-weight: 600;
  text-align: center;
  span { transform: rotate(-24deg); text-shadow: 0 0 3px ${token.surface.surface}; }
`
const Tools = styled.div`
  position: absolute;
  inset-block-end: 14px;
  inset-inline: 0;
  margin-inline: auto;
  width: fit-content;
  display: flex;
  gap: 2px;
  align-items: center;
  padding: 4px;
  border-radius: ${token.radius.sm};
  background: ${token.surface.raised};
  box-shadow: ${token.shadow.float};
  output { min-width: 44px; text-align: center; font-size: ${token.type.xs}; font-variant-numeric: tabular-nums; color: ${token.text.secondary}; direction: ltr; }
`

export interface EvidenceTools {
  zoomIn(): void
  zoomOut(): void
  turn(): void
}

interface EvidencePicture {
  /** Null where it is kept no longer. */
  readonly reference: string | null
  readonly alt: string
  /** Of papers. */
  readonly side?: 'front' | 'reverse'
}

interface EvidenceProps {
  readonly company: string
  readonly id: string
  readonly pictures: readonly EvidencePicture[]
  /** What it belongs to, where that is in no review queue. */
  readonly of?: 'feedback'
  /** Name and time of whoever looks. */
  readonly mark: string
  readonly tools?: Ref<EvidenceTools>
}

/** Give it the item's id as its key: another item begins anew. */
export function Evidence({ company, id, of, pictures, mark, tools }: EvidenceProps) {
  const { t } = useTranslation('desk')
  const [zoom, setZoom] = useState(1)
  const [turn, setTurn] = useState(0)
  const zoomBy = (factor: number) => setZoom((now) => Math.min(MOST, Math.max(1, Math.round(now * factor * 100) / 100)))
  useImperativeHandle(tools, () => ({
    zoomIn: () => zoomBy(STEP),
    zoomOut: () => zoomBy(1 / STEP),
    turn: () => setTurn((now) => (now + 90) % 360),
  }))
  return (
    <Room>
      <Scroll data-zoomed={zoom > 1 ? '' : undefined} tabIndex={zoom > 1 ? 0 : undefined}>
        {pictures.map((picture) => (
          <Picture key={picture.side ?? 'proof'} company={company} id={id} of={of} picture={picture} mark={mark} zoom={zoom} turn={turn} />
        ))}
      </Scroll>
      <Tools role="toolbar" aria-label={t('review.picture.tools')}>
        <IconButton icon="zoom-out" size="table" label={t('review.picture.zoomOut')} onClick={() => zoomBy(1 / STEP)} />
        <output>{Math.round(zoom * 100)}%</output>
        <IconButton icon="zoom-in" size="table" label={t('review.picture.zoomIn')} onClick={() => zoomBy(STEP)} />
        <IconButton icon="rotate-cw" size="table" label={t('review.picture.turn')} onClick={() => setTurn((now) => (now + 90) % 360)} />
        {pictures.map(({ side, alt }) => (
          <IconLink
            key={side ?? 'proof'}
            icon="external-link"
            size="table"
            label={t('review.picture.original', { what: alt })}
            href={paths.desk.picture({ company, id, side, of })}
            target="_blank"
          />
        ))}
      </Tools>
    </Room>
  )
}

interface PictureProps extends Pick<EvidenceProps, 'company' | 'id' | 'of' | 'mark'> {
  readonly picture: EvidencePicture
  readonly zoom: number
  readonly turn: number
}

function Picture({ company, id, of, picture, mark, zoom, turn }: PictureProps) {
  const { t } = useTranslation('desk')
  const { reference, alt, side } = picture
  // The first reference: those of later readings of the page would fetch the picture again.
  const [source, setSource] = useState(reference === null ? null : paths.desk.picture({ company, ref: reference }))
  const [hasFailed, setHasFailed] = useState(false)
  const tries = useRef(0)
  if (source === null) return <Note tone="warn">{t('review.picture.gone')}</Note>
  if (hasFailed)
    return (
      <Note tone="warn">
        {t('review.picture.failed')}{' '}
        <Button
          size="sm"
          variant="secondary"
          onClick={() => {
            tries.current += 1
            setSource(paths.desk.picture({ company, id, side, of, try: String(tries.current) }))
            setHasFailed(false)
          }}
        >
          {t('review.picture.again')}
        </Button>
      </Note>
    )
  return (
    <Figure
      data-zoomed={zoom > 1 ? '' : undefined}
      data-turned={turn % 180 === 90 ? '' : undefined}
      style={{ '--zoom': zoom, '--turn': `${turn}deg` } as CSSProperties}
    >
      <img src={source} alt={alt} draggable={false} onError={() => setHasFailed(true)} />
      <Watermark data-watermark="" aria-hidden="true">
        {MARKS.map((place) => (
          <span key={place} dir="ltr">
            {mark}
          </span>
        ))}
      </Watermark>
    </Figure>
  )
}
