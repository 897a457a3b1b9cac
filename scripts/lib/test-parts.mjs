// What of `npm test` runs beside something else: each has servers, data and folders of its own.
import { browserTests, conformanceTests, startTests } from './black-box-tests.mjs'
import { serverTests, serverTestsOnOldest } from './server-tests.mjs'

/**
 * In an order that leaves neither of two lanes empty at the end. What races servers on purpose stands beside what takes
 * the machine least.
 * @type {Map<string, () => Promise<void>>}
 */
export const testParts = new Map([
  ['starts', startTests],
  ['wire', conformanceTests],
  ['server', serverTests],
  ['oldest', serverTestsOnOldest],
  ['browser-2', () => browserTests(2)],
  ['browser-1', () => browserTests(1)],
])
