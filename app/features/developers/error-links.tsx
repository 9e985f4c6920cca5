/** Names of errors, each a link to what it means. */
import styled from 'styled-components'
import { Link, token } from '../../ui'
import { errorAddress } from './contract-page'
import { Technical } from './technical'

const Names = styled.ul`
  display: flex;
  flex-wrap: wrap;
  gap: 0 ${token.space[3]};
  font-size: ${token.type.xs};
  a { display: inline-flex; align-items: center; min-height: 24px; }
`

export function ErrorLinks({ names }: { names: readonly string[] }) {
  return (
    <Names>
      {names.map((name) => (
        <li key={name}>
          <Link href={errorAddress(name)}>
            <Technical>{name}</Technical>
          </Link>
        </li>
      ))}
    </Names>
  )
}
