const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u

export function isUuid(text: string | undefined): text is string {
  return text !== undefined && uuid.test(text)
}
