// Answers of the other side that it should not give. One file with such an answer stays behind; several in a row are no
// matter of a file.
import { StartupFailure } from '../../startup/startup-failure.ts'

export class OddAnswer extends StartupFailure {
  /** Of a file that stays behind. */
  readonly reason: string

  constructor(reason: string) {
    super(`IMPORT_FILES ${reason}.`)
    this.reason = reason
  }
}

const mostInRow = 5

export class OddAnswers {
  #inRow = 0

  /** Why the file stays behind, also for an odd answer; undefined where it came. */
  async reasonOf(whyLeft: () => Promise<string | undefined>) {
    try {
      const reason = await whyLeft()
      this.#inRow = 0
      return reason
    } catch (error) {
      if (!(error instanceof OddAnswer)) throw error
      this.#inRow += 1
      if (this.#inRow < mostInRow) return error.reason
      throw new StartupFailure(
        `IMPORT_FILES ${error.reason}, ${mostInRow} files in a row. Another run goes on from here.`,
      )
    }
  }
}
