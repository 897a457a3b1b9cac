// Lists the parts of the test tiers. Two parts run at a time, each with separate servers, data and folders.
import {
  browserJourneys,
  browserTests,
  bucketTests,
  commandTests,
  startTests,
  wireTests,
} from './black-box-tests.mjs'
import { mutantTests, serverTests, serverTestsOnOldest } from './server-tests.mjs'

/**
 * The longest parts come first, so that both processes are busy until the end.
 * @type {Record<string, () => Promise<void>>}
 */
const gateParts = {
  'browser-1': () => browserJourneys(1),
  server: serverTests,
  'browser-2': () => browserJourneys(2),
  'wire-1': () => wireTests(1),
  'wire-2': () => wireTests(2),
  commands: commandTests,
}

/**
 * The start tests create race conditions on purpose. They come first and run at the same time as `oldest`, the part
 * with the lowest load.
 * @type {Record<string, () => Promise<void>>}
 */
const fullParts = {
  starts: startTests,
  oldest: serverTestsOnOldest,
  bucket: bucketTests,
  'browser-rest-1': () => browserTests(1),
  'browser-rest-2': () => browserTests(2),
  mutants: mutantTests,
}

export const gate = Object.keys(gateParts)
export const full = [...Object.keys(fullParts), ...gate]

/** @param {string} name */
export async function runPart(name) {
  await { ...gateParts, ...fullParts }[name]?.()
}
