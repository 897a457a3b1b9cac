// Opens a mailer that sends emails by SMTP, or writes them to a folder.
import { mkdir, open, rename, writeFile } from 'node:fs/promises'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Log } from '../log.ts'
import { loadTemplates } from './load-templates.ts'
import { createMailer, type Delivery, type Mailbox } from './mailer.ts'
import { openSmtp, type SmtpServer } from './smtp.ts'

interface OpenMailerOptions {
  /** If undefined, the mailer stores emails as files. */
  smtp: SmtpServer | undefined
  /** The maximum number of emails that are sent at once. */
  maxConnections: number
  /** If undefined, the sender is no-reply at the site's host. */
  from: Mailbox | undefined
  site: string
  productName: string
  productFolder: string | undefined
  dataFolder: string
  log: Log
}

export async function openMailer(options: OpenMailerOptions) {
  const { smtp, maxConnections, from, site, productName, productFolder, dataFolder, log } = options
  const templates = productFolder
    ? await loadTemplates(join(productFolder, 'templates'))
    : undefined
  const delivery = smtp
    ? openSmtp(smtp, { maxConnections })
    : openEmlFolder(join(dataFolder, 'mail'), log)
  return createMailer({
    templates,
    delivery,
    from: from ?? { name: productName, address: `no-reply@${mailHost(site)}` },
    site,
    productName,
  })
}

/** Returns localhost instead of an IP address, because an email address cannot end with a plain IP address. */
function mailHost(site: string) {
  const { hostname } = new URL(site)
  return isIP(hostname.replaceAll(/[[\]]/g, '')) ? 'localhost' : hostname
}

/** Stores each email as a file that a mail program can open. */
function openEmlFolder(folder: string, log: Log): Delivery {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  const deliver: Delivery['deliver'] = async (email, name) => {
    const { message } = await transport.sendMail(email)
    const file = join(folder, `${name}.eml`)
    await writeDurably(folder, file, message)
    log.warn(`A mail was kept as ${file}, because SMTP_URL is not set.`)
  }
  return { deliver, close: () => transport.close() }
}

/** Writes the file so that it exists completely or not at all, even after a power failure. */
async function writeDurably(
  folder: string,
  file: string,
  content: Parameters<typeof writeFile>[1],
) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await writeFile(`${file}.part`, content, { mode: 0o600, flush: true })
  await rename(`${file}.part`, file)
  await using handle = await open(folder)
  await handle.sync()
}
