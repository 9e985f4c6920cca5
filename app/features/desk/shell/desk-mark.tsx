import styled from 'styled-components'
import { token } from '../../../ui'

const Mark = styled.span`
  display: flex;
  align-items: center;
  gap: 10px;
  padding: 4px 10px ${token.space[3]};
  font-size: 15px;
  font-weight: 600;
`

/** The desk belongs to no company: a plain sign and its name. */
export function DeskMark({ label }: { readonly label: string }) {
  return (
    <Mark data-mark="">
      <svg
        viewBox="0 0 28 28"
        width="22"
        height="22"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d="M14 2.8 23.7 8.4v11.2L14 25.2 4.3 19.6V8.4z" />
        <path d="M14 14 23.7 8.4M14 14v11.2M14 14 4.3 8.4" opacity=".5" />
      </svg>
      <span>{label}</span>
    </Mark>
  )
}
