const READ_MS = 60_000

/** Hands a file to the browser, which saves it under this name. */
export function saveFile(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  document.body.append(link)
  link.click()
  link.remove()
  // Some browsers begin to read it after the click only.
  setTimeout(() => URL.revokeObjectURL(url), READ_MS)
}
