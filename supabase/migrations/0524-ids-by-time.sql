set local row_security = off;

-- Returns an id of version 7: the time in milliseconds, its fraction and 62 random bits. The ids of one session ascend
-- while the clock does, because a call takes longer than the microsecond that the fraction tells apart. PostgreSQL has
-- such a function only from version 18 on.
create function app.new_id() returns uuid
language plpgsql volatile parallel safe set search_path = ''
as $$
declare
  microseconds constant bigint := extract(epoch from clock_timestamp()) * 1000000;
  -- 48 bits of milliseconds, 4 bits of the version and 12 bits of the fraction.
  first_half constant bigint := (microseconds / 1000 << 16) | (7 << 12) | (microseconds % 1000 * 4096 / 1000);
begin
  -- A random id of version 4 has the same variant in its second half.
  return encode(int8send(first_half) || substr(uuid_send(gen_random_uuid()), 9), 'hex')::uuid;
end
$$;
comment on function app.new_id() is
  'A new id for a row. It begins with the time, so new rows are neighbors in an index. It must not serve as a secret.';

-- A default is evaluated with the rights of the user who inserts the row.
grant execute on function app.new_id() to authenticated, service_role;

-- Consultations keep random ids: reviews show them to all users, who must not learn when a consultation was booked.
alter table public.jobs alter column id set default app.new_id();
alter table public.job_photos alter column id set default app.new_id();
alter table public.bids alter column id set default app.new_id();
alter table public.conversations alter column id set default app.new_id();
alter table public.messages alter column id set default app.new_id();
alter table public.reviews alter column id set default app.new_id();
alter table public.payments alter column id set default app.new_id();
alter table public.demo_requests alter column id set default app.new_id();
alter table public.notices alter column id set default app.new_id();
