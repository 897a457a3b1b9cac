// Without a mail server, Mendwell stores emails as files.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { dataFolder } from './site.ts'

const folder = join(dataFolder, 'mail')

/** Reads the text of the newest email to an address, or returns an empty string. */
export async function newestMailTo(address: string): Promise<string> {
  const names = await readdir(folder).catch(() => [])
  // An email that is still being written has another extension.
  const mails = names.filter((name) => name.endsWith('.eml'))
  for (const name of mails.toSorted((one, other) => other.localeCompare(one))) {
    const mail = await PostalMime.parse(await readFile(join(folder, name)))
    if (mail.to?.some((to) => to.address === address)) return mail.text ?? ''
  }
  return ''
}
