import { type ComponentType, lazy } from 'react'
import { Notice } from './notice.tsx'

/**
 * Returns a component that is loaded on first use. After two failed attempts, `plain` replaces the component. Without
 * `plain`, a page with unsaved input could crash because of a menu.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  plain: ComponentType<Props>,
) {
  return lazy(() =>
    load()
      .catch(load)
      .catch(() => ({ default: plain })),
  )
}

/** Returns a part of a page that is loaded when it is first shown. */
export function lazySection<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  return lazyPart(load, LoadFailed)
}

export function LoadFailed() {
  return <Notice tone="red">This failed to load. Reload the page to try again.</Notice>
}
