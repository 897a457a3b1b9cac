import type { ConsoleMessage } from '@playwright/test'

/** Said wherever the configuration keeps the worker out. */
const ofBlockedWorker = 'Service Worker registration blocked by Playwright'

/** Whether the page complains on the console of something that the test did not bring about itself. */
export function isComplaint(message: ConsoleMessage, expected: RegExp) {
  const text = message.text()
  const isLoud = message.type() === 'error' || message.type() === 'warning'
  return isLoud && text !== ofBlockedWorker && !expected.test(text)
}
