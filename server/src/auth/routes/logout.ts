import { z } from 'zod'
import { type Queryable, transact } from '../../postgres/transaction.ts'
import { audit } from '../audit.ts'
import type { Route } from '../auth-dependencies.ts'
import { lockUser, requireUser } from '../authenticate.ts'
import { invalid } from '../errors.ts'
import { clientInfoOf, parse } from '../parse-request.ts'
import { endAccess } from '../sessions/session.ts'

const querySchema = z.object({ scope: z.string().optional() })

const scopes = z.enum(['global', 'local', 'others'])

export const logout: Route = {
  method: 'POST',
  path: '/logout',
  handle: async (auth, request) => {
    const { scope: named = 'global' } = parse(querySchema, request.query)
    const scope = scopes.safeParse(named)
    if (!scope.success) throw invalid(`Unsupported logout scope "${named.slice(0, 20)}"`)
    const user = await requireUser(auth, request)
    await transact(auth.pool, async (db) => {
      const { account, session } = await lockUser(db, user)
      await end(db, scope.data, account.id, session.id)
      const { ip } = clientInfoOf(request)
      await audit(db, { action: 'logout', account, ip, traits: { scope: scope.data } })
    })
    return undefined
  },
}

async function end(db: Queryable, scope: z.infer<typeof scopes>, account: string, session: string) {
  if (scope === 'global') return endAccess(db, account)
  if (scope === 'others') return endAccess(db, account, session)
  await db.query('delete from auth.sessions where id = $1', [session])
}
