-- A call that does not depend on the row belongs in a sub-select, which runs once per statement. Only PostgreSQL's own
-- and immutable functions are cheap enough to take a column.
with policy as (
  select format('%I on %s', p.polname, p.polrelid::regclass) as object,
         -- A stored tree looks like "{FUNCEXPR :funcid 7 :args ({VAR …}) …}". Names may contain escaped braces.
         regexp_replace(concat(p.polqual::text, p.polwithcheck::text), '\\.', '', 'g') as tree
  from pg_policy p
    join pg_class c on c.oid = p.polrelid
  where c.relnamespace::regnamespace::text in ('public', 'app', 'private', 'storage', 'auth', 'realtime')
    and (c.tableoid, c.oid) not in (select classid, objid from pg_depend where deptype = 'e')
),
brace as (
  select object, place, text[1] as text,
         sum(case text[1] when '}' then -1 else 1 end) over (partition by object order by place)
           + (text[1] = '}')::integer as level
  from policy, regexp_matches(tree, '\{[^{}]*|\}', 'g') with ordinality as t(text, place)
),
-- Pairs each opening brace with the next closing brace of its level.
span as (
  select object, text, place as starts,
         lead(place) over (partition by object, level order by place) as ends
  from brace
),
-- takes_column is true if the call or query refers to a column outside itself.
node as (
  select n.*, exists (
    select
    from span v
    where v.object = n.object and v.starts between n.starts and n.ends and v.text like '{VAR %'
      and substring(v.text from ':varlevelsup (\d+)')::integer >= (
        select count(*)
        from span q
        where q.object = n.object and q.text like '{QUERY %'
          and q.starts between n.starts and n.ends and v.starts between q.starts and q.ends
      )
  ) as takes_column
  from span n
  where n.text like '{FUNCEXPR %' or n.text like '{QUERY %'
),
call as (
  select n.*, p.oid::regprocedure as function, exists (
    select
    from span f
    where f.object = n.object and f.text like '{RANGETBLFUNCTION %' and n.starts between f.starts and f.ends
  ) as is_in_from
  from node n
    join pg_proc p on p.oid = substring(n.text from '^\{FUNCEXPR :funcid (\d+)')::oid
  where p.provolatile <> 'i' and p.pronamespace <> 'pg_catalog'::regnamespace
)
select distinct call.object,
       case
         when call.takes_column then format('calls %s with a column', call.function)
         else format('calls %s outside a sub-select: write (select …)', call.function)
       end as problem
from call
where call.takes_column
  or not exists (
    select
    from node q
    where q.object = call.object and q.text like '{QUERY %'
      and call.starts between q.starts and q.ends
      and not q.takes_column
      and (q.text like '%:rtable <>%' or call.is_in_from)
  )
order by 1, 2;
