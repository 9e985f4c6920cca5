/** What draws nothing when a page comes and is not missed for a moment: its code is asked for when the page answers, until it is here. */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'

const ASK_AGAIN_MS = 2_000

export function afterPage<Props extends object>(load: () => Promise<ComponentType<Props>>): (props: Props) => ReactNode {
  let Part: ComponentType<Props> | undefined
  return function AfterPage(props) {
    const [isHere, setIsHere] = useState(false)
    useEffect(() => {
      let timer: ReturnType<typeof setTimeout> | undefined
      let isGone = false
      const bring = (): void => {
        load().then(
          (part) => {
            Part = part
            if (!isGone) setIsHere(true)
          },
          () => {
            if (!isGone) timer = setTimeout(bring, ASK_AGAIN_MS)
          },
        )
      }
      bring()
      return () => {
        isGone = true
        clearTimeout(timer)
      }
    }, [])
    return isHere && Part !== undefined ? <Part {...props} /> : null
  }
}
