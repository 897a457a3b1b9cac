-- The functions that check constraints call. They are here and not in code/, because tables depend on them.
set local row_security = off;

create function app.is_money(amount numeric) returns boolean
language sql immutable set search_path = ''
as $$
  -- NaN and infinity are greater than every number. Trailing zeros do not count as digits.
  select amount > 0 and amount <= 9999999.99 and scale(trim_scale(amount)) <= 2
$$;

create function app.is_text_list(texts text[], max_count integer, max_length integer) returns boolean
language sql immutable set search_path = ''
as $$
  select cardinality(texts) <= max_count
    and not exists (
      select from unnest(texts) as item
      where item is null or length(item) not between 1 and max_length
    )
$$;

grant execute on function app.is_money(numeric), app.is_text_list(text[], integer, integer)
  to authenticated, service_role;
