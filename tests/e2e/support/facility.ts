// Contains helpers for tests of the facility's dashboard.
import { expect, type Page } from '@playwright/test'
import { executeSql } from './database.ts'
import type { Person } from './market.ts'

export const dashboard = '/facility-dashboard'

export const jobsOn = (page: Page) => page.getByRole('region', { name: 'Your Posted Jobs' })

/** Finds the list element of a job, including the job's bids. */
export const jobOn = (page: Page, title: string) =>
  jobsOn(page).getByRole('article', { name: title, exact: true })

export const dialogOn = (page: Page, name: string) => page.getByRole('dialog', { name })

export const toastOn = (page: Page, text: string) =>
  page.getByRole('alert').filter({ hasText: text })

export async function openPostJob(page: Page) {
  await page.getByRole('button', { name: 'Post Job' }).first().click()
  const dialog = dialogOn(page, 'Post Job')
  await expect(dialog.getByLabel('Title')).toBeFocused()
  return dialog
}

/** Creates a consultation that has a fee and ended an hour ago. */
export async function insertEndedConsultation(facility: Person, consultant: Person) {
  await executeSql(
    `insert into public.consultations
       (facility_id, consultant_id, scheduled_at, duration_minutes, ends_at, fee, status)
     values ($1, $2, now() - interval '2 hours', 60, now() - interval '1 hour', 90, 'booked')`,
    [facility.id, consultant.id],
  )
}

/** Returns a file with `size` zero bytes, or with a picture of one pixel if `size` is 0. */
export function fileCalled(name: string, mimeType = 'image/png', size = 0) {
  const pixel = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  )
  return { name, mimeType, buffer: size > 0 ? Buffer.alloc(size) : pixel }
}
