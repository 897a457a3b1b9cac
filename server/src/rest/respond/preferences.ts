import type { Plan } from '../plan/plan.ts'
import type { Preferences } from '../parse/preferences.ts'

/** The preferences that had an effect, as the answer names them. */
export function appliedPreferences(plan: Plan): string | undefined {
  const applied = [...ofWriting(plan), ...ofAll(plan)].filter((one) => one !== undefined)
  return applied.length > 0 ? applied.join(', ') : undefined
}

function ofWriting(plan: Plan) {
  const { resolution, missing, return: returned } = plan.preferences
  const chosen = [word('return', returned)]
  switch (plan.kind) {
    case 'insert':
      if (plan.addressed) return chosen
      return [plan.conflict && word('resolution', resolution), word('missing', missing), ...chosen]
    case 'update':
      return [word('missing', missing), ...chosen]
    case 'delete':
      return chosen
    case 'read':
    case 'call':
      return []
  }
}

function ofAll({ kind, preferences }: Plan) {
  const { count, transaction, handling, timeZone, maxAffected } = preferences
  const isLimited = kind === 'update' || kind === 'delete' || kind === 'call'
  return [
    word('count', count),
    word('tx', transaction),
    word('handling', handling),
    word('timezone', timeZone),
    isLimited ? word('max-affected', maxAffected) : undefined,
  ]
}

function word(name: string, value: Preferences[keyof Preferences]) {
  return value === undefined ? undefined : `${name}=${value}`
}
