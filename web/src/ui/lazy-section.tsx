import type { ComponentType } from 'react'
import { lazyPart } from './lazy-part.ts'
import { Notice } from './notice.tsx'

/** A part of a page that is fetched when it is first shown. */
export function lazySection<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  return lazyPart(load, NotFetched)
}

export function NotFetched() {
  return <Notice tone="red">This could not be loaded. Reload the page to try again.</Notice>
}
