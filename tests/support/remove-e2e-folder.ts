import { rm } from 'node:fs/promises'

/** The server has stopped by now. */
export default async function removeFolder() {
  const folder = process.env['E2E_FOLDER']
  if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 })
}
