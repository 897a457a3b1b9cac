import type { ReactNode } from 'react'
import { useRouteError } from 'react-router'
import css from './plain-page.css?inline'

/** Renders a centered page without the app's components. Every page would load a style sheet, so the CSS is inline. */
export function PlainPage({ children }: { children: ReactNode }) {
  return (
    <main className="plain">
      <style dangerouslySetInnerHTML={{ __html: css }} />
      {children}
    </main>
  )
}

/** Replaces a page that failed to load or to render. */
export function ErrorPage() {
  const error = useRouteError()
  return (
    <PlainPage>
      <div className="plain-words">
        <h1>Unexpected Application Error!</h1>
        <p>
          This page failed, but your saved work is safe. Reload the page. If it fails again, go back
          to the start.
        </p>
        <p className="plain-detail">{error instanceof Error ? error.message : 'Unknown error'}</p>
        <p className="plain-ways">
          <button type="button" onClick={() => location.reload()}>
            Reload
          </button>
          <a href="/login">Back to the start</a>
        </p>
      </div>
    </PlainPage>
  )
}
