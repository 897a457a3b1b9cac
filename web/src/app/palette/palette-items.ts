// Describes the rows of the command palette.
import {
  CalendarClock,
  type LucideIcon,
  MessageSquare,
  Plus,
  Search,
  Settings,
  UserRound,
} from 'lucide-react'
import type { FoundObject } from '#features/search/search.queries.ts'
import { formatDay } from '#lib/format.ts'
import { consultationPath, jobPathFor, personPath } from '#lib/object-paths.ts'
import type { RecentPage } from '#lib/recent-pages.ts'
import { parseRole, type Role, roleNames } from '#lib/session/roles.ts'
import { moreEntries, navigation } from '../shell/navigation.tsx'

export type Picture =
  | { kind: 'icon'; icon: LucideIcon }
  | { kind: 'job'; id: string; category: string }
  | { kind: 'person'; name: string; picture: string | null }

export interface PaletteItem {
  key: string
  title: string
  detail?: string
  /** Further words that find the item. */
  words?: string
  path: string
  picture: Picture
  /** The page to remember when the user opens the item. */
  page?: RecentPage
}

const jobStates: Record<string, string> = { open: 'Open', awarded: 'Awarded', finished: 'Finished' }

export function toItem(object: FoundObject, role: Role | undefined): PaletteItem {
  const { kind, id, title } = object
  const key = `${kind}:${id}`
  const words = object.detail ?? ''
  if (kind === 'job') {
    const path = jobPathFor(role, id)
    return {
      key,
      title,
      words,
      detail: [words, jobStates[object.state]].filter(Boolean).join(' · '),
      path,
      picture: { kind, id, category: words },
      page: { kind, id, title, path, category: words },
    }
  }
  if (kind === 'person') {
    const path = personPath(role, id)
    const personRole = parseRole(object.state)
    return {
      key,
      title,
      words,
      detail: [personRole && roleNames[personRole], object.detail].filter(Boolean).join(' · '),
      path,
      picture: { kind, name: title, picture: object.picture },
      page: { kind, id, title, path },
    }
  }
  const path = consultationPath(role, object)
  const state = object.state === 'cancelled' ? 'Canceled' : undefined
  return {
    key,
    title,
    words,
    detail: [formatDay(object.at), object.detail, state].filter(Boolean).join(' · '),
    path,
    picture: { kind: 'icon', icon: CalendarClock },
    page: { kind, id, title, path },
  }
}

const recentIcons = { person: UserRound, consultation: CalendarClock, chat: MessageSquare }
const recentDetails = { job: 'Job', person: 'Profile', consultation: 'Consultation', chat: 'Chat' }

export function toRecentItem(page: RecentPage): PaletteItem {
  const { kind, id, title, path, category = '' } = page
  const picture: Picture =
    kind === 'job' ? { kind, id, category } : { kind: 'icon', icon: recentIcons[kind] }
  return { key: `${kind}:${id}`, title, detail: recentDetails[kind], path, picture, page }
}

/** Returns the pages of the navigation, and those that only menus lead to. */
export function pagesOf(role: Role | undefined): PaletteItem[] {
  if (!role) return []
  const entries = [...navigation[role], ...moreEntries[role], ...accountEntries(role)]
  const pages = new Map(entries.map((entry) => [entry.to, entry]))
  return [...pages.values()].map(({ to, label, icon }) => ({
    key: `page:${to}`,
    title: label,
    path: to,
    picture: { kind: 'icon', icon },
  }))
}

/** The pages behind the account menu. Admins have no form for their profile. */
function accountEntries(role: Role) {
  const settings = { to: '/settings', label: 'Settings', icon: Settings }
  if (role === 'admin') return [settings]
  return [{ to: '/edit-profile', label: 'Profile', icon: UserRound }, settings]
}

const action = (title: string, path: string, icon = Plus): PaletteItem => ({
  key: `action:${path.split('?')[0] ?? ''}:${title.split(' ')[0] ?? ''}`,
  title,
  path,
  picture: { kind: 'icon', icon },
})

/** Returns what the user can begin or look up on another page, with the typed text. */
export function actionsOf(role: Role | undefined, text: string): PaletteItem[] {
  const typed = encodeURIComponent(text)
  const quoted = `“${text}”`
  if (role === 'facility')
    return [
      action(
        text ? `Post a job named ${quoted}` : 'Post a job',
        `/facility-dashboard?post=${typed}`,
      ),
      action(
        text ? `Look for consultants for ${quoted}` : 'Find a consultant',
        `/consultants?q=${typed}`,
        Search,
      ),
    ]
  if (role === 'contractor')
    return [
      action(
        text ? `Look for jobs with ${quoted}` : 'Find work',
        `/contractor/jobs?search=${typed}`,
        Search,
      ),
    ]
  if (role === 'admin')
    return [
      action('Add user', '/admin-dashboard?add=user'),
      ...(text
        ? [action(`Search all users for ${quoted}`, `/admin/users?search=${typed}`, Search)]
        : []),
      ...(text ? [action(`Search all jobs for ${quoted}`, `/admin/jobs?q=${typed}`, Search)] : []),
    ]
  if (role === 'consultant') return [action('Edit your profile', '/edit-profile', UserRound)]
  return []
}
