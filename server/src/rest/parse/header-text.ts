// Names in headers are UTF-8, whose bytes Node reads and writes as so many characters.
export function headerText(name: string) {
  return Buffer.from(name).toString('latin1')
}

export function nameInHeader(text: string) {
  return Buffer.from(text, 'latin1').toString()
}
