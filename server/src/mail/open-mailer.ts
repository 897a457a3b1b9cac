import { isIP } from 'node:net'
import { join } from 'node:path'
import type { Log } from '../log.ts'
import { openEmlFolder } from './eml-folder.ts'
import { loadTemplates } from './load-templates.ts'
import { createMailer, type Mailbox } from './mailer.ts'
import { openSmtp, type SmtpServer } from './smtp.ts'

interface Options {
  /** Absent: mails are kept as files. */
  smtp: SmtpServer | undefined
  /** Absent: no-reply at the site. */
  from: Mailbox | undefined
  site: string
  productName: string
  productFolder: string | undefined
  dataFolder: string
  log: Log
}

export async function openMailer(options: Options) {
  const { smtp, from, site, productName, productFolder, dataFolder, log } = options
  const templates = productFolder
    ? await loadTemplates(join(productFolder, 'templates'))
    : undefined
  const delivery = smtp ? openSmtp(smtp) : openEmlFolder(join(dataFolder, 'mail'), log)
  return createMailer({
    templates,
    delivery,
    from: from ?? { name: productName, address: `no-reply@${hostOf(site)}` },
    site,
    productName,
  })
}

/** Behind an @ a bare number is no host. */
function hostOf(site: string) {
  const { hostname } = new URL(site)
  return isIP(hostname.replaceAll(/[[\]]/g, '')) ? 'localhost' : hostname
}
