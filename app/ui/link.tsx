import styled from 'styled-components'
import { Anchor, type AnchorProps } from './anchor'
import { token } from './token'

interface LinkProps extends AnchorProps {
  /** Inside a sentence the underline is always there. */
  inline?: boolean
}

const LinkFrame = styled(Anchor)`
  color: ${token.brand.text};
  font-weight: 500;
  text-underline-offset: 3px;
  &:hover { text-decoration: underline; }
  p &, &[data-inline] { text-decoration: underline; text-decoration-thickness: 1px; }
`

export function Link({ inline = false, ...rest }: LinkProps) {
  return <LinkFrame data-inline={inline ? '' : undefined} {...rest} />
}
