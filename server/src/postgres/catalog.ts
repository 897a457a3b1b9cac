// Pieces of queries on PostgreSQL's catalog.

/** Every schema that is not PostgreSQL's own. */
export const ownSchemas = `
  select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`

/** True for what no extension brought. */
export const notOfExtension = (catalog: string, oid: string) => `
  not exists (
    select from pg_depend d
    where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e'
  )`
