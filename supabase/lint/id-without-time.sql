-- Random ids spread new rows over the whole index of a large table, so that each insert changes another page.
-- Consultations have random ids, because reviews show them to users who must not learn when a consultation was booked.
select format('%s.%I', d.adrelid::regclass, a.attname) as object, 'is random: use app.new_id()' as problem
from pg_attrdef d
  join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
  join pg_class c on c.oid = d.adrelid
  join pg_index i on i.indrelid = d.adrelid and i.indisprimary
where c.relnamespace::regnamespace::text in ('public', 'app')
  and c.relname <> 'consultations'
  and a.attnum = i.indkey[0]
  and pg_get_expr(d.adbin, d.adrelid) ~ 'gen_random_uuid'
order by 1;
