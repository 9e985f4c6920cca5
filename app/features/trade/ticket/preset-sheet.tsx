/** Names what the ticket says, takes a change into the preset it came from, and lets go of those that are not wanted. */
import { type FormEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { Button, Field, IconButton, Note, Sheet, Stack, Text, TextInput, token } from '../../../ui'
import { useSortable } from '../../../ui/use-sortable'
import { liftedRow, SortHandle, SortStatus } from '../../market/watchlist/sort-handle'
import { LONGEST_NAME, MOST_PRESETS } from './presets'
import { usePresets } from './use-presets'

const Form = styled.form`
  display: grid;
  gap: ${token.space[3]};
`
const List = styled.ul`
  display: grid;
  li {
    display: flex;
    align-items: center;
    gap: ${token.space[2]};
    min-height: 48px;
    border-block-start: 1px solid ${token.border.hairline};
    font-weight: 500;
    bdi { flex: 1; min-width: 0; overflow-wrap: anywhere; }
    ${liftedRow}
  }
`

export default function PresetSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation(['trade', 'public'])
  const { presets, chosen, isChanged, isFull, update, remove, move } = usePresets()
  const box = useRef<HTMLUListElement>(null)
  const sortable = useSortable(
    box,
    presets.map(({ id }) => id),
    move,
  )
  const nameOf = (id: string) => presets.find((preset) => preset.id === id)?.name ?? ''
  return (
    <Sheet open={open} onClose={onClose} title={t('preset.label')} closeLabel={t('close')}>
      <Stack>
        {chosen !== null && isChanged ? (
          <Button
            type="button"
            onClick={() => {
              update()
              onClose()
            }}
          >
            {t('preset.update', { name: chosen.name })}
          </Button>
        ) : null}
        {isFull ? <Note tone="neutral">{t('preset.full', { most: MOST_PRESETS })}</Note> : <NameForm onSaved={onClose} />}
        {presets.length === 0 ? (
          <Text $size="sm" $tone="secondary">
            {t('preset.none')}
          </Text>
        ) : (
          <div>
            <List ref={box} aria-label={t('preset.label')}>
              {sortable.order
                .flatMap((id) => presets.find((preset) => preset.id === id) ?? [])
                .map((preset) => (
                  <li key={preset.id} {...sortable.row(preset.id)}>
                    <SortHandle sortable={sortable} id={preset.id} name={preset.name} />
                    <bdi>{preset.name}</bdi>
                    <IconButton icon="trash-2" label={t('chart.draw.delete', { name: preset.name })} onClick={() => remove(preset)} />
                  </li>
                ))}
            </List>
            <SortStatus sortable={sortable} nameOf={nameOf} />
          </div>
        )}
      </Stack>
    </Sheet>
  )
}

function NameForm({ onSaved }: { onSaved: () => void }) {
  const { t } = useTranslation('trade')
  const { save } = usePresets()
  const [name, setName] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    // The sheet is a child of the ticket's own form, as far as the page's events go.
    event.stopPropagation()
    if (name.trim() === '') return
    save(name.trim())
    onSaved()
  }
  return (
    <Form onSubmit={submit}>
      <Field label={t('preset.name')}>
        {(aria) => (
          <TextInput
            {...aria}
            value={name}
            maxLength={LONGEST_NAME}
            autoComplete="off"
            dir="auto"
            onChange={(event) => setName(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" disabled={name.trim() === ''}>
        {t('preset.save')}
      </Button>
    </Form>
  )
}
