/** The field that searches the companies: Enter without scripts, 250 ms after the last key with them. */
import { Form, useSubmit } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../addresses/paths'
import { TextInput } from '../../ui'

const WAIT_MS = 250

export function DirectorySearch({ query }: { query: string }) {
  const { t } = useTranslation('public')
  const submit = useSubmit()
  const form = useRef<HTMLFormElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => () => clearTimeout(timer.current), [])
  const shown = useRef(query)
  // Back, forward and "All companies" change the address without the field; what is being typed stays, also what was typed before
  // the page could hear it.
  useEffect(() => {
    if (shown.current === query) return
    shown.current = query
    const input = field.current
    if (input !== null && document.activeElement !== input) input.value = query
  }, [query])
  return (
    <Form
      ref={form}
      method="get"
      action={paths.product()}
      role="search"
      onSubmit={() => clearTimeout(timer.current)}
      onChange={() => {
        clearTimeout(timer.current)
        timer.current = setTimeout(() => submit(form.current, { replace: true, preventScrollReset: true }), WAIT_MS)
      }}
    >
      <TextInput
        ref={field}
        icon="search"
        type="search"
        name="name"
        defaultValue={query}
        maxLength={64}
        placeholder={t('directory.search')}
        aria-label={t('directory.search')}
      />
    </Form>
  )
}
