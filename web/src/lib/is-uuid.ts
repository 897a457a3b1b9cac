const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Whether the server takes it for the id of anything. */
export function isUuid(text: string): boolean {
  return uuid.test(text)
}
