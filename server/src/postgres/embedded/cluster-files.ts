// What of a running cluster's folder belongs into a copy of it. The rest is of this run alone, or is made again: the
// list is that of PostgreSQL's own pg_basebackup.
import { basename } from 'node:path'
import { listTree } from '../../file-system.ts'

/** Folders that have to be there, empty. */
const emptied = new Set([
  'pg_dynshmem',
  'pg_notify',
  'pg_replslot',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
  'pg_wal',
])

const leftOut = new Set([
  'backup_label',
  'backup_label.old',
  'backup_manifest',
  'current_logfiles',
  'current_logfiles.tmp',
  'postgresql.auto.conf.tmp',
  'postmaster.opts',
  'postmaster.pid',
  'tablespace_map',
  'tablespace_map.old',
])

/** Sorting on disk, caches, and the socket with its lock. */
const passing = /^(?:pgsql_tmp|pg_internal\.init|\.s\.PGSQL)/u

/** Says where the database stood; it is copied last. */
export const controlFile = 'global/pg_control'

export function clusterFiles(cluster: string) {
  return listTree(cluster, belongs)
}

function belongs(path: string) {
  const [top = '', ...below] = path.split('/')
  if (below.length > 0 && emptied.has(top)) return false
  return !leftOut.has(path) && !passing.test(basename(path)) && path !== controlFile
}
