/** Lists the columns that clients may insert and update, for each table that they can reach. */
export const grantedColumns = `
  select format('%s.%s', c.relnamespace::regnamespace, c.relname) as name,
         coalesce(string_agg(a.attname, ' ' order by a.attnum)
           filter (where has_column_privilege('authenticated', c.oid, a.attnum, 'insert')), '') as insert,
         coalesce(string_agg(a.attname, ' ' order by a.attnum)
           filter (where has_column_privilege('authenticated', c.oid, a.attnum, 'update')), '') as update
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relkind = 'r' and a.attnum > 0 and not a.attisdropped
    and c.relnamespace in ('public'::regnamespace, 'app'::regnamespace, 'storage'::regnamespace)
  group by c.oid
  order by 1`
