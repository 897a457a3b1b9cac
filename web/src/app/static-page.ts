/** The `handle` of a route whose page is complete as HTML: it is sent without any script. */
export const staticPage = { isStatic: true }

export function isStaticPage(handle: unknown): boolean {
  return handle === staticPage
}
