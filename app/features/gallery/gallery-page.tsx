/**
 * Every component in its states, in one combination of theme, mode, direction and price colours. It speaks English itself,
 * because only whoever builds the site sees it; what the components say is in the language of the direction.
 */
import { type ReactNode, useEffect } from 'react'
import styled from 'styled-components'
import { usePreferenceChoices } from '../../frame/preferences-state'
import { useNonce } from '../../page/server-page'
import { type IconName, Link, token } from '../../ui'
import { useTenant } from '../../visitor/site'
import { ActionsGroup } from './actions-group'
import { DataGroup } from './data-group'
import { DetailsGroup } from './details-group'
import { FeedbackGroup } from './feedback-group'
import { FieldsGroup } from './fields-group'
import { FoundationGroup } from './foundation-group'
import { COLOURS, DIRECTIONS, GALLERY_MODES, type GalleryLook, GROUPS, type GroupName, lookAddress, THEMES } from './gallery-look'
import { LayersGroup } from './layers-group'
import type { GalleryData } from './load-gallery.server'
import { NavigationGroup } from './navigation-group'
import { OperatorGroup } from './operator-group'
import { OrdersGroup } from './orders-group'
import { ProofGroup } from './proof-group'
import { SelectionGroup } from './selection-group'
import { TicketGroup } from './ticket-group'

const Toolbar = styled.nav`
  display: grid;
  gap: ${token.space[1]};
  padding: ${token.space[4]};
  > div { display: flex; flex-wrap: wrap; gap: ${token.space[1]} ${token.space[4]}; }
  a { display: inline-flex; align-items: center; min-height: 24px; }
  a[aria-current] { font-weight: 600; }
`
const Title = styled.h1`
  font-size: ${token.type.xxl};
`

/** Plain links that load the page anew: the server writes every combination, as it would a visitor's. */
function Choice({ to, current, children }: { to: GalleryLook; current: boolean; children: ReactNode }) {
  return (
    <Link href={lookAddress(to)} reloadDocument aria-current={current ? 'true' : undefined}>
      {children}
    </Link>
  )
}

const CHOICES = [
  ['theme', THEMES],
  ['mode', GALLERY_MODES],
  ['dir', DIRECTIONS],
  ['colours', COLOURS],
  ['group', [null, ...GROUPS]],
] as const

function Switches({ look }: { look: GalleryLook }) {
  return (
    <Toolbar lang="en" dir="ltr" aria-label="Gallery">
      {CHOICES.map(([name, values]) => (
        <div key={name}>
          {values.map((value) => (
            <Choice key={value} to={{ ...look, [name]: value }} current={look[name] === value}>
              {value ?? 'all groups'}
            </Choice>
          ))}
        </div>
      ))}
    </Toolbar>
  )
}

function Index() {
  return (
    <Toolbar lang="en" dir="ltr" aria-label="Gallery">
      <Title>Component gallery</Title>
      <div>
        <Link href="/dev/gallery?texts=pseudo" reloadDocument>
          The site in the pseudo-locale (English)
        </Link>
        <Link href="/dev/gallery?texts=own" reloadDocument>
          The site in its own texts
        </Link>
      </div>
      {THEMES.flatMap((theme) =>
        GALLERY_MODES.map((mode) => (
          <div key={`${theme} ${mode}`}>
            {DIRECTIONS.flatMap((dir) =>
              COLOURS.map((colours) => (
                <Choice key={`${dir} ${colours}`} to={{ theme, mode, dir, colours, group: null }} current={false}>
                  {`${theme} ${mode} ${dir} ${colours}`}
                </Choice>
              )),
            )}
          </div>
        )),
      )}
    </Toolbar>
  )
}

function groupOf(name: GroupName, logo: string, icons: readonly IconName[]): ReactNode {
  const groups: Readonly<Record<GroupName, () => ReactNode>> = {
    foundation: () => <FoundationGroup logo={logo} icons={icons} />,
    actions: () => <ActionsGroup />,
    selection: () => <SelectionGroup />,
    fields: () => <FieldsGroup />,
    data: () => <DataGroup />,
    orders: () => <OrdersGroup />,
    ticket: () => <TicketGroup />,
    details: () => <DetailsGroup />,
    feedback: () => <FeedbackGroup />,
    navigation: () => <NavigationGroup logo={logo} />,
    proof: () => <ProofGroup />,
    operator: () => <OperatorGroup />,
    layers: () => <LayersGroup />,
  }
  return groups[name]()
}

/** The look is that of the whole document, so that layers, which lie outside this page's own part, have it too. */
function useLookOfDocument(look: GalleryLook): void {
  const { mode, colours } = look
  useEffect(() => {
    usePreferenceChoices.setState({ mode, updown: colours })
    return () => usePreferenceChoices.setState({ mode: null, updown: null })
  }, [mode, colours])
}

function Showcase({ look, css, icons }: GalleryData & { look: GalleryLook }) {
  const nonce = useNonce()
  const { logoPath } = useTenant()
  useLookOfDocument(look)
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a checked theme file of ours. */}
      <style nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
      <Switches look={look} />
      {GROUPS.filter((name) => look.group === null || look.group === name).map((name) => (
        <div key={name}>{groupOf(name, logoPath, icons)}</div>
      ))}
    </>
  )
}

export function GalleryPage({ data }: { data: GalleryData }) {
  return data.look === null ? <Index /> : <Showcase {...data} look={data.look} />
}
