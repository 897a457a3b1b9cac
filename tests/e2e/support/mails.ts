// Reads the emails that Mendwell stores as files when it has no mail server.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { dataFolder } from './site.ts'

const folder = join(dataFolder, 'mail')

/** Returns the text of the newest email to an address, or an empty string if no email exists. */
export async function newestMailTo(address: string): Promise<string> {
  const names = await readdir(folder).catch(() => [])
  // While an email is being written, its file has another extension.
  const mails = names.filter((name) => name.endsWith('.eml'))
  for (const name of mails.toSorted((one, other) => other.localeCompare(one))) {
    const mail = await PostalMime.parse(await readFile(join(folder, name)))
    if (mail.to?.some((to) => to.address === address)) return mail.text ?? ''
  }
  return ''
}
