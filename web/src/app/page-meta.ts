/** The `meta` of a route: what the tab says. */
export function makeMeta(title: string, description?: string) {
  const tags = [{ title: `${title} · Mendwell` }]
  return () => (description ? [...tags, { name: 'description', content: description }] : tags)
}

/** The `handle` of a route whose page is complete as HTML: it is sent without any script. */
export const staticPage = { isStatic: true }

export function isStaticPage(handle: unknown): boolean {
  return handle === staticPage
}
