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

/** Who was given no role yet is a newcomer. */
export type Standing = Role | 'newcomer'

export const landingOf: Record<Standing, string> = { ...landing, newcomer: '/welcome' }

export function roleIn(text: string): Role | undefined {
  const name = text.trim().toLowerCase()
  return roles.find((role) => role === name)
}
