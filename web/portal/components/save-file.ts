/** Saves a file that was created in the browser. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has started the download when the next task runs.
  setTimeout(() => URL.revokeObjectURL(address), 0)
}
