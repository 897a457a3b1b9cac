/** Returns the `meta` export of a route: the tab's title and the page's description. */
export function makeMeta(title: string, description?: string) {
  const tags = [{ title: `${title} · Mendwell` }]
  return () => (description ? [...tags, { name: 'description', content: description }] : tags)
}

/** A route exports this value as `handle` if its page is plain HTML without scripts. */
export const staticPage = { isStatic: true }

export function isStaticPage(handle: unknown): boolean {
  return handle === staticPage
}
