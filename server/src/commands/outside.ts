import type { Config } from '../config/config.ts'
import { StartupFailure } from '../startup/startup-failure.ts'

/** Whoever runs the database has tools for it, and knows where its backups belong. */
export function refuseOutside({ databaseUrls }: Config) {
  if (databaseUrls === undefined) return
  throw new StartupFailure(
    'With DATABASE_URL backups are made with the tools of that database: ' +
      'docs/operations/backups.md says how, and in which order.',
  )
}
