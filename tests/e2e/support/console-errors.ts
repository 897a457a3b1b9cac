import type { ConsoleMessage } from '@playwright/test'

/** The browser logs this if the test configuration blocks service workers. */
const ofBlockedWorker = 'Service Worker registration blocked by Playwright'

/** The browser logs this if a WebSocket is closed before it opens, for example when a session ends. */
const ofHangingUp =
  /^WebSocket connection to .* failed: WebSocket is closed before the connection is established/

/** Returns whether the message is an error or a warning that the test did not expect. */
export function isComplaint(message: ConsoleMessage, expected: RegExp) {
  const text = message.text()
  const isLoud = message.type() === 'error' || message.type() === 'warning'
  const isExpected = text === ofBlockedWorker || ofHangingUp.test(text) || expected.test(text)
  return isLoud && !isExpected
}
