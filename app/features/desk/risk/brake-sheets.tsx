/** The forms of the brake: one instrument, what is asked of a second person, and the halt of all trading. */

import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import styled from 'styled-components'
import { EVERY_INSTRUMENT } from '../../../../contract/desk/brake-terms'
import type { BrakeSpan } from '../../../../contract/desk/risk'
import { errorValues } from '../../../../contract/error-values'
import type { RiskRow, RiskView } from '../../../terms/risk'
import { Button, ConfirmDialog, decimalText, Field, KeyValueList, Note, Segmented, Sheet, TextInput, token } from '../../../ui'
import type { Approver } from '../who-decides'
import { WhoDecides } from '../who-decides'

const Form = styled.form`
  display: grid;
  gap: ${token.space[4]};
`
const Label = styled.div`
  display: grid;
  gap: 6px;
  > span { font-size: ${token.type.sm}; font-weight: 500; }
`

export type BrakeFields = Readonly<Record<string, string>>

interface SheetProps {
  readonly isBusy: boolean
  /** What the broker refused with; empty otherwise. */
  readonly problem: string
  readonly approvers: readonly Approver[] | null
  onSend(fields: BrakeFields): void
  onClose(): void
}

function SpanChoice({
  spans,
  value,
  onChange,
}: {
  readonly spans: readonly BrakeSpan[]
  readonly value: BrakeSpan
  onChange(span: BrakeSpan): void
}) {
  const { t } = useTranslation('desk')
  return (
    <Label>
      <span>{t('risk.span.label')}</span>
      <Segmented
        label={t('risk.span.label')}
        options={spans.map((span) => ({ value: span, label: t(`risk.span.${span}`) }))}
        value={value}
        onChange={onChange}
      />
    </Label>
  )
}

function ReasonField({
  value,
  onChange,
  label,
  problem,
}: {
  readonly value: string
  onChange(text: string): void
  readonly label: string
  readonly problem?: string | undefined
}) {
  return (
    <Field label={label} error={problem}>
      {(aria) => (
        <TextInput {...aria} value={value} maxLength={200} autoComplete="off" onChange={(event) => onChange(event.currentTarget.value)} />
      )}
    </Field>
  )
}

const SPANS = ['ten-minutes', 'hour', 'open'] as const
const LONGER = ['hour', 'open'] as const

interface BrakeSheetProps extends Pick<SheetProps, 'isBusy' | 'problem' | 'onClose'> {
  readonly title: ReactNode
  /** What its button says. */
  readonly action: string
  onSend(): void
  readonly children: ReactNode
}

/** The sheet of a form about the brake: its button sends, and what was refused stands above the fields. */
function BrakeSheet({ title, action, isBusy, problem, onSend, onClose, children }: BrakeSheetProps) {
  const { t } = useTranslation('desk')
  return (
    <Sheet
      open
      onClose={onClose}
      title={title}
      closeLabel={t('settings.cancel')}
      footer={
        <Button variant="primary" block busy={isBusy} onClick={onSend}>
          {action}
        </Button>
      }
    >
      <Form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          onSend()
        }}
      >
        {problem === '' ? null : (
          <Note tone="danger" role="alert">
            {problem}
          </Note>
        )}
        {children}
      </Form>
    </Sheet>
  )
}

interface InstrumentSheetProps extends SheetProps {
  readonly row: RiskRow
}

/** Holds one instrument back. What stands is lifted or kept by its bar above the table. */
export function InstrumentSheet({ row, isBusy, problem, approvers, onSend, onClose }: InstrumentSheetProps) {
  const { t } = useTranslation('desk')
  const [mode, setMode] = useState<'close-only' | 'off'>(row.state === 'close-only' ? 'off' : 'close-only')
  const [span, setSpan] = useState<BrakeSpan>('ten-minutes')
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const send = () => {
    if (reason.trim() === '') return setIsMissing(true)
    onSend({ act: 'set', target: row.code, mode, span, reason })
  }
  return (
    <BrakeSheet {...{ isBusy, problem, onClose }} title={<bdi dir="ltr">{row.showCode}</bdi>} action={t(`risk.set.${mode}`)} onSend={send}>
      <Label>
        <span>{t('settings.field.state')}</span>
        <Segmented
          label={t('settings.field.state')}
          options={(['close-only', 'off'] as const).map((value) => ({ value, label: t(`settings.state.${value}`) }))}
          value={mode}
          onChange={setMode}
        />
      </Label>
      <Note>
        {t('risk.effect', { pending: row.pending })} {mode === 'off' ? t('risk.effectOff') : null}
      </Note>
      <SpanChoice spans={SPANS} value={span} onChange={setSpan} />
      <Note>{t('risk.span.help')}</Note>
      <ReasonField
        value={reason}
        onChange={setReason}
        label={t('risk.reason')}
        problem={
          isMissing && reason.trim() === '' ? t('public:error.DESK_REASON_REQUIRED', errorValues('DESK_REASON_REQUIRED')) : undefined
        }
      />
      {span === 'ten-minutes' || approvers === null ? null : (
        <WhoDecides approvers={approvers} except={approvers.find(({ isSelf }) => isSelf)?.name} />
      )}
    </BrakeSheet>
  )
}

interface AskSheetProps extends SheetProps {
  readonly id: string
  readonly what: 'keep' | 'lift'
}

/** Asks a second person to keep a brake for longer, or to lift it. */
export function AskSheet({ id, what, isBusy, problem, approvers, onSend, onClose }: AskSheetProps) {
  const { t } = useTranslation('desk')
  const [span, setSpan] = useState<BrakeSpan>('hour')
  const [reason, setReason] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const send = () => (reason.trim() === '' ? setIsMissing(true) : onSend({ act: what, id, span, reason }))
  return (
    <BrakeSheet
      {...{ isBusy, problem, onClose }}
      title={t(what === 'lift' ? 'risk.lift' : 'risk.keep')}
      action={t('settings.send')}
      onSend={send}
    >
      {what === 'lift' ? null : <SpanChoice spans={LONGER} value={span} onChange={setSpan} />}
      <ReasonField
        value={reason}
        onChange={setReason}
        label={t('settings.reason')}
        problem={
          isMissing && reason.trim() === '' ? t('public:error.DESK_REASON_REQUIRED', errorValues('DESK_REASON_REQUIRED')) : undefined
        }
      />
      {approvers === null ? null : <WhoDecides approvers={approvers} except={approvers.find(({ isSelf }) => isSelf)?.name} />}
    </BrakeSheet>
  )
}

interface HaltDialogProps extends SheetProps {
  readonly view: RiskView
  readonly companyName: string
}

/** No new orders of any instrument. The company's name is typed first, so that nobody halts the wrong one. */
export function HaltDialog({ view, companyName, isBusy, problem, approvers, onSend, onClose }: HaltDialogProps) {
  const { t } = useTranslation('desk')
  const [span, setSpan] = useState<BrakeSpan>('ten-minutes')
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const isRight = typed.trim() === companyName && reason.trim() !== ''
  return (
    <ConfirmDialog
      open
      title={t('risk.halt.title', { company: companyName })}
      text={t('risk.halt.text')}
      confirmLabel={t('risk.halt.open')}
      cancelLabel={t('settings.cancel')}
      tone="danger"
      busy={isBusy}
      confirmDisabled={!isRight}
      onConfirm={() => onSend({ act: 'set', target: EVERY_INSTRUMENT, mode: 'close-only', span, reason })}
      onCancel={onClose}
    >
      <KeyValueList
        rows={[
          { key: 'accounts', label: t('risk.halt.accounts'), value: view.accounts },
          { key: 'pending', label: t('risk.halt.pending'), value: view.pending },
          { key: 'usdt', label: t('risk.halt.uncovered'), value: `${decimalText(view.total.usdt, { decimals: 2 })} USDT` },
        ]}
      />
      {problem === '' ? null : (
        <Note tone="danger" role="alert">
          {problem}
        </Note>
      )}
      <SpanChoice spans={SPANS} value={span} onChange={setSpan} />
      <Note>{t('risk.span.help')}</Note>
      <ReasonField value={reason} onChange={setReason} label={t('risk.reason')} />
      <Field label={t('risk.halt.type', { company: companyName })}>
        {(aria) => (
          <TextInput
            {...aria}
            value={typed}
            autoComplete="off"
            spellCheck={false}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
      {span === 'ten-minutes' || approvers === null ? null : (
        <WhoDecides approvers={approvers} except={approvers.find(({ isSelf }) => isSelf)?.name} />
      )}
    </ConfirmDialog>
  )
}
