import { type ComponentType, lazy } from 'react'
import { Notice } from './notice.tsx'

/**
 * Returns a component that is loaded on first use. If loading fails twice, `plain` replaces the component. Without
 * `plain`, the failure would crash the page, and unsaved input would be lost.
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

/** Returns a part of a page that is loaded when it is first shown. If loading fails, a message replaces the part. */
export function lazySection<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  return lazyPart(load, LoadFailed)
}

export function LoadFailed() {
  return <Notice tone="red">This failed to load. Reload the page to try again.</Notice>
}
