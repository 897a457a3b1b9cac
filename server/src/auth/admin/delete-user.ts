import { z } from 'zod'
import { type Queryable, transact } from '../../postgres/queryable.ts'
import { audit } from '../audit.ts'
import type { Call } from '../call.ts'
import { read } from '../read.ts'
import { visitorOf } from '../visitor.ts'
import { lockNamed } from './named.ts'

const body = z.strictObject({ should_soft_delete: z.boolean().nullish() })

export const deleteUser: Call = {
  method: 'DELETE',
  path: '/admin/users/:id',
  answer: async (auth, request) => {
    const { should_soft_delete: isSoft } = read(body, request.body)
    await transact(auth.pool, async (db) => {
      const account = await lockNamed(db, request)
      await (isSoft ? forget(db, account.id) : remove(db, account.id))
      const traits = { is_soft: isSoft ?? false }
      await audit(db, { action: 'user_deleted', account, ip: visitorOf(request).ip, traits })
    })
    return {}
  },
}

/** What the account did refers to it, so its id stays; who it was and how it came in do not. */
async function forget(db: Queryable, account: string) {
  for (const table of ['sessions', 'identities', 'mfa_factors', 'one_time_tokens', 'flow_state']) {
    await db.query(`delete from auth.${table} where user_id = $1`, [account])
  }
  for (const table of ['recovery_codes', 'unlinked_identities']) {
    await db.query(`delete from private.${table} where user_id = $1`, [account])
  }
  await db.query(
    `update auth.users
     set deleted_at = now(), updated_at = now(), email = null, phone = null, email_change = '', phone_change = '',
       encrypted_password = '', raw_app_meta_data = '{}', raw_user_meta_data = '{}'
     where id = $1`,
    [account],
  )
}

async function remove(db: Queryable, account: string) {
  await db.query('delete from auth.users where id = $1', [account])
}
