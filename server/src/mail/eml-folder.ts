// Where there is no mail server: each mail is a file that a mail program opens.
import { mkdir, open, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Log } from '../log.ts'
import type { Delivery } from './mailer.ts'

export function openEmlFolder(folder: string, log: Log): Delivery {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const deliver: Delivery['deliver'] = async (letter, name) => {
    const { message } = await transport.sendMail(letter)
    const file = join(folder, `${name}.eml`)
    await keep(folder, file, message)
    log.warn(`A mail was kept as ${file}, because SMTP_URL is not set.`)
  }
  return { deliver, close: () => transport.close() }
}

/** It is there as a whole or not at all, also after a power failure. */
async function keep(folder: string, file: string, content: Parameters<typeof writeFile>[1]) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(`${file}.part`, content, { mode: 0o600, flush: true })
  await rename(`${file}.part`, file)
  await using handle = await open(folder)
  await handle.sync()
}
