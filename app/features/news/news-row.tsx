/** One article of the list: its head, its first words, when it came out, and a small picture. */
import styled from 'styled-components'
import { paths } from '../../addresses/paths'
import { useWrittenIn, WrittenIn } from '../../frame/written-in'
import { Anchor, Icon, media, token } from '../../ui'
import type { NewsLine } from './news-data'

const RowLink = styled(Anchor)`
  display: flex;
  gap: ${token.space[4]};
  justify-content: space-between;
  padding-block: ${token.space[4]};
  ${media.desktop} { padding-block: ${token.space[5]}; }
  &:hover h2 { text-decoration: underline; text-underline-offset: 0.15em; }
`
const Words = styled.div`
  display: grid;
  gap: ${token.space[1]};
  align-content: start;
  min-width: 0;
  h2 { font-size: ${token.type.lg}; font-weight: 600; line-height: 1.35; overflow-wrap: anywhere; }
  p {
    font-size: ${token.type.sm};
    line-height: 1.5;
    color: ${token.text.secondary};
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 2;
    overflow: hidden;
    overflow-wrap: anywhere;
  }
  time { font-size: ${token.type.xs}; color: ${token.text.muted}; }
  ${media.desktop} { h2 { font-size: ${token.type.xl}; } }
`
/** The tile stays when the picture does not come. */
const Tile = styled.span`
  position: relative;
  flex: none;
  align-self: start;
  width: 92px;
  aspect-ratio: 4 / 3;
  display: grid;
  place-items: center;
  overflow: hidden;
  border-radius: ${token.radius.xs};
  background: ${token.surface.active};
  color: ${token.text.muted};
  img { position: absolute; inset: 0; width: 100%; height: 100%; object-fit: cover; }
  ${media.desktop} { width: 152px; }
`

export function NewsRow({ line }: { readonly line: NewsLine }) {
  const written = useWrittenIn(line.language)
  return (
    <li>
      <RowLink href={paths.newsDetail(line.id)} prefetch="intent">
        <Words>
          <h2 dir="auto" {...written}>
            {line.title}
          </h2>
          {line.desc === '' ? null : (
            <p dir="auto" {...written}>
              {line.desc}
            </p>
          )}
          <time dateTime={line.at.iso}>{line.at.text}</time>
          <WrittenIn language={line.language} languages={line.languages} />
        </Words>
        <Tile aria-hidden="true">
          <Icon name="newspaper" size={24} />
          {line.logo === '' ? null : <img src={line.logo} alt="" loading="lazy" />}
        </Tile>
      </RowLink>
    </li>
  )
}
