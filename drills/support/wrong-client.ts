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
    fetch: (asked, request) => {
      if (JSON.stringify(asked).includes('grant_type=refresh_token')) refreshes += 1
      return fetch(asked, request)
    },
  },
})
const failures: string[] = []
const does = async (what: string, work: () => PromiseLike<{ error: Error | null }>) => {
  const { error } = await work()
  if (error) failures.push(`${what}: ${error.message}`)
}

const { data } = await client.auth.signInWithPassword({
  email: 'facility@mendwell.test',
  password: 'Mendwell-demo-1',
})
const me = data.user?.id ?? ''
const title = `Mend the gate, by a clock of its own ${process.pid}`
const heard = Promise.withResolvers<void>()
const followed = Promise.withResolvers<void>()
const change = { event: 'INSERT' as const, schema: 'public', table: 'jobs' }
client
  .channel('jobs')
  .on('postgres_changes', change, ({ new: row }) => row['title'] === title && heard.resolve())
  .subscribe((status) => status === REALTIME_SUBSCRIBE_STATES.SUBSCRIBED && followed.resolve())
await within(followed.promise, 'to follow')
for (let time = 0; time < 5; time += 1) {
  await does('to read', () => client.from('jobs').select('id').limit(1))
}
await does('to write', () => {
  const job = { facility_id: me, title, description: 'It hangs.', budget: 100 }
  return client.from('jobs').insert(job)
})
await within(heard.promise, 'to hear')
await does('to know who it is', () => client.auth.getUser())
process.stdout.write(JSON.stringify({ failures, refreshes }))
process.exit()

async function within(happens: Promise<void>, what: string) {
  const late = Promise.withResolvers<void>()
  const timer = setTimeout(() => late.reject(new Error('not in time')), 10_000)
  try {
    await Promise.race([happens, late.promise])
  } catch {
    failures.push(`${what}: not in time`)
  } finally {
    clearTimeout(timer)
  }
}
