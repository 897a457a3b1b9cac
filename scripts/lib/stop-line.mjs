/** A failure that the reader can fix. It is shown as one line without a stack. */
export class StopLine extends Error {}

/**
 * Runs a script's body. Any error ends the process with code 1.
 * @param {() => Promise<void>} body
 */
export async function run(body) {
  try {
    await body()
  } catch (error) {
    console.error(error instanceof StopLine ? error.message : error)
    process.exit(1)
  }
}
