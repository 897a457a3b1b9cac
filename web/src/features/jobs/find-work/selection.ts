/** The jobs and the pins that the user points at or has chosen. */
export interface Selection {
  towns: readonly string[]
  /** The job, if the user points at its row. */
  jobId?: string
}

/** Returns the id of a job's row in the document. */
export const rowId = (jobId: string) => `available-${jobId}`
