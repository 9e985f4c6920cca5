/** Where a receipt is given: pasted, dropped or chosen as a file. The file never leaves the browser. */
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Button, Card, Field, IconButton, Row, Stack, TextArea, token } from '../../ui'

const Zone = styled.div`
  position: relative;
  border-radius: inherit;
  &[data-over]::after {
    content: attr(data-drop);
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    font-weight: 600;
    color: ${token.brand.text};
    background: ${token.brand.soft};
    border-radius: inherit;
    box-shadow: inset 0 0 0 2px ${token.focus};
    pointer-events: none;
  }
`
const Area = styled(TextArea)`
  font-family: ${token.font.mono};
  font-size: ${token.type.sm};
  min-height: 132px;
`

const Another = styled.h2`
  font-size: ${token.type.md};
  font-weight: 600;
`

interface ReceiptInputProps {
  readonly text: string
  readonly error: string | null
  readonly isChecking: boolean
  /** A result is shown: the field stands back. */
  readonly isAnother: boolean
  readonly onText: (text: string) => void
  readonly onFile: (file: File) => void
  readonly onCheck: () => void
}

export function ReceiptInput({ text, error, isChecking, isAnother, onText, onFile, onCheck }: ReceiptInputProps) {
  const { t } = useTranslation('receipt')
  const chooser = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')
  const take = (file: File | undefined) => {
    if (file !== undefined) onFile(file)
  }
  return (
    <Card $pad>
      <Zone
        data-over={isOver ? '' : undefined}
        data-drop={t('input.drop')}
        onDragOver={(event) => {
          if (!hasFiles(event)) return
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
        }}
        onDrop={(event) => {
          setOver(false)
          if (!hasFiles(event)) return
          event.preventDefault()
          take(event.dataTransfer.files[0])
        }}
      >
        <Stack $gap={3}>
          {isAnother ? <Another>{t('proof:checkAnother')}</Another> : null}
          <Field label={t('input.label')} help={t('input.help')} error={error ?? undefined} announce>
            {(aria) => (
              <Area
                {...aria}
                dir="ltr"
                rows={isAnother ? 2 : 6}
                spellCheck={false}
                autoComplete="off"
                value={text}
                onChange={(event) => onText(event.target.value)}
              />
            )}
          </Field>
          <Row $wrap>
            <Button variant={isAnother ? 'secondary' : 'primary'} icon="shield-check" busy={isChecking} onClick={onCheck}>
              {t('input.check')}
            </Button>
            <Button icon="upload" onClick={() => chooser.current?.click()}>
              {t('input.choose')}
            </Button>
            {text === '' ? null : <IconButton icon="x" label={t('input.clear')} onClick={() => onText('')} />}
          </Row>
          <input
            ref={chooser}
            hidden
            type="file"
            accept=".json,application/json,text/plain"
            aria-label={t('input.choose')}
            onChange={(event) => {
              take(event.target.files?.[0])
              // The same file may be chosen again after it was changed.
              event.target.value = ''
            }}
          />
        </Stack>
      </Zone>
    </Card>
  )
}
