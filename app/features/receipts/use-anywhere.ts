/** A receipt that is pasted or dropped anywhere on the page is checked; what is pasted into a field stays that field's. */
import { useEffect } from 'react'
import { isTyping } from '../../ui'

interface Takes {
  checkText(text: string): void
  checkFile(file: File): void
}

export function useAnywhere({ checkText, checkFile }: Takes): void {
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (isTyping(event.target)) return
      const [file] = event.clipboardData?.files ?? []
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (file !== undefined) checkFile(file)
      else if (text.trim() !== '') checkText(text)
    }
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
    const over = (event: DragEvent) => {
      if (hasFiles(event)) event.preventDefault()
    }
    const drop = (event: DragEvent) => {
      const [file] = event.dataTransfer?.files ?? []
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      if (file !== undefined) checkFile(file)
    }
    document.addEventListener('paste', paste)
    document.addEventListener('dragover', over)
    document.addEventListener('drop', drop)
    return () => {
      document.removeEventListener('paste', paste)
      document.removeEventListener('dragover', over)
      document.removeEventListener('drop', drop)
    }
  })
}
