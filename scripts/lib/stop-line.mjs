/**
 * The user of a script can fix this error, so the script prints the message without a stack trace.
 */
export class StopLine extends Error {}

/**
 * Runs the body of a script. An error ends the process with code 1.
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
