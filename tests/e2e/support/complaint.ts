import type { ConsoleMessage } from '@playwright/test'

/** Said wherever the configuration keeps the worker out. */
const ofBlockedWorker = 'Service Worker registration blocked by Playwright'

/** Said by the browser itself of a line that was hung up before it stood, as at the end of a session. */
const ofHangingUp =
  /^WebSocket connection to .* failed: WebSocket is closed before the connection is established/

/** Whether the page complains on the console of something that the test did not bring about itself. */
export function isComplaint(message: ConsoleMessage, expected: RegExp) {
  const text = message.text()
  const isLoud = message.type() === 'error' || message.type() === 'warning'
  const isExpected = text === ofBlockedWorker || ofHangingUp.test(text) || expected.test(text)
  return isLoud && !isExpected
}
