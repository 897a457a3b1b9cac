// Adds the browser features that jsdom lacks, and cleans up after each component test.
import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach, vi } from 'vitest'

// On a slow machine, it may take seconds until a screen shows its rows.
configure({ asyncUtilTimeout: 5000 })

class LayoutObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
  takeRecords() {
    return []
  }
}

vi.stubGlobal('ResizeObserver', LayoutObserver)
vi.stubGlobal('IntersectionObserver', LayoutObserver)
vi.stubGlobal('scrollTo', () => undefined)
vi.stubGlobal('matchMedia', (media: string) => ({
  matches: media.includes('prefers-reduced-motion: reduce'),
  media,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
}))
// Place every element inside the window, because Mantine hides a menu if its button is outside.
Object.defineProperty(document.documentElement, 'clientWidth', { value: innerWidth })
Object.defineProperty(document.documentElement, 'clientHeight', { value: innerHeight })
Element.prototype.getBoundingClientRect = () => new DOMRect(0, 0, 1, 1)
// Text areas that grow with their text listen to `document.fonts`, which jsdom lacks.
Object.defineProperty(document, 'fonts', { value: new EventTarget() })
Element.prototype.scrollIntoView = () => undefined
Element.prototype.scrollTo = () => undefined

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
})
