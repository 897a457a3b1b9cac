import { z } from 'zod'
import { transact } from '../../database/queryable.ts'
import { audit } from '../audit.ts'
import type { Call } from '../call.ts'
import { invalid } from '../errors.ts'
import { personOf } from '../person.ts'
import { read } from '../read.ts'
import { visitorOf } from '../visitor.ts'

const query = z.object({ scope: z.string().optional() })

/** Which of the person's sessions end; $1 is the person, $2 this session. */
const ended = new Map([
  ['global', 'user_id = $1 and $2::uuid is not null'],
  ['local', 'user_id = $1 and id = $2::uuid'],
  ['others', 'user_id = $1 and id <> $2::uuid'],
])

export const logOut: Call = {
  method: 'POST',
  path: '/logout',
  answer: async (auth, request) => {
    const { scope = 'global' } = read(query, request.query)
    const which = ended.get(scope)
    if (!which) throw invalid(`Unsupported logout scope "${scope.slice(0, 20)}"`)
    const { account, session } = await personOf(auth, request)
    await transact(auth.pool, async (db) => {
      await db.query(`delete from auth.sessions where ${which}`, [account.id, session.id])
      await audit(db, { action: 'logout', account, ip: visitorOf(request).ip, traits: { scope } })
    })
    return undefined
  },
}
