// Starts a server that sends notification emails to a test mail server. Tests make emails due in the database.
import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import { freePort } from './free-port.ts'
import { startServer, until } from './server.ts'

interface OutboxRow {
  attempts: number
  due_at: Date
  done_at: Date | null
  dead_at: Date | null
}

export interface Recipient {
  id: string
  address: string
  /** The id of the outbox row of the email. */
  emailId: string
}

/** Starts a server that sends emails to `mailPort`, where no mail server runs yet. */
export async function startMailingServer(settings: NodeJS.ProcessEnv = {}) {
  const [mailPort, port] = [await freePort(), await freePort()]
  const server = await startServer({
    settings: {
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      SITE_URL: `http://127.0.0.1:${port}`,
      PORT: String(port),
      ...settings,
    },
  })
  const pool = new Pool(server.connection)
  // Ignore lost connections, because the server and its database stop before the pool.
  pool.on('error', () => {})

  /** Makes the waiting notices of a user due. Returns the ids of the emails. */
  async function queueEmailsFor(userId: string) {
    await pool.query(
      "update private.notification_emails set queued_at = queued_at - interval '2 days' where recipient_id = $1",
      [userId],
    )
    await pool.query(
      'update public.notices set mail_at = now() where recipient_id = $1 and mail_at is not null',
      [userId],
    )
    const emailIds: string[] = []
    // The server itself may be creating the emails at this moment, so repeat the query until it finds them.
    await until(async () => {
      await pool.query('select private.run_scheduled()')
      const { rows } = await pool.query<{ id: string }>(
        "select id from private.notification_emails where recipient_id = $1 and queued_at > now() - interval '1 day'",
        [userId],
      )
      emailIds.push(...rows.map(({ id }) => id))
      return emailIds.length > 0
    })
    return emailIds
  }

  /** Creates a user with one notice, whose email is due. */
  async function addRecipient(): Promise<Recipient> {
    const id = randomUUID()
    const address = `${id}@work.example`
    await pool.query(
      `insert into auth.users (id, aud, role, email, raw_app_meta_data)
       values ($1, 'authenticated', 'authenticated', $2, '{"role": "contractor"}')`,
      [id, address],
    )
    await pool.query("select app.notify('test', $1, $1, null, null, null)", [id])
    const [emailId = ''] = await queueEmailsFor(id)
    return { id, address, emailId }
  }

  async function readOutboxRow(id: string) {
    const { rows } = await pool.query<OutboxRow>('select * from private.outbox where id = $1', [id])
    const [row] = rows
    if (!row) throw new Error(`There is no work ${id}.`)
    return row
  }

  /** Makes outbox rows due now, so that the server attempts them again. */
  async function makeDue(...ids: string[]) {
    await pool.query('update private.outbox set due_at = now() where id = any ($1)', [ids])
    await pool.query("select pg_notify('outbox', '')")
  }

  async function waitForAttempts(id: string, attempts: number) {
    await until(async () => (await readOutboxRow(id)).attempts === attempts)
  }

  async function waitUntilDone(id: string) {
    await until(async () => (await readOutboxRow(id)).done_at !== null)
  }

  return {
    server,
    mailPort,
    pool,
    addRecipient,
    queueEmailsFor,
    readOutboxRow,
    makeDue,
    waitForAttempts,
    waitUntilDone,
  }
}
