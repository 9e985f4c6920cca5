/** The keys that receipts are checked against, and the way to give another broker's. */
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Card, Field, Icon, Note, SectionTitle, Stack, TextArea, token } from '../../ui'
import { Code } from './receipt-facts'
import { summaryLine } from './summary-line'
import type { TrustedKey } from './trusted-keys'

const KeyRows = styled.ul`
  display: grid;
  gap: 10px;
  font-size: ${token.type.sm};
  li { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 2px ${token.space[4]}; }
  small { color: ${token.text.muted}; font-size: ${token.type.xs}; }
`
const Own = styled.details`
  ${summaryLine}
`
const Area = styled(TextArea)`
  font-family: ${token.font.mono};
  font-size: ${token.type.sm};
`

interface KeyPanelProps {
  readonly published: readonly TrustedKey[]
  readonly ownText: string
  /** What `ownText` says; null where it says nothing that is a key. */
  readonly ownKeys: readonly TrustedKey[] | null
  readonly onOwnText: (text: string) => void
}

export function KeyPanel({ published, ownText, ownKeys, onOwnText }: KeyPanelProps) {
  const { t } = useTranslation('receipt')
  const isGiven = ownText.trim() !== ''
  return (
    <Card $pad>
      <Stack $gap={3}>
        <SectionTitle>{t('keys.title')}</SectionTitle>
        {isGiven && ownKeys !== null ? <KeyList keys={ownKeys} /> : <Published keys={published} />}
        <Own>
          <summary>
            <Icon name="chevron-down" size={16} />
            {t('keys.own')}
          </summary>
          <Field
            label={t('keys.ownLabel')}
            help={isGiven && ownKeys !== null ? t('keys.ownUsed') : t('keys.ownHelp')}
            error={isGiven && ownKeys === null ? t('keys.ownInvalid') : undefined}
            announce
          >
            {(aria) => (
              <Area
                {...aria}
                dir="ltr"
                spellCheck={false}
                autoComplete="off"
                value={ownText}
                onChange={(event) => onOwnText(event.target.value)}
              />
            )}
          </Field>
        </Own>
      </Stack>
    </Card>
  )
}

function Published({ keys }: { keys: readonly TrustedKey[] }) {
  const { t } = useTranslation('receipt')
  return keys.length === 0 ? <Note tone="warn">{t('keys.none')}</Note> : <KeyList keys={keys} />
}

function KeyList({ keys }: { keys: readonly TrustedKey[] }) {
  const { t } = useTranslation('receipt')
  return (
    <KeyRows>
      {keys.map(({ keyId, owner, broker }, index) => {
        const isCurrent = index === 0 || keys[index - 1]?.broker !== broker
        return (
          <li key={`${broker} ${keyId}`}>
            <span>{owner === '' ? t('keys.given') : t('keys.from', { owner })}</span>
            <span>
              <Code dir="ltr">{keyId}</Code> {broker === null ? null : <small>{t(isCurrent ? 'keys.current' : 'keys.older')}</small>}
            </span>
          </li>
        )
      })}
    </KeyRows>
  )
}
