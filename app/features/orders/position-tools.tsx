import { useTranslation } from 'react-i18next'
import { create } from 'zustand'
import type { Order } from '../../terms/order'
import { Button, useToast } from '../../ui'
import { useIsWindingDown } from '../../visitor/site'
import { ClosePartDialog } from './close-part-dialog'
import { doneMessage } from './done-message'
import type { OrderAnswer } from './orders-data'
import { pressVisible } from './press-visible'
import { ReverseDialog } from './reverse-dialog'
import { useOrderAction } from './use-order-action'

export type PositionTool = 'part' | 'reverse'

interface AskedTool {
  readonly asked: { readonly tool: PositionTool; readonly order: Order } | null
}

/** What is being asked, page-wide: the detail that asked may be gone before the answer comes, because the order is. */
const useAskedTool = create<AskedTool>(() => ({ asked: null }))
const dismiss = () => useAskedTool.setState({ asked: null })

/** What else can be done with a position: close a part of it, or turn it round. */
export function PositionTools({ order, isLocked }: { order: Order; isLocked: boolean }) {
  const { t } = useTranslation('order')
  // Turning round opens a position: a company that winds down takes none.
  const isWindingDown = useIsWindingDown()
  const button = (tool: PositionTool, isShut = isLocked) => (
    <Button
      data-tool={tool}
      aria-haspopup="dialog"
      aria-disabled={isShut || undefined}
      title={tool === 'reverse' && isWindingDown ? t('public:windDown.noOrders') : undefined}
      onClick={() => {
        if (!isShut) useAskedTool.setState({ asked: { tool, order } })
      }}
    >
      {t(`tool.${tool}`)}
    </Button>
  )
  return (
    <>
      {button('part')}
      {button('reverse', isLocked || isWindingDown)}
    </>
  )
}

/** The questions behind the tools. A screen that shows order details mounts this once, where it stays. */
export function PositionToolDialogs() {
  const asked = useAskedTool((state) => state.asked)
  const tell = useToolAnswer()
  const { run, isBusy } = useOrderAction((answer) => {
    tell(answer, asked?.order.id)
    dismiss()
  })
  if (asked === null) return null
  const { order, tool } = asked
  const shared = { order, isBusy, onCancel: dismiss }
  if (tool === 'reverse') {
    return <ReverseDialog {...shared} onConfirm={() => run({ intent: 'reverse', id: order.id, ends: [order.id] })} />
  }
  return (
    <ClosePartDialog
      {...shared}
      onConfirm={(lots) => run({ intent: 'close', id: order.id, lots, ends: lots === undefined ? [order.id] : [] })}
    />
  )
}

function useToolAnswer() {
  const { t } = useTranslation('order')
  const toast = useToast()
  return (answer: OrderAnswer, askedId: string | undefined) => {
    if (!answer.done) {
      toast.show({ tone: 'err', title: answer.message === '' ? t('failed') : answer.message })
      return
    }
    // A part ends under a number of its own, and the broker speaks of the position.
    const isPart = answer.intent === 'close' && answer.order.id !== askedId
    toast.show(doneMessage(t, answer, isPart ? t('done.closePart') : undefined))
  }
}

/** Presses a tool of the detail that is on the screen; for the keyboard. */
export function pressTool(orderId: string, name: PositionTool): void {
  pressVisible(`[data-detail="${CSS.escape(orderId)}"] [data-tool="${name}"]`)
}
