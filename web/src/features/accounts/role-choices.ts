import type { Role } from './roles.ts'

/** As one is chosen for somebody. */
export const roleChoices = [
  { value: 'contractor', label: 'Contractor' },
  { value: 'consultant', label: 'Consultant' },
  { value: 'facility', label: 'Facility' },
  { value: 'admin', label: 'Admin' },
] as const satisfies { value: Role; label: string }[]
