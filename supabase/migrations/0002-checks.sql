-- The functions that check constraints call. They are here and not in code/, because tables depend on them.
set local row_security = off;

create function app.is_money(amount numeric) returns boolean
language sql immutable set search_path = ''
as $$
  -- NaN and infinity are greater than every number. Trailing zeros do not count as digits.
  select amount > 0 and amount <= 9999999.99 and scale(trim_scale(amount)) <= 2
$$;

create function app.are_words(words text[], most integer, longest integer) returns boolean
language sql immutable set search_path = ''
as $$
  select cardinality(words) <= most
    and not exists (
      select from unnest(words) as word
      where word is null or length(word) not between 1 and longest
    )
$$;

grant execute on function app.is_money(numeric), app.are_words(text[], integer, integer)
  to authenticated, service_role;
