export const roles = ['consultant', 'facility', 'contractor', 'admin'] as const

export type Role = (typeof roles)[number]

export const roleNames: Record<Role, string> = {
  consultant: 'Consultant',
  facility: 'Facility',
  contractor: 'Contractor',
  admin: 'Admin',
}

/** Where each role arrives. */
export const landing: Record<Role, string> = {
  consultant: '/consultant',
  facility: '/facility-dashboard',
  contractor: '/contractor-dashboard',
  admin: '/admin-dashboard',
}

export function roleIn(text: string): Role | undefined {
  const name = text.trim().toLowerCase()
  return roles.find((role) => role === name)
}
