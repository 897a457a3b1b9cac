import { z } from 'zod'
import { type Queryable, transact } from '../../postgres/queryable.ts'
import { audit } from '../audit.ts'
import type { Call } from '../call.ts'
import { invalid } from '../errors.ts'
import { lockPerson, personOf } from '../person.ts'
import { read } from '../read.ts'
import { endAccess } from '../sessions/end.ts'
import { visitorOf } from '../visitor.ts'

const query = z.object({ scope: z.string().optional() })

const scopes = z.enum(['global', 'local', 'others'])

export const logOut: Call = {
  method: 'POST',
  path: '/logout',
  answer: async (auth, request) => {
    const { scope: named = 'global' } = read(query, request.query)
    const scope = scopes.safeParse(named)
    if (!scope.success) throw invalid(`Unsupported logout scope "${named.slice(0, 20)}"`)
    const caller = await personOf(auth, request)
    await transact(auth.pool, async (db) => {
      const { account, session } = await lockPerson(db, caller)
      await end(db, scope.data, account.id, session.id)
      const { ip } = visitorOf(request)
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
