// Renders a component or a page with a stubbed network (see testing-network.ts).
import { notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType, ReactNode } from 'react'
import {
  createBrowserRouter,
  type LazyRouteFunction,
  type RouteObject,
  RouterProvider,
  useParams,
} from 'react-router'
import { onTestFinished, vi } from 'vitest'
import { DraftOwner } from '#lib/drafts.ts'
import { makeQueryClient } from '#lib/queries.ts'
import { type Account, AccountContext } from '#lib/session/account.ts'
import type { Role } from '#lib/session/roles.ts'
import { Toasts } from '#ui/toasts.tsx'
import { UiProvider } from '#ui/ui-provider.tsx'
import routes from './app/routes.ts'
import { LiveSocket } from './testing-live.ts'
import { json, reply, rows, serveUnread } from './testing-network.ts'
import { makeSession } from './testing-session.ts'

export const userId = '11111111-1111-4111-8111-111111111111'

interface ShowOptions {
  /** The path of the page, with its search and hash. */
  at?: string
  /** The role of the signed-in user. */
  role?: Role
}

/** Renders a component with the providers of a page, but without the shell. */
export function show(element: ReactNode, { at = '/', role = 'facility' }: ShowOptions = {}) {
  signIn(role)
  // Remove toasts, which would stay in the next test.
  notifications.clean()
  const client = makeQueryClient(() => undefined)
  const page = (
    <UiProvider>
      <QueryClientProvider client={client}>
        <AccountContext value={accountOf(role)}>
          <DraftOwner value={userId}>{element}</DraftOwner>
        </AccountContext>
        <Toasts />
      </QueryClientProvider>
    </UiProvider>
  )
  return renderRoutes([{ path: '*', element: page }], at)
}

/** Opens a path of the app. Loads all modules again, so that no state of earlier tests is left. */
export async function visit(at: string, { role }: { role?: Role } = {}) {
  vi.resetModules()
  LiveSocket.forgetAll()
  if (role) {
    signIn(role)
    replyToShell(role)
  }
  return renderRoutes([await rootRoute()], at)
}

/** Makes media queries about the width match as in a window of this width. */
export function stubWindowWidth(widthPx: number) {
  const makeMedia = window.matchMedia.bind(window)
  const makeMediaOfWidth = (query: string) => {
    const [, bound = '', em = ''] = /\((min|max)-width: ([\d.]+)em\)/.exec(query) ?? []
    const distance = widthPx - Number(em) * 16
    const matches = bound === 'max' ? distance <= 0 : distance >= 0
    return bound ? Object.assign(makeMedia(query), { matches }) : makeMedia(query)
  }
  Object.assign(window, { matchMedia: makeMediaOfWidth })
  onTestFinished(() => void Object.assign(window, { matchMedia: makeMedia }))
}

function renderRoutes(list: RouteObject[], at: string) {
  // The app's lists also read `window.location`, so the router uses the browser's history.
  window.history.replaceState(null, '', at)
  const router = createBrowserRouter(list)
  onTestFinished(() => router.dispose())
  const user = userEvent.setup()
  const view = render(<RouterProvider router={router} />)
  const address = () => {
    const { pathname, search, hash } = router.state.location
    return pathname + search + hash
  }
  return { user, router, address, ...view }
}

function accountOf(role: Role): Account {
  return {
    userId,
    email: emailOf(role),
    role,
    profile: {
      role,
      name: 'Robin Ortega',
      fullName: 'Robin Ortega',
      company: '',
      picture: '',
      isFilled: true,
    },
    isNewcomer: false,
    profileError: null,
    retryProfile: () => undefined,
  }
}

const emailOf = (role: Role) => `${role}@example.com`

/** Stores a session as the Supabase client does. */
function signIn(role: Role) {
  const session = makeSession({ userId, email: emailOf(role), role })
  localStorage.setItem(`sb-${location.hostname.split('.')[0]}-auth-token`, JSON.stringify(session))
  reply('GET', '/auth/v1/user', () => json(session.user))
}

/** Defines the replies to the requests that the shell sends on every page. */
function replyToShell(role: Role) {
  const profile = { role, username: 'robin', full_name: 'Robin Ortega', is_filled: true }
  reply('GET', '/rest/v1/profiles', () =>
    rows([{ ...profile, company_name: '', profile_picture: null }]),
  )
  serveUnread(() => ({ messages: 0, notices: 0 }))
}

interface PageModule {
  default: ComponentType<{ params: object }>
  ErrorBoundary?: ComponentType
}

interface RouteEntry {
  id?: string
  path?: string
  index?: boolean
  file: string
  children?: RouteEntry[]
}

const modules = import.meta.glob<PageModule>('./app/**/*.tsx')

async function rootRoute(): Promise<RouteObject> {
  const { ErrorBoundary } = await loadModule('root.tsx')
  const children = routes.map(toRoute)
  return {
    path: '/',
    children,
    HydrateFallback: () => null,
    ...(ErrorBoundary && { ErrorBoundary }),
  }
}

function toRoute({ file, id = file.replace('.tsx', ''), ...entry }: RouteEntry): RouteObject {
  const { path, index, children } = entry
  const lazy: LazyRouteFunction<RouteObject> = async () => {
    const { default: Page } = await loadModule(file)
    return { Component: () => <Page params={useParams()} /> }
  }
  if (index) return { id, index: true, lazy }
  return { id, ...(path ? { path } : {}), lazy, children: children?.map(toRoute) ?? [] }
}

async function loadModule(file: string) {
  const load = modules[`./app/${file}`]
  if (!load) throw new Error(`There is no page ${file}.`)
  return load()
}
