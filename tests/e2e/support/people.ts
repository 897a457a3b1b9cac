import { expect, type Page } from '@playwright/test'

/** One user of the demo for each role, with the user's landing page. */
export const people = {
  consultant: { email: 'consultant@mendwell.test', landing: '/consultant' },
  facility: { email: 'facility@mendwell.test', landing: '/facility-dashboard' },
  contractor: { email: 'contractor@mendwell.test', landing: '/contractor-dashboard' },
  admin: { email: 'admin@mendwell.test', landing: '/admin-dashboard' },
} as const

export type Role = keyof typeof people

export const roles = ['consultant', 'facility', 'contractor', 'admin'] as const satisfies Role[]

export const password = 'Mendwell-demo-1'

export async function signIn(page: Page, email: string, secret = password) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(secret)
  await page.getByRole('button', { name: 'Log In' }).click()
}

export async function signedIn(page: Page, role: Role) {
  await page.goto('/login')
  await signIn(page, people[role].email)
  await expect(page).toHaveURL(people[role].landing)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
