import { useEffect } from 'react'

/**
 * When a dialog closes, the focus goes back to where it was. Mantine does so for a dialog that was there, closed,
 * before; ours are loaded to be opened.
 */
export function useFocusBack(opened: boolean) {
  useEffect(() => {
    if (!opened) return undefined
    const before = document.activeElement
    return () => {
      // Unless something was focused on purpose meanwhile, such as the title of another page.
      setTimeout(() => {
        if (isNowhere(document.activeElement) && before instanceof HTMLElement) before.focus()
      })
    }
  }, [opened])
}

function isNowhere(element: Element | null) {
  return !element || element === document.body || element.closest('[role=dialog]') !== null
}
