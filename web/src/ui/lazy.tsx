import { type ComponentType, lazy } from 'react'
import { Notice } from './notice.tsx'

/** If loading fails twice, `plain` replaces the component, so that no unsaved input is lost. */
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

/** If loading a part of a page fails, a message replaces the part. */
export function lazySection<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  return lazyPart(load, LoadFailed)
}

export function LoadFailed() {
  return <Notice tone="red">This failed to load. Reload the page to try again.</Notice>
}
