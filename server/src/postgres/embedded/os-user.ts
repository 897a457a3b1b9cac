// PostgreSQL refuses to run as root. Started by root, it runs as an ordinary user who is there anyway.
import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { StartupFailure } from '../../startup/startup-failure.ts'

export interface OsUser {
  uid: number
  gid: number
}

/** Whom PostgreSQL runs as, or undefined for the user who starts the server. */
export function postgresUser(): OsUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const user = lookUp('postgres') ?? lookUp('nobody')
  if (!user) {
    throw new StartupFailure(
      'PostgreSQL must not run as root, and there is no user postgres or nobody to run it as. ' +
        'Start Mendwell as an ordinary user.',
    )
  }
  return user
}

function lookUp(name: string): OsUser | undefined {
  try {
    const idOf = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: 'pipe' }))
    return { uid: idOf('-u'), gid: idOf('-g') }
  } catch {
    return undefined
  }
}

/** True when the user may walk down to the folder: every folder on the way lets them through. */
export function canReach(user: OsUser | undefined, folder: string): boolean {
  if (!user) return true
  const { mode, uid, gid } = statSync(folder)
  const owner = uid === user.uid ? 0o100 : gid === user.gid ? 0o010 : 0o001
  const parent = dirname(folder)
  return (mode & owner) !== 0 && (parent === folder || canReach(user, parent))
}
