import type { ReactNode } from 'react'
import css from './plain-page.css?inline'

/**
 * A page in the middle of the window that needs none of the app's parts. Its style comes along: as a file it would be
 * linked from every page.
 */
export function PlainPage({ children }: { children: ReactNode }) {
  return (
    <main className="plain">
      <style dangerouslySetInnerHTML={{ __html: css }} />
      {children}
    </main>
  )
}
