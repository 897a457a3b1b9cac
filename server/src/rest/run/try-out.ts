// Requests that leave nothing behind: for tests of a client, and to see how PostgreSQL does a write.
import type { Batch, Place, RequestPool } from '../../postgres/pool/request-pool.ts'
import type { Plan } from '../plan/plan.ts'
import type { Response } from '../respond/respond.ts'
import type { RestSettings } from '../settings.ts'

export function isUndone({ kind, form, preferences }: Plan, { rollsBack }: RestSettings) {
  // Of what was analyzed nobody is told how many rows it changed, so no promise about them could be kept.
  if (form.explained?.options.includes('analyze') && kind !== 'read') return true
  const { transaction } = preferences
  return transaction === undefined ? rollsBack : transaction === 'rollback'
}

export function tryOut(
  pool: RequestPool,
  role: string,
  place: Place,
  work: (batch: Batch) => Promise<Response>,
) {
  const checked = async (batch: Batch) => {
    const response = await work(batch)
    // What a commit would refuse is refused here too.
    await batch([{ text: 'set constraints all immediate', values: [] }])
    return response
  }
  return pool.transaction(role, checked, place, 'rollback')
}
