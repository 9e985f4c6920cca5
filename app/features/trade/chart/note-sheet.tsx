/** The words of a note on the chart. A note that gets none is taken away again. */
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button, Field, Sheet, TextInput } from '../../../ui'
import { type Drawing, LONGEST_NOTE } from './drawings'
import type { ChartDrawings } from './use-chart-drawings'
import type { ChartLayoutControls } from './use-chart-layout'

export function NoteSheet({ controls, drawings }: { controls: ChartLayoutControls; drawings: ChartDrawings }) {
  const { t } = useTranslation('trade')
  const note = drawings.written
  const end = (text: string) => {
    if (note === null) return
    drawings.write(null)
    if (text === '') controls.draw({ do: 'delete', id: note.id })
    else if (text !== note.text) controls.draw({ do: 'change', id: note.id, change: { text } })
  }
  return (
    <Sheet open={note !== null} onClose={() => end(note?.text ?? '')} title={t('chart.draw.tool.note')} closeLabel={t('close')}>
      {note === null ? null : <NoteForm key={note.id} note={note} onEnd={end} />}
    </Sheet>
  )
}

function NoteForm({ note, onEnd }: { note: Drawing; onEnd: (text: string) => void }) {
  const { t } = useTranslation('trade')
  const [text, setText] = useState(note.text)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onEnd(text.trim())
  }
  return (
    <form onSubmit={submit} style={{ display: 'grid', gap: 16 }}>
      <Field label={t('chart.draw.noteText')}>
        {(aria) => (
          <TextInput
            {...aria}
            value={text}
            maxLength={LONGEST_NOTE}
            autoComplete="off"
            dir="auto"
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit">{t('chart.line.save')}</Button>
    </form>
  )
}
