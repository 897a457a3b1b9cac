// Moves the focus to a nearby element when the focused element disappears. For example, a button may disappear after a
// click. The browser itself would move the focus to the start of the page, and keyboard users would lose their place.

/** These elements can take the focus when an element inside them disappears. */
const places = 'li, article, section, form, [role=region], [role=group]'
const pageTitle = '[data-page-title]'

/** Returns the element and its ancestors. After the element is removed, its ancestors show where it was. */
export function traceOf(element: Element): Element[] {
  const { parentElement } = element
  return [element, ...(parentElement ? traceOf(parentElement) : [])]
}

function isFocusLost() {
  const { activeElement, body } = document
  return !activeElement || activeElement === body
}

/**
 * Focuses the element if it is still on the page and not disabled. Otherwise focuses the closest place that contained
 * the element, such as a list item or a section. Without such a place, focuses the title of the page.
 */
export function focusNearest([element, ...ancestors]: readonly Element[]) {
  if (element?.isConnected && !element.matches(':disabled')) return focusOn(element)
  const remaining = ancestors.find(({ isConnected }) => isConnected)
  return focusOn(remaining?.closest(places) ?? document.querySelector(pageTitle))
}

function focusOn(element: Element | null) {
  if (!(element instanceof HTMLElement)) return
  element.focus({ preventScroll: true })
  if (document.activeElement === element) return
  // The element is not focusable, so a `tabIndex` makes it focusable until the focus moves on.
  element.tabIndex = -1
  element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  element.focus({ preventScroll: true })
}

/**
 * Watches a part of the page, and moves the focus if the focused element is removed from this part. Returns a function
 * that stops watching.
 */
export function keepFocusIn(part: HTMLElement) {
  let trace: Element[] = []
  const onFocusIn = ({ target }: FocusEvent) => {
    trace = target instanceof Element ? traceOf(target) : []
  }
  const onFocusOut = () => {
    // Wait, because an element may lose the focus just before it is removed.
    setTimeout(() => {
      const [left] = trace
      if (left?.isConnected && left !== document.activeElement && !left.matches(':disabled')) {
        trace = []
      }
    })
  }
  const observer = new MutationObserver(() => {
    if (trace[0]?.isConnected !== false || !isFocusLost()) return
    const lost = trace
    trace = []
    focusNearest(lost)
  })
  part.addEventListener('focusin', onFocusIn)
  part.addEventListener('focusout', onFocusOut)
  observer.observe(part, { childList: true, subtree: true })
  return function stop() {
    part.removeEventListener('focusin', onFocusIn)
    part.removeEventListener('focusout', onFocusOut)
    observer.disconnect()
  }
}
