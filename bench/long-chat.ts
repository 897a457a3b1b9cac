// Measures how long a conversation with 10,000 messages takes to open from the inbox.
import type { Page } from '@playwright/test'
import type { Pool } from 'pg'
import { z } from 'zod'

const messages = 10_000
const openings = 9

/** @param inbox  The inbox URL of a user who takes part in the conversation about the job. */
export async function measureOpenings(page: Page, pool: Pool, jobId: string, inbox: string) {
  await fill(pool, jobId)
  const delays: number[] = []
  for (let count = 0; count < openings; count += 1) {
    await page.goto(inbox)
    const link = page.locator(`a[href*="${jobId}"]`).first()
    await link.waitFor()
    await page.evaluate(
      `addEventListener('click', () => { window.clicked = performance.now() }, { capture: true, once: true })`,
    )
    await link.click()
    await page.getByText(new RegExp(`^Message ${messages}\\b`)).waitFor()
    delays.push(z.number().parse(await page.evaluate('performance.now() - window.clicked')))
  }
  return delays
}

/**
 * Fills the conversation with messages. Triggers are off, because they would overwrite `seq`.
 */
async function fill(pool: Pool, jobId: string) {
  const client = await pool.connect()
  try {
    await client.query('begin; set local session_replication_role = replica')
    await client.query('update public.conversations set seq = $2 where job_id = $1', [
      jobId,
      messages,
    ])
    await client.query(
      `insert into public.messages
       (job_id, conversation_id, seq, sender_id, recipient_id, sender_name, content, read, created_at)
     select c.job_id, c.id, n, c.facility_id, c.partner_id, 'Somebody', 'Message ' || n, true,
       now() - ($2 - n) * interval '1 minute'
     from public.conversations c, generate_series(1, $2::integer) as n
     where c.job_id = $1`,
      [jobId, messages],
    )
    await client.query('commit; analyze public.messages')
  } finally {
    client.release()
  }
}
