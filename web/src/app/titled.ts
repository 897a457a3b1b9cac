/** The `meta` of a route: what the tab says. */
export function titled(title: string, description?: string) {
  const tags = [{ title: `${title} · Mendwell` }]
  return () => (description ? [...tags, { name: 'description', content: description }] : tags)
}
