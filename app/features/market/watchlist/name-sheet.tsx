import { type FormEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { UNSEEN, WATCHLISTS } from '../../../../contract/form-bounds'
import type { Watchlist } from '../../../../rules/watchlists'
import { Button, Field, Sheet, TextInput, token } from '../../../ui'
import { addList, changeLists } from './change-watchlists'

const Form = styled.form`
  display: grid;
  gap: ${token.space[3]};
`

interface NameSheetProps {
  open: boolean
  /** The list that gets another name; null for a new one. */
  list: Watchlist | null
  onClose: () => void
  onMade: (listId: string) => void
}

/** Names a new list, or one that is there. */
export function NameSheet({ open, list, onClose, onMade }: NameSheetProps) {
  const { t } = useTranslation(['product', 'public'])
  const [name, setName] = useState('')
  const listId = list?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was typed stays until the sheet is opened for another list.
  useEffect(() => setName(list?.name ?? ''), [open, listId])
  const typed = name.trim()
  const problem = UNSEEN.test(typed) ? t('public:error.PARAMETER_INVALID', { parameter: t('watchlist.name') }) : undefined
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed === '' || problem !== undefined) return
    const id = list === null ? addList(typed) : list.id
    if (list !== null) changeLists({ change: 'rename', id: list.id, name: typed })
    // There was no room: the message says so, and what was typed stays.
    if (id === null) return
    onClose()
    onMade(id)
  }
  const title = list === null ? t('watchlist.new') : t('watchlist.rename', { name: list.name === '' ? t('favourites.title') : list.name })
  return (
    <Sheet open={open} onClose={onClose} title={title} closeLabel={t('public:close')}>
      <Form onSubmit={submit}>
        <Field label={t('watchlist.name')} error={problem} announce>
          {(aria) => (
            <TextInput
              {...aria}
              value={name}
              maxLength={WATCHLISTS.name}
              autoComplete="off"
              dir="auto"
              onChange={(event) => setName(event.target.value)}
            />
          )}
        </Field>
        <Button type="submit" variant="primary" disabled={typed === ''}>
          {t('watchlist.save')}
        </Button>
      </Form>
    </Sheet>
  )
}
