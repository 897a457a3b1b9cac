import { useEffect } from 'react'

let open = 0
/** Where the focus was before the first of those that are open. */
let before: HTMLElement | undefined

/**
 * When a dialog closes, the focus goes back to where it was. Mantine does so for a dialog that was there, closed,
 * before; ours are loaded to be opened, and one that waits for something is followed by the one that shows it.
 */
export function useFocusBack(opened: boolean) {
  useEffect(() => {
    if (!opened) return undefined
    const active = document.activeElement
    if (active instanceof HTMLElement && !isNowhere(active)) before = active
    open += 1
    return () => {
      open -= 1
      // Unless something was focused on purpose meanwhile, such as the title of another page.
      setTimeout(() => {
        if (open === 0 && isNowhere(document.activeElement)) before?.focus()
      })
    }
  }, [opened])
}

function isNowhere(element: Element | null) {
  return !element || element === document.body || element.closest('[role=dialog]') !== null
}
