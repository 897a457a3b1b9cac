-- The limit of a text is a check of its length, a list of allowed values, or a foreign key.
select format('%s.%I', c.oid::regclass, a.attname) as object,
       format('has no check such as %s', case
         when a.atttypid in ('text[]'::regtype, 'varchar[]'::regtype)
           then format('app.is_text_list(%I, 50, 100)', a.attname)
         else format('length(%I) <= 200', a.attname)
       end) as problem
from pg_attribute a
  join pg_class c on c.oid = a.attrelid
where c.relkind in ('r', 'p')
  and a.attnum > 0 and not a.attisdropped
  and c.relnamespace::regnamespace::text in ('public', 'app', 'private')
  and (c.tableoid, c.oid) not in (select classid, objid from pg_depend where deptype = 'e')
  and a.atttypid in ('text'::regtype, 'varchar'::regtype, 'text[]'::regtype, 'varchar[]'::regtype)
  -- varchar(n) has a limit already.
  and not (a.atttypid = 'varchar'::regtype and a.atttypmod > 0)
  and not exists (
    select
    from pg_constraint k,
      lateral (
        select case
          -- PostgreSQL prints parentheses around each value that it casts.
          when a.atttypid in ('text[]'::regtype, 'varchar[]'::regtype)
            then format('^CHECK \(app\.is_text_list\(\(*%I\)*(::text\[\])?\)*, ', a.attname)
          else format(
            '(length\(\(*%1$I\)*(::text)?\)* (<|<=|=) \d|^CHECK \(+%1$I\)*(::text)? = ANY \(+ARRAY\[.*\]\)*(::text\[\])?\)+$)',
            a.attname
          )
        end as pattern
      ) as p
    where k.conrelid = c.oid
      and (
        k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) ~ p.pattern
        or k.contype = 'f' and a.attnum = any (k.conkey)
      )
  )
order by 1;
