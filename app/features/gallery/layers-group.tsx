import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Amount, Button, ConfirmDialog, Drawer, KeyValueList, Sheet, type ToastTone, useToast } from '../../ui'
import { Group, Specimen } from './specimen'

const TOASTS: readonly ToastTone[] = ['ok', 'info', 'err']
type Layer = 'sheet' | 'drawer' | 'dialog' | 'danger' | 'busy'
const LAYERS: readonly (readonly [Layer, string])[] = [
  ['sheet', 'Sheet'],
  ['drawer', 'Drawer'],
  ['dialog', 'ConfirmDialog'],
  ['danger', 'ConfirmDialog: danger'],
  ['busy', 'ConfirmDialog: busy'],
]

/** Layers lie over the whole window, so each is opened by its button. */
export function LayersGroup() {
  const { t } = useTranslation('order')
  const toast = useToast()
  const [layer, open] = useState<Layer | null>(null)
  const close = () => open(null)
  return (
    <Group name="layers">
      {LAYERS.map(([name, of]) => (
        <Specimen key={name} of={of}>
          <Button data-open={name} onClick={() => open(name)}>
            {of}
          </Button>
        </Specimen>
      ))}
      {TOASTS.map((tone) => (
        <Specimen key={tone} of={`Toast: ${tone}`}>
          <Button
            data-open={`toast-${tone}`}
            onClick={() => toast.show({ tone, title: t('trade:confirmed'), text: t('public:connection.back'), durationMs: 60_000 })}
          >
            {`Toast ${tone}`}
          </Button>
        </Specimen>
      ))}
      <Sheet
        open={layer === 'sheet'}
        onClose={close}
        title={t('detail')}
        closeLabel={t('closeLayer')}
        footer={
          <Button variant="primary" block onClick={close}>
            {t('saveStops')}
          </Button>
        }
      >
        <Facts />
      </Sheet>
      <Drawer open={layer === 'drawer'} onClose={close} title={t('trade:markets')} closeLabel={t('closeLayer')}>
        <Facts />
      </Drawer>
      <ConfirmDialog
        open={layer === 'dialog' || layer === 'danger' || layer === 'busy'}
        title={t('ask.closeTitle', { code: 'EUR/USD', side: t('longWord'), lots: '0.20' })}
        text={t('ask.closeText')}
        facts={[{ key: 'profit', label: t('ask.profitAbout'), value: <Amount value="17.60" signed tone="direction" /> }]}
        confirmLabel={t('ask.closeConfirm')}
        cancelLabel={t('cancel')}
        tone={layer === 'danger' ? 'danger' : 'primary'}
        busy={layer === 'busy'}
        onConfirm={close}
        onCancel={close}
      />
    </Group>
  )
}

function Facts() {
  const { t } = useTranslation('order')
  return (
    <KeyValueList
      rows={[
        { key: 'open', label: t('fact.openPrice'), value: '1.16340' },
        { key: 'margin', label: t('fact.margin'), value: <Amount value="232.68" /> },
      ]}
    />
  )
}
