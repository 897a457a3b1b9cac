import type { ReactNode } from 'react'
import { Links, Meta, Outlet, Scripts, useMatches } from 'react-router'
import { UiHead } from '#ui/head.tsx'
import { isStaticPage } from './page-meta.ts'
import { PlainPage } from './plain-page.tsx'

export { ErrorPage as ErrorBoundary } from './plain-page.tsx'

/** The scripts do not contain the build's name, because it would rename every file in each build. */
const build = import.meta.env.SSR ? process.env['WEB_BUILD'] : undefined

/** Returns the title that is shown while a page loads and after an error. */
export function meta() {
  return [{ title: 'Mendwell' }]
}

export function Layout({ children }: { children: ReactNode }) {
  const isStatic = useMatches().some((match) => isStaticPage(match.handle))
  return (
    <html
      lang="en"
      suppressHydrationWarning
      data-mantine-color-scheme="light"
      data-build={isStatic ? undefined : build}
    >
      <head>
        <meta charSet="utf-8" />
        <meta
          name="viewport"
          content="width=device-width, initial-scale=1, interactive-widget=resizes-content"
        />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        {isStatic ? null : <UiHead />}
        <Meta />
        {isStatic ? null : <Links />}
      </head>
      <body>
        {children}
        {isStatic ? null : <Scripts />}
      </body>
    </html>
  )
}

export default function Root() {
  return <Outlet />
}

export function HydrateFallback() {
  return (
    <PlainPage>
      <p role="status">Loading...</p>
    </PlainPage>
  )
}
