// Lists the parts of the test tiers. Two parts run at a time, each with separate servers, data and folders.
import {
  browserJourneys,
  browserTests,
  bucketTests,
  otherWireTests,
  startTests,
  wireTests,
} from './black-box-tests.mjs'
import { scriptTests } from './script-tests.mjs'
import { mutantTests, otherServerTests, serverTests, serverTestsOnOldest } from './server-tests.mjs'
import { staticChecks } from './static-checks.mjs'
import { webTests } from './web-tests.mjs'

/**
 * The checks that fail most often come first. The longest parts follow, so that no long part runs alone at the end.
 * @type {Record<string, () => Promise<void>>}
 */
const gateParts = {
  static: async () => {
    await staticChecks()
    await scriptTests()
  },
  web: () => webTests(),
  server: serverTests,
  'browser-1': () => browserJourneys(1),
  wire: wireTests,
  'browser-2': () => browserJourneys(2),
}

/**
 * `oldest` comes second, because it causes little load while the start tests still run. The start tests create race
 * conditions on purpose, and more load would change their timing.
 * @type {Record<string, () => Promise<void>>}
 */
const fullParts = {
  starts: startTests,
  oldest: serverTestsOnOldest,
  'server-rest': otherServerTests,
  'wire-rest': otherWireTests,
  bucket: bucketTests,
  'browser-rest-1': () => browserTests(1),
  'browser-rest-2': () => browserTests(2),
  mutants: mutantTests,
}

export const gate = Object.keys(gateParts)
export const full = [
  'static',
  ...Object.keys(fullParts),
  ...gate.filter((name) => name !== 'static'),
]

/** @param {string} name */
export async function runPart(name) {
  await { ...gateParts, ...fullParts }[name]?.()
}
