import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Presses Export CSV and returns the name and the lines of the file. */
export async function exportCsv(page: Page) {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const parts: string[] = []
  for await (const part of await download.createReadStream()) parts.push(String(part))
  await expect(page.getByText(/rows? saved as/)).toBeVisible()
  return { name: download.suggestedFilename(), lines: parts.join('').trimEnd().split('\r\n') }
}

/** Removes the save dialog, so that an export becomes a download. */
export async function disableSavePicker(page: Page) {
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
}
