/** Which receipts are checked, and of which day: files that never leave the browser, or the signed-in trader's own. */
import { type DragEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Button, Card, Field, Row, Stack, Text, TextInput, token } from '../../../ui'
import { AwaitsScripts } from '../../../ui/awaits-scripts'

const Zone = styled(Card)`
  &[data-over] { box-shadow: inset 0 0 0 2px ${token.focus}; }
`
const Day = styled(Field)`
  max-width: 260px;
`

interface DayInputProps {
  readonly error: string | null
  readonly isRunning: boolean
  /** The newest day there is, as 2026-11-27. */
  readonly today: string
  /** Absent for whoever is not signed in. */
  readonly onMine?: ((day: string) => void) | undefined
  readonly onStart: (files: readonly File[], day: string) => void
}

export function DayInput({ error, isRunning, today, onMine, onStart }: DayInputProps) {
  const { t } = useTranslation('proof')
  const chooser = useRef<HTMLInputElement>(null)
  const [files, setFiles] = useState<readonly File[]>([])
  const [day, setDay] = useState('')
  const [isOver, setOver] = useState(false)
  const take = (list: FileList | null) => setFiles([...(list ?? [])])
  const over = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setOver(true)
  }
  return (
    <Zone
      $pad
      as="form"
      aria-label={t('day.title')}
      data-over={isOver ? '' : undefined}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
      onSubmit={(event: React.FormEvent) => {
        event.preventDefault()
        onStart(files, day)
      }}
    >
      <AwaitsScripts>
        <Stack $gap={4}>
          <Row $wrap>
            <Button icon="upload" onClick={() => chooser.current?.click()}>
              {t('day.choose')}
            </Button>
            <Text $size="sm" $tone="secondary" role="status">
              {files.length === 0 ? '' : t('day.chosen', { number: files.length })}
            </Text>
          </Row>
          <input
            ref={chooser}
            hidden
            multiple
            type="file"
            accept=".json,application/json,text/plain"
            aria-label={t('day.choose')}
            onChange={(event) => {
              take(event.target.files)
              // The same files may be chosen again after they were changed.
              event.target.value = ''
            }}
          />
          <Day label={t('day.date')} help={t('day.dateHelp')} error={error ?? undefined} announce>
            {(aria) => <TextInput {...aria} type="date" numeric max={today} value={day} onChange={(event) => setDay(event.target.value)} />}
          </Day>
          <Row $wrap>
            <Button type="submit" variant="primary" icon="shield-check" busy={isRunning}>
              {t('receipt:input.check')}
            </Button>
            {onMine === undefined ? null : (
              <Button icon="receipt-text" disabled={isRunning} onClick={() => onMine(day === '' ? today : day)}>
                {t('day.mine')}
              </Button>
            )}
          </Row>
        </Stack>
      </AwaitsScripts>
    </Zone>
  )
}
