export const newJobPath = '/facility/jobs/new'

/** The URL parameter with the id of the job that the new job copies. */
export const copiedJobParam = 'again'

export function postAgainPath(jobId: string): string {
  return `${newJobPath}?${copiedJobParam}=${jobId}`
}
