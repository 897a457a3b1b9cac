// Creates consultants for one test, and performs actions of consultants and facilities.
import type { Page } from '@playwright/test'
import { executeSql } from './database.ts'
import { newPerson, type Person } from './market.ts'
import { expect } from './test.ts'

export const newFacility = (name = 'Dana Whitfield') => newPerson('facility', name)

/** Creates a consultant in Denver who charges 90 dollars. */
export async function newConsultant(name = 'Priya Raman') {
  const consultant = await newPerson('consultant', name)
  await consultant.client
    .from('profiles')
    .update({ consultation_fee: 90, time_zone: 'America/Denver' })
    .eq('id', consultant.id)
    .throwOnError()
  return consultant
}

/** Books an hour with a consultant. `start` is a time, or a number of days from now. */
export async function book(facility: Person, consultant: Person, start: number | Date) {
  const scheduledAt = start instanceof Date ? start : new Date(Date.now() + start * 86_400_000)
  const { data } = await facility.client
    .from('consultations')
    .insert({
      facility_id: facility.id,
      consultant_id: consultant.id,
      scheduled_at: scheduledAt.toISOString(),
      duration_minutes: 60,
    })
    .select('id')
    .single()
    .throwOnError()
  return data.id
}

/** Adds this many past consultations with reviews, one a day until yesterday. */
export async function addReviewedConsultations(
  facility: Person,
  consultant: Person,
  count: number,
) {
  await executeSql(
    `with held as (
       insert into public.consultations
         (facility_id, consultant_id, scheduled_at, duration_minutes, ends_at, fee, status, created_at)
       select $1, $2, now() - day * interval '1 day', 0, now() - day * interval '1 day', 90, 'booked',
         now() - day * interval '1 day'
       from generate_series(1, $3::integer) as day
       returning id, scheduled_at
     )
     insert into public.reviews
       (consultation_id, consultant_id, facility_id, rating, comment, reviewer_name, created_at)
     select id, $2, $1, 4, 'Said what to replace, and what not.', 'Dana Whitfield', scheduled_at from held`,
    [facility.id, consultant.id, count],
  )
}

/** Scrolls to the charts, because they load only when they become visible. */
export async function scrollToCharts(page: Page) {
  await page
    .getByRole('heading', { name: /^(Month by month|.+ \d{4} to )/ })
    .scrollIntoViewIfNeeded()
  await expect(page.getByRole('slider')).toHaveCount(3)
}

type Files = ReturnType<typeof testFile>[] | string

/** Clicks a button that opens a file picker, and chooses the given files. */
export async function chooseFiles(page: Page, button: string, files: Files) {
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: button }).click(),
  ])
  await chooser.setFiles(files)
}

/** Deletes one of the stored files, such as "Certification 2", and confirms. */
export async function deleteFile(page: Page, name: string) {
  await page.getByRole('button', { name: `Delete ${name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Delete ${name}` })
  await dialog.getByRole('button', { name: 'Delete' }).dblclick()
  await expect(dialog).toBeHidden()
}

const pdf = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\n%%EOF\n'

export function testFile(name: string, mimeType = 'application/pdf', content = pdf) {
  return { name, mimeType, buffer: Buffer.from(content) }
}
