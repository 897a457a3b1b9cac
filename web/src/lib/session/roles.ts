export const roles = ['consultant', 'facility', 'contractor', 'admin'] as const

export type Role = (typeof roles)[number]

export const roleNames: Record<Role, string> = {
  consultant: 'Consultant',
  facility: 'Facility',
  contractor: 'Contractor',
  admin: 'Admin',
}

/** A user without a role is a newcomer and has a landing page too. */
export type LandingPage = Role | 'newcomer'

export const landingPaths: Record<LandingPage, string> = {
  consultant: '/consultant',
  facility: '/facility-dashboard',
  contractor: '/contractor-dashboard',
  admin: '/admin-dashboard',
  newcomer: '/welcome',
}

export function parseRole(text: string): Role | undefined {
  const name = text.trim().toLowerCase()
  return roles.find((role) => role === name)
}
