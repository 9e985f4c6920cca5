import { useRevalidator } from '@remix-run/react'
import { useTranslation } from 'react-i18next'
import { Button } from './button'
import { EmptyState } from './empty-state'

interface LoadFailedProps {
  /** The texts of the screen: its `error.title`, `error.text`, `error.retry` and `error.code`. */
  texts: 'documentary' | 'order' | 'product' | 'trade'
  /** What the broker said, or why it said nothing. */
  code: string
  /** Level of the heading on this page. */
  level?: 1 | 2
}

/** In the place of what could not be read: says so, and reads it again on request while the rest of the page stays. */
export function LoadFailed({ texts, code, level = 2 }: LoadFailedProps) {
  const { t } = useTranslation(texts)
  const { revalidate, state } = useRevalidator()
  return (
    <EmptyState
      art="broken"
      level={level}
      title={t('error.title')}
      text={t('error.text')}
      action={
        <Button variant="primary" icon="refresh-cw" busy={state !== 'idle'} onClick={revalidate}>
          {t('error.retry')}
        </Button>
      }
      code={t('error.code', { code })}
    />
  )
}
