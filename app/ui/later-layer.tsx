/**
 * Layers over the page (sheet, drawer, question) are seen by nobody at first: their code, most of which keeps the focus inside them,
 * comes when the page stands, or at once when one is opened before.
 */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

type Load<Props> = () => Promise<{ readonly default: ComponentType<Props> }>

const loads: (() => Promise<unknown>)[] = []

/** Brings the code of every layer. A failure is left to the moment when one is opened. */
export async function loadLayers(): Promise<void> {
  await Promise.allSettled(loads.map((load) => load()))
}

export function laterLayer<Props extends { open: boolean }>(load: Load<Props>): (props: Props) => ReactNode {
  let Layer: ComponentType<Props> | undefined
  const bring = async (): Promise<void> => {
    Layer ??= (await load()).default
  }
  loads.push(bring)
  return function LaterLayer(props) {
    const [, setBrought] = useState(Layer !== undefined)
    const isMissing = props.open && Layer === undefined
    useEffect(() => {
      if (!isMissing) return
      let isGone = false
      // Once more after a moment: somebody has pressed and waits for it.
      const again = () => new Promise((resolve) => setTimeout(resolve, 1_000)).then(bring)
      bring()
        .catch(again)
        .then(
          () => isGone || setBrought(true),
          () => {},
        )
      return () => {
        isGone = true
      }
    }, [isMissing])
    return Layer === undefined ? null : <Layer {...props} />
  }
}
