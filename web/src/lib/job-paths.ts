type JobRole = 'facility' | 'contractor' | 'admin'

/** Returns the path of a job's page for users with this role. */
export function jobPath(role: JobRole, jobId: string): string {
  return `/${role}/jobs/${jobId}`
}

/** Returns the path of the page where a facility compares the bids on its job. */
export function jobBidsPath(jobId: string): string {
  return `${jobPath('facility', jobId)}/bids`
}
