/** Fields under one another: name, type, what it means. A type that is a shape leads to it. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Badge, Link, token } from '../../ui'
import { type ShownField, shapeAddress } from './contract-page'
import { Technical } from './technical'

const Rows = styled.ul`
  display: grid;
  gap: ${token.space[2]};
  font-size: ${token.type.sm};
  li {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 2px ${token.space[2]};
    padding-block-end: ${token.space[2]};
    border-block-end: 1px solid ${token.border.hairline};
    overflow-wrap: anywhere;
  }
  li:last-child { border-block-end: 0; padding-block-end: 0; }
  code { font-family: ${token.font.mono}; font-size: ${token.type.xs}; }
  b { font-weight: 600; color: ${token.text.primary}; }
`
const Meaning = styled.span`
  flex-basis: 100%;
  color: ${token.text.secondary};
`
const Title = styled.h4`
  font-size: ${token.type.sm};
  font-weight: 600;
  color: ${token.text.secondary};
`

/** `marksNeeded`: says what must be there instead of what may be missing, where something is sent. */
export function FieldList({ title, fields, marksNeeded = false }: { title: string; fields: readonly ShownField[]; marksNeeded?: boolean }) {
  const { t } = useTranslation('developers')
  if (fields.length === 0) return null
  return (
    <>
      {title === '' ? null : <Title>{title}</Title>}
      <Rows>
        {fields.map(({ name, type, isRequired, description, shape }) => (
          <li key={name}>
            <Technical>
              <code>
                <b>{name}</b>
              </code>
            </Technical>
            <Technical>{shape === '' ? <code>{type}</code> : <ShapeLink shape={shape} type={type} />}</Technical>
            {marksNeeded && isRequired ? <Badge tone="brand">{t('required')}</Badge> : null}
            {!marksNeeded && !isRequired ? <Badge>{t('optional')}</Badge> : null}
            {description === '' ? null : (
              <Meaning>
                <Technical>{description}</Technical>
              </Meaning>
            )}
          </li>
        ))}
      </Rows>
    </>
  )
}

function ShapeLink({ shape, type }: { shape: string; type: string }) {
  return (
    <Link href={shapeAddress(shape)}>
      <code>{type}</code>
    </Link>
  )
}
