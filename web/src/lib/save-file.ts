/** Hands what was made here to the browser as a file to be saved. */
export function saveFile(name: string, type: string, ...parts: BlobPart[]) {
  const address = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
