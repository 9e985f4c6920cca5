/** One call: how it is asked, by whom, what it takes and gives, how it can be refused, and an example. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Badge, Card, Stack, token } from '../../ui'
import { anchorOf, type ShownCall } from './contract-page'
import { ErrorLinks } from './error-links'
import { FieldList } from './field-list'
import { Code, Technical } from './technical'

const Badges = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${token.space[1]};
`
const Title = styled.h4`
  font-size: ${token.type.sm};
  font-weight: 600;
  color: ${token.text.secondary};
`
const Folded = styled.details`
  > summary { min-height: 32px; font-size: ${token.type.sm}; font-weight: 500; color: ${token.brand.text}; cursor: pointer; }
`

export function CallSection({ call }: { call: ShownCall }) {
  const { t } = useTranslation('developers')
  return (
    <Card as="article" $pad aria-labelledby={anchorOf('call', call.name)}>
      <Stack $gap={3}>
        <h3 id={anchorOf('call', call.name)}>
          <Technical>{call.name}</Technical>
        </h3>
        <Technical as="p">{call.summary}</Technical>
        <Technical>
          <code>
            {call.method} {call.path}
          </code>
        </Technical>
        <Badges>
          <Badge tone={call.actor === 'anonymous' ? 'ok' : 'info'}>{t(`actor.${call.actor}`)}</Badge>
          {call.changesState ? <Badge tone="warn">{t('changesState')}</Badge> : null}
          {call.needsStepUp ? <Badge tone="warn">{t('stepUp')}</Badge> : null}
          {call.isAlsoGet ? <Badge>{t('alsoGet')}</Badge> : null}
          {call.takesFile ? <Badge>{t('takesFile')}</Badge> : null}
        </Badges>
        <FieldList title={t('inputs')} fields={call.inputs} marksNeeded />
        <Folded>
          <summary>{t('outputs')}</summary>
          <Stack $gap={2}>{call.outputs.length === 0 ? <p>{t('nothing')}</p> : <FieldList title="" fields={call.outputs} />}</Stack>
        </Folded>
        <Folded>
          <summary>{t('example')}</summary>
          <Stack $gap={2}>
            <Title>{t('request')}</Title>
            <Code>{call.request}</Code>
            <Title>{t('answer')}</Title>
            <Code>{call.answer}</Code>
          </Stack>
        </Folded>
        {call.errors.length === 0 ? null : (
          <>
            <Title>{t('errors')}</Title>
            <ErrorLinks names={call.errors} />
          </>
        )}
      </Stack>
    </Card>
  )
}
