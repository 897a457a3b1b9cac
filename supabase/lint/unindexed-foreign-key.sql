-- Without an index on a reference, deleting the referenced row reads the whole other table under a lock. A partial
-- index does not help.
select format('%I on %s', f.conname, f.conrelid::regclass) as object,
       format('no index begins with %s', (
         select string_agg(quote_ident(a.attname), ', ' order by array_position(f.conkey, a.attnum))
         from pg_attribute a
         where a.attrelid = f.conrelid and a.attnum = any (f.conkey)
       )) as problem
from pg_constraint f
  join pg_class c on c.oid = f.conrelid
where f.contype = 'f'
  and c.relnamespace::regnamespace::text in ('public', 'app', 'private')
  and (c.tableoid, c.oid) not in (select classid, objid from pg_depend where deptype = 'e')
  and not exists (
    select
    from pg_index i
      join pg_class ic on ic.oid = i.indexrelid
      join pg_am m on m.oid = ic.relam
    where i.indrelid = f.conrelid
      and i.indisvalid
      and i.indpred is null
      and m.amname = 'btree'
      and i.indnkeyatts >= cardinality(f.conkey)
      and (i.indkey::smallint[])[0 : cardinality(f.conkey) - 1] @> f.conkey
  )
order by 1;
