import { dataOf } from '#lib/errors.ts'
import type { ListPage } from '#lib/lists/list-page.ts'
import { makeEdit } from '#lib/optimistic.ts'
import { supabase } from '#lib/supabase.ts'
import { useAction } from '#ui/use-act.ts'
import { type DemoRequest, receivedKey } from './admin-demo-requests.queries.ts'

interface HandledState {
  id: string
  handled: boolean
}

/** Query keys to invalidate after the status of a request changes. */
const affectedKeys = [['demo-requests'], ['audit'], ['analytics']]

/** Marks a request as handled or as waiting. */
export function useMarkHandled() {
  return useAction({
    run: setHandled,
    keys: affectedKeys,
    failed: "The request couldn't be updated.",
    edits: ({ id, handled }) => [
      makeEdit(receivedKey, withHandled(id, handled), withHandled(id, !handled)),
    ],
  })
}

function withHandled(id: string, handled: boolean) {
  return (page: ListPage<DemoRequest>) => ({
    ...page,
    rows: page.rows.map((request) => (request.id === id ? { ...request, handled } : request)),
  })
}

async function setHandled({ id, handled }: HandledState) {
  const client = await supabase()
  const call = client.from('demo_requests').update({ handled }).eq('id', id)
  dataOf(await call.select('id').single())
}
