import type { ComponentType } from 'react'
import { lazyPart } from './lazy-part.ts'
import { Notice } from './notice.tsx'

/** A dialog that is fetched when it is first asked for. */
export function lazyDialog<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
) {
  return lazyPart(load, NotFetched)
}

function NotFetched() {
  return <Notice tone="red">This could not be loaded. Reload the page to try again.</Notice>
}
