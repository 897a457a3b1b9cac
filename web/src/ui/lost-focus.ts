// Gives the focus a sensible place when the focused element disappears, such as the button of an action that is done.
// Otherwise the browser moves the focus to the start of the page, and keyboard users lose their place.

/** The elements that can take over the focus from an element inside them. */
const places = 'li, article, section, form, [role=region], [role=group]'
const pageTitle = '[data-page-title]'

/** Returns the element with its ancestors, which still lead to its place after it is removed. */
export function traceOf(element: Element): Element[] {
  const { parentElement } = element
  return [element, ...(parentElement ? traceOf(parentElement) : [])]
}

function isFocusLost() {
  const { activeElement, body } = document
  return !activeElement || activeElement === body
}

/**
 * Focuses the first element of the trace if it is still there. Otherwise focuses the row, list or section that
 * contained it, or else the title of the page.
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
    // Wait, because an element that is removed may lose the focus first.
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
