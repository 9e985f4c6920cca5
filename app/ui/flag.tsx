import styled from 'styled-components'
import { token } from './token'

interface FlagProps {
  /** ISO 3166 alpha-2 or EU; a file of that name is in public/flags. */
  country: string
  size?: 20 | 28
  /** In a long list: loaded when it comes into view. */
  lazy?: boolean
  className?: string
}

const FlagFrame = styled.img`
  flex: none;
  border-radius: 50%;
  object-fit: cover;
  background: ${token.surface.active};
  outline: 1px solid color-mix(in srgb, ${token.text.primary} 10%, transparent);
  outline-offset: -1px;
`

/** Decorative: the language or country name stands beside it. */
export function Flag({ country, size = 20, lazy = false, className }: FlagProps) {
  return (
    <FlagFrame
      src={`/flags/${country.toLowerCase()}.svg`}
      alt=""
      width={size}
      height={size}
      decoding="async"
      loading={lazy ? 'lazy' : undefined}
      className={className}
      style={{ width: size, height: size }}
    />
  )
}
