/** Returns the `meta` export of a route: the title of the tab and the description. */
export function makeMeta(title: string, description?: string) {
  const tags = [{ title: `${title} · Mendwell` }]
  return () => (description ? [...tags, { name: 'description', content: description }] : tags)
}

/** This is the `handle` export of a route whose page is plain HTML without scripts. */
export const staticPage = { isStatic: true }

export function isStaticPage(handle: unknown): boolean {
  return handle === staticPage
}
