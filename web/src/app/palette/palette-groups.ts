// Puts the rows of the command palette into groups.
import { bestMatches } from './match.ts'
import type { PaletteItem } from './palette-items.ts'

export interface PaletteGroup {
  title: string
  items: PaletteItem[]
}

interface Sources {
  query: string
  recent: PaletteItem[]
  /** The objects of the lists that the app has loaded. */
  loaded: PaletteItem[]
  pages: PaletteItem[]
  actions: PaletteItem[]
  /** The objects that the server found. */
  found: PaletteItem[]
  /** Whether the rows of the server come last, because the user has chosen a row that would move otherwise. */
  isFoundLast: boolean
}

const maxPerKind = 5

const kinds = [
  { prefix: 'job:', title: 'Jobs', more: 'More jobs' },
  { prefix: 'person:', title: 'People and companies', more: 'More people and companies' },
  { prefix: 'consultation:', title: 'Consultations', more: 'More consultations' },
  { prefix: 'chat:', title: 'Conversations', more: 'More conversations' },
]

/** Before the user types, the groups show recent objects. The rows of the server never come above local matches. */
export function arrangeGroups(sources: Sources): PaletteGroup[] {
  const { query, recent, pages, actions, isFoundLast } = sources
  if (!query) {
    return withoutEmpty([
      { title: 'Recent', items: recent },
      { title: 'Actions', items: actions },
      { title: 'Go to', items: pages },
    ])
  }
  const local = bestMatches(query, withoutRepeats([...recent, ...sources.loaded]))
  const localGroups = kinds.map(({ prefix, title }) => ({
    title,
    items: ofKind(local, prefix).slice(0, maxPerKind),
  }))
  const shown = new Set(localGroups.flatMap(({ items }) => items.map(({ key }) => key)))
  const foundGroups = kinds.map(({ prefix, title, more }) => ({
    title: ofKind(local, prefix).length > 0 ? more : title,
    items: ofKind(sources.found, prefix).filter(({ key }) => !shown.has(key)),
  }))
  const actionGroup = { title: 'Actions', items: actions }
  const last = isFoundLast ? [actionGroup, ...foundGroups] : [...foundGroups, actionGroup]
  return withoutEmpty([
    ...localGroups,
    { title: 'Go to', items: bestMatches(query, pages, 1) },
    ...last,
  ])
}

function ofKind(items: readonly PaletteItem[], prefix: string) {
  return items.filter(({ key }) => key.startsWith(prefix))
}

/** A repeated item keeps its first place, but has the details of the later one. */
function withoutRepeats(items: readonly PaletteItem[]) {
  return [...new Map(items.map((item) => [item.key, item])).values()]
}

function withoutEmpty(groups: readonly PaletteGroup[]) {
  return groups.filter(({ items }) => items.length > 0)
}
