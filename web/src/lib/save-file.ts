/** Offers generated content to the user as a download. */
export function saveFile(name: string, type: string, ...parts: BlobPart[]) {
  const address = URL.createObjectURL(new Blob(parts, { type }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  URL.revokeObjectURL(address)
}
