import type { Plan } from '../plan/plan.ts'

/** The preferences that had an effect, as the answer names them. */
export function appliedPreferences({ kind, preferences }: Plan): string | undefined {
  const { resolution, missing, return: returned, count, handling, maxAffected } = preferences
  const isWrite = kind === 'insert' || kind === 'update' || kind === 'delete'
  const applied = [
    kind === 'insert' && resolution !== undefined && `resolution=${resolution}`,
    kind === 'insert' && missing !== undefined && `missing=${missing}`,
    isWrite && returned !== undefined && `return=${returned}`,
    count !== undefined && `count=${count}`,
    handling !== undefined && `handling=${handling}`,
    maxAffected !== undefined && `max-affected=${maxAffected}`,
  ].filter((word) => word !== false)
  return applied.length > 0 ? applied.join(', ') : undefined
}
