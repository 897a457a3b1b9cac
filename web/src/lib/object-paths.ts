// Returns the address of the page of each object, as the user's role sees it.
import { jobPath } from './job-paths.ts'
import type { Role } from './session/roles.ts'
import { adminUserPath } from './user-paths.ts'

/** Consultants find no jobs, so their role has no page of a job. */
export function jobPathFor(role: Role | undefined, jobId: string): string {
  return jobPath(role === 'contractor' || role === 'admin' ? role : 'facility', jobId)
}

export function personPath(role: Role | undefined, personId: string): string {
  return role === 'admin' ? adminUserPath(personId) : `/profile?id=${personId}`
}

/** Admins have no page for one consultation, so they see the consultants with this name. */
export function consultationPath(
  role: Role | undefined,
  { id, title }: { id: string; title: string },
): string {
  if (role === 'admin') return `/admin/consultations?search=${encodeURIComponent(title)}`
  return `/chat/consultation/${id}`
}
