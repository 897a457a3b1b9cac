// Where an admin's lists lead to each other.

export function jobAt(jobId: string) {
  return `/admin/jobs?${new URLSearchParams({ job: jobId }).toString()}`
}

export function bidsOf(jobId: string) {
  return `/admin/bids?${new URLSearchParams({ job: jobId }).toString()}`
}
