// When the focused element disappears, moves the focus to a nearby element and not to the page's start.

/** These elements can take the focus when an element inside them disappears. */
const places = 'li, article, section, form, [role=region], [role=group]'
const pageTitle = '[data-page-title]'

/** Returns the element and its ancestors, which show where a removed element was. */
export function traceOf(element: Element): Element[] {
  const { parentElement } = element
  return [element, ...(parentElement ? traceOf(parentElement) : [])]
}

function isFocusLost() {
  const { activeElement, body } = document
  return !activeElement || activeElement === body
}

/** Focuses the element if possible, or the closest remaining place that contained it, or the page's title. */
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

/** Moves the focus if the focused element is removed from this part. Returns a function that stops watching. */
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
