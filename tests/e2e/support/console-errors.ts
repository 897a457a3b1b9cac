import type { ConsoleMessage } from '@playwright/test'

/** The browser logs this message if the test configuration blocks service workers. */
const blockedWorkerMessage = 'Service Worker registration blocked by Playwright'

/** The browser logs this message if a WebSocket is closed before it opens, for example when a session ends. */
const closedBeforeOpen =
  /^WebSocket connection to .* failed: WebSocket is closed before the connection is established/

/** Returns whether the message is an error or a warning that the test did not expect. */
export function isUnexpectedError(message: ConsoleMessage, expected: RegExp) {
  const text = message.text()
  const isErrorOrWarning = message.type() === 'error' || message.type() === 'warning'
  const isExpected =
    text === blockedWorkerMessage || closedBeforeOpen.test(text) || expected.test(text)
  return isErrorOrWarning && !isExpected
}
