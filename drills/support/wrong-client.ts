// Runs supabase-js with a wrong clock, in a process that is started with movable-clock.mjs. The
// first argument is the server's address. The script prints its failures and the number of token
// renewals as JSON.
import { createClient, REALTIME_SUBSCRIBE_STATES } from '@supabase/supabase-js'
import { z } from 'zod'
import type { Database } from '../../contract/database.ts'

const url = process.argv[2] ?? ''
const { anonKey } = z
  .object({ anonKey: z.string() })
  .parse(await (await fetch(`${url}/config.json`)).json())
let refreshes = 0
const client = createClient<Database>(url, anonKey, {
  auth: { persistSession: false },
  global: {
    fetch: (input, init) => {
      if (JSON.stringify(input).includes('grant_type=refresh_token')) refreshes += 1
      return fetch(input, init)
    },
  },
})
const failures: string[] = []
const attempt = async (action: string, sendRequest: () => PromiseLike<{ error: Error | null }>) => {
  const { error } = await sendRequest()
  if (error) failures.push(`${action}: ${error.message}`)
}

const { data } = await client.auth.signInWithPassword({
  email: 'facility@mendwell.test',
  password: 'Mendwell-demo-1',
})
const userId = data.user?.id ?? ''
const title = `Mend the gate with a wrong clock, ${process.pid}`
const changeReceived = Promise.withResolvers<void>()
const subscribed = Promise.withResolvers<void>()
const change = { event: 'INSERT' as const, schema: 'public', table: 'jobs' }
client
  .channel('jobs')
  .on(
    'postgres_changes',
    change,
    ({ new: row }) => row['title'] === title && changeReceived.resolve(),
  )
  .subscribe((status) => status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED && subscribed.resolve())
await waitFor(subscribed.promise, 'subscribe')
for (let round = 0; round < 5; round += 1) {
  await attempt('read', () => client.from('jobs').select('id').limit(1))
}
await attempt('write', () => {
  const job = { facility_id: userId, title, description: 'It hangs.', budget: 100 }
  return client.from('jobs').insert(job)
})
await waitFor(changeReceived.promise, 'receive the change')
await attempt('get the user', () => client.auth.getUser())
process.stdout.write(JSON.stringify({ failures, refreshes }))
process.exit()

async function waitFor(promise: Promise<void>, action: string) {
  const timeout = Promise.withResolvers<void>()
  const timer = setTimeout(() => timeout.reject(new Error('not in time')), 10_000)
  try {
    await Promise.race([promise, timeout.promise])
  } catch {
    failures.push(`${action}: not in time`)
  } finally {
    clearTimeout(timer)
  }
}
