import type { ConsoleMessage } from '@playwright/test'

/** Appears if the configuration blocks service workers. */
const ofBlockedWorker = 'Service Worker registration blocked by Playwright'

/**
 * The browser logs this if a socket is closed before it opened, for example at the end of a
 * session.
 */
const ofHangingUp =
  /^WebSocket connection to .* failed: WebSocket is closed before the connection is established/

/** Returns whether this is an error message that the test did not cause on purpose. */
export function isComplaint(message: ConsoleMessage, expected: RegExp) {
  const text = message.text()
  const isLoud = message.type() === 'error' || message.type() === 'warning'
  const isExpected = text === ofBlockedWorker || ofHangingUp.test(text) || expected.test(text)
  return isLoud && !isExpected
}
