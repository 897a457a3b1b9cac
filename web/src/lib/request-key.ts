/** A name for one request, so that sending it again does not do it again. */
export function newRequestKey(): string {
  return [...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(36)).join('-')
}
