import { type ComponentType, lazy } from 'react'

/**
 * A part that comes when it is wanted. Where it cannot be fetched, also not at the second attempt, something plain
 * stands in: a page with what was typed into it must not fall over a menu.
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
